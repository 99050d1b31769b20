import { recordAudit, type Actor } from '../audit/mod.ts'
import type { Clock } from '../core/mod.ts'
import { transact, type Database } from '../db/mod.ts'
import { hashRandomPassword } from './passwords.ts'
import { replacePassword } from './replace-password.ts'
import { deleteSessionsOf } from './session-rows.ts'
import { targetOf, type User } from './user.ts'

interface NewPassword {
  readonly user: User
  readonly password: string
  readonly actor: Actor
}

/**
 * Sets the password of a user, which was drawn at random. Ends all sessions of the user and
 * sign-ins that wait for a second factor.
 */
export async function setPassword(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  { user, password, actor }: NewPassword,
): Promise<void> {
  const passwordHash = await hashRandomPassword(password)
  await transact(db, (tx) => {
    replacePassword(tx, user.userId, passwordHash)
    tx.write(deleteSessionsOf(user.userId))
    recordAudit(tx, {
      partnerId: user.partnerId,
      actor,
      action: 'user.set_password',
      target: targetOf(user),
      valueOut: 'none',
      at: clock.now(),
    })
    return Promise.resolve()
  })
}
