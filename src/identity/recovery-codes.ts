import { Secret } from 'otpauth'
import type { Tx } from '../db/mod.ts'
import { deleteRecoveryCodes, insertRecoveryCodes } from './factor-rows.ts'
import { digestOf } from './token.ts'

const CODES = 10
/** 80 bits, in Base32: too many to find a code from its SHA-256. */
const CODE_BYTES = 10

/**
 * Replaces the recovery codes of a user by ten new ones, and returns them: only their digests are
 * stored.
 */
export async function renewRecoveryCodes(tx: Tx, userId: number): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newCode)
  await tx.rows(deleteRecoveryCodes(userId))
  await tx.rows(insertRecoveryCodes(userId, codes.map(digestOfRecoveryCode)))
  return codes
}

/** Returns a code such as `mzxw-6ytb-oi4d-qmrt`. */
function newCode(): string {
  const text = new Secret({ size: CODE_BYTES }).base32.toLowerCase()
  return text.replaceAll(/.{4}(?=.)/g, '$&-')
}

/** Returns the stored digest of a code, however it was typed. */
export function digestOfRecoveryCode(code: string): Buffer {
  return digestOf(code.toLowerCase().replaceAll(/[^a-z2-7]/g, ''))
}
