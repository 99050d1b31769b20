import { timingSafeEqual } from 'node:crypto'
import { MS_PER_DAY, MS_PER_HOUR, MS_PER_MINUTE } from '../core/mod.ts'
import type { Vault } from '../vault/mod.ts'

/** How long a code can be entered. */
export const SIGN_IN_MS = 10 * MS_PER_MINUTE
/** After this many wrong codes, the mailed code is no longer valid. */
export const WRONG_CODES_MAX = 5
const CODE_DIGITS = 6

/** The most codes that are sent to an address within each time. */
export const CODES_MAX = [
  { withinMs: MS_PER_HOUR, count: 5 },
  { withinMs: MS_PER_DAY, count: 10 },
] as const

type Hasher = Pick<Vault, 'blindIndex'>

/** Returns the code that a mail brings: a keyed hash of its random key, so that no row has it. */
export function signInCode(vault: Hasher, partnerId: number, key: string): string {
  const bytes = vault.blindIndex('consumer_index', `wallet-sign-in:${partnerId}:${key}`)
  const number = bytes.readBigUInt64BE() % 10n ** BigInt(CODE_DIGITS)
  return String(number).padStart(CODE_DIGITS, '0')
}

export function isSignInCode(expected: string, entered: string): boolean {
  return (
    entered.length === expected.length &&
    timingSafeEqual(Buffer.from(entered), Buffer.from(expected))
  )
}
