import { invalidField, type Refusal } from '../core/mod.ts'
import { maybeRow } from '../db/mod.ts'
import { isPassword } from './passwords.ts'
import type { SessionContext } from './sessions.ts'
import { countConfirmation, forgetConfirmations } from './throttle.ts'
import { userByEmail } from './user-rows.ts'
import type { User } from './user.ts'

/**
 * Checks the password before a user changes how they sign in: somebody else may sit at an unlocked
 * screen. Returns the hash of the password.
 *
 * Refuses, in this order:
 *   rate_limited      too many attempts
 *   overloaded        too many passwords are being checked
 *   invalid_request   the password is wrong; names `field`
 */
export async function confirmPassword(
  context: Pick<SessionContext, 'db' | 'clock'>,
  { userId, email }: User,
  { field, password }: { readonly field: string; readonly password: string },
): Promise<string> {
  const { db } = context
  await countConfirmation(context, userId)
  const row = await maybeRow(db, userByEmail(email))
  const caller = { key: `user:${userId}`, isKnown: true }
  const isRight = await isPassword(caller, { stored: row?.password_hash, password })
  if (!isRight || !row) throw notYours(field)
  await db.rows(forgetConfirmations(userId))
  return row.password_hash
}

export function notYours(field: string): Refusal {
  return invalidField(field, 'is not your password')
}
