import { MS_PER_DAY, MS_PER_HOUR, MS_PER_MINUTE } from '../core/mod.ts'
import { mailedCode } from '../links/mod.ts'
import type { Vault } from '../vault/mod.ts'

/** The time within which a code can be entered. */
export const SIGN_IN_MS = 10 * MS_PER_MINUTE
/** After this many wrong codes, the mailed code is no longer valid. */
export const WRONG_CODES_MAX = 5

/** The most codes that are sent to one address within each of these times. */
export const CODES_MAX = [
  { withinMs: MS_PER_HOUR, count: 5 },
  { withinMs: MS_PER_DAY, count: 10 },
] as const

/** Returns the code that a mail brings. */
export function signInCode(
  vault: Pick<Vault, 'blindIndex'>,
  partnerId: number,
  key: string,
): string {
  return mailedCode(vault, `wallet-sign-in:${partnerId}:${key}`)
}
