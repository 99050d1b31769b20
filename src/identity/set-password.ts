import { recordAudit, type Actor } from '../audit/mod.ts'
import type { Clock } from '../core/mod.ts'
import { transact, type Database } from '../db/mod.ts'
import { hashPassword } from './passwords.ts'
import { replacePassword } from './replace-password.ts'
import { takeSessionsOf } from './session-rows.ts'
import { targetOf, type User } from './user.ts'

interface NewPassword {
  readonly user: User
  readonly password: string
  readonly actor: Actor
}

/**
 * Sets the password of a user, and ends all sessions of the user and sign-ins that wait for a
 * second factor. Refuses invalid_request for a password that is too short or too long.
 */
export async function setPassword(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  { user, password, actor }: NewPassword,
): Promise<void> {
  const passwordHash = await hashPassword('password', password)
  await transact(db, (tx) => {
    replacePassword(tx, user.userId, passwordHash)
    tx.write(takeSessionsOf(user.userId))
    recordAudit(tx, {
      partnerId: user.partnerId,
      actor,
      action: 'user.set_password',
      target: targetOf(user),
      at: clock.now(),
    })
    return Promise.resolve()
  })
}
