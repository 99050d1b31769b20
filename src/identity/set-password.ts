import { recordAudit, type Actor } from '../audit/mod.ts'
import { transact, type Database } from '../db/mod.ts'
import { hashPassword } from './passwords.ts'
import { replacePassword, type ReplacementContext } from './replace-password.ts'
import { takeSessionsOf } from './session-rows.ts'
import { targetOf, type User } from './user.ts'

interface NewPassword {
  readonly user: User
  readonly password: string
  readonly actor: Actor
}

/**
 * Sets the password of a user, tells the user by mail, and ends all sessions and begun sign-ins of
 * the user. Refuses invalid_request for a password that is too short or too long.
 */
export async function setPassword(
  context: ReplacementContext & { readonly db: Database },
  { user, password, actor }: NewPassword,
): Promise<void> {
  const passwordHash = await hashPassword('password', password)
  const { userId } = user
  await transact(context.db, (tx) => {
    replacePassword(tx, context, { userId, passwordHash, address: undefined })
    tx.write(takeSessionsOf(userId))
    recordAudit(tx, {
      partnerId: user.partnerId,
      actor,
      action: 'user.set_password',
      target: targetOf(user),
      at: context.clock.now(),
    })
    return Promise.resolve()
  })
}
