import { recordAudit } from '../audit/mod.ts'
import { invalidField } from '../core/mod.ts'
import { maybeRow, transact } from '../db/mod.ts'
import { confirmPassword, notYours } from './confirm-password.ts'
import { hashPassword } from './passwords.ts'
import { notifyOfNewPassword, replacePassword, type NoticeContext } from './replace-password.ts'
import { deleteOtherSessionsOf } from './session-rows.ts'
import type { Origin, Session } from './session.ts'
import type { SessionContext } from './sessions.ts'
import { userWithPassword } from './user-rows.ts'
import { targetOf, userActor } from './user.ts'

export interface PasswordChange {
  readonly currentPassword: string
  readonly newPassword: string
  readonly origin: Origin
}

/**
 * Changes the password of the user of a session, and tells the user by mail. Ends all other
 * sessions of the user, all sign-ins that wait for a second factor, and any link for a new
 * password. Returns the number of ended sessions.
 *
 * Refuses, in this order:
 *   the refusals of `confirmPassword`, for the field `currentPassword`
 *   invalid_request   the new password: the current one, too short, too long or too easy
 */
export async function changePassword(
  context: Pick<SessionContext, 'db'> & NoticeContext,
  { user, sessionId }: Session,
  { currentPassword, newPassword, origin }: PasswordChange,
): Promise<number> {
  const { db, clock } = context
  const current = { field: 'currentPassword', password: currentPassword } as const
  const currentHash = await confirmPassword(context, user, current)
  if (newPassword === currentPassword) {
    throw invalidField('newPassword', 'must not be the current password')
  }
  const passwordHash = await hashPassword({
    field: 'newPassword',
    password: newPassword,
    personalWords: [user.name, user.email],
    queueKey: targetOf(user),
  })
  return await transact(db, async (tx) => {
    // The password may have been replaced meanwhile.
    const isCurrent = await maybeRow(tx, userWithPassword(user.userId, currentHash))
    if (!isCurrent) throw notYours(current.field)
    const { userId } = user
    const { length: sessions } = await tx.rows(deleteOtherSessionsOf(userId, sessionId))
    replacePassword(tx, userId, passwordHash)
    notifyOfNewPassword(tx, context, { userId, address: origin.address })
    recordAudit(tx, {
      partnerId: user.partnerId,
      actor: userActor(user, origin.address),
      action: 'user.change_password',
      target: targetOf(user),
      valueOut: 'none',
      after: { endedSessions: sessions },
      at: clock.now(),
    })
    return sessions
  })
}
