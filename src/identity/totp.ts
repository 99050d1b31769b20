import { Secret, TOTP } from 'otpauth'
import type { Vault } from '../vault/mod.ts'

/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20
const ISSUER = 'Tessera'
/** The values that every authenticator app supports; some apps ignore others. */
const OPTIONS = { issuer: ISSUER, algorithm: 'SHA1', digits: 6, period: 30 } as const
/** The clock of a phone may be one time step off, either way. */
const STEPS_OFF_MAX = 1

export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32
}

/** Returns the otpauth URI that an authenticator app reads, mostly from a QR code. */
export function totpUri(secret: string, email: string): string {
  return new TOTP({ ...OPTIONS, secret, label: email }).toString()
}

/**
 * Returns the time step of a code that is right at an instant, in milliseconds; undefined if it is
 * wrong.
 */
export function stepOfCode(secret: string, code: string, now: number): number | undefined {
  const totp = new TOTP({ ...OPTIONS, secret })
  const off = totp.validate({ token: code, timestamp: now, window: STEPS_OFF_MAX })
  return off === null ? undefined : totp.counter({ timestamp: now }) + off
}

export function sealTotpSecret(vault: Vault, userId: number, secret: string): Buffer {
  return vault.seal('credentials', contextOf(userId), Buffer.from(secret, 'utf8'))
}

/** Returns the secret. Throws if the sealed bytes are not of this user. */
export async function openTotpSecret(
  vault: Vault,
  userId: number,
  sealed: Buffer,
): Promise<string> {
  await vault.prepare([sealed])
  return vault.open('credentials', contextOf(userId), sealed).toString('utf8')
}

function contextOf(userId: number): string {
  return `totp:${userId}`
}
