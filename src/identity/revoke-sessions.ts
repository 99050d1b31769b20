import { recordAudit, type Actor } from '../audit/mod.ts'
import type { Clock } from '../core/mod.ts'
import { maybeRow, type Tx } from '../db/mod.ts'
import { takeSessionsOf } from './session-rows.ts'
import { toUser, userForUpdate } from './user-rows.ts'
import { targetOf, type User } from './user.ts'
import { noUser } from './users.ts'

/** What somebody who manages users does to one of them. */
export interface UserRequest {
  readonly userId: number
  /** Given: the user must be one of this partner. */
  readonly partnerId?: number
  readonly actor: Actor
  readonly reason: string | undefined
}

/** Returns the user, locked. Refuses not_found. */
export async function requestedUser(tx: Tx, { userId, partnerId }: UserRequest): Promise<User> {
  const row = await maybeRow(tx, userForUpdate(userId))
  if (!row || (partnerId !== undefined && row.partner_id !== partnerId)) throw noUser()
  return toUser(row)
}

/**
 * Ends all sessions of a user, for somebody who manages users. Returns how many those were. Refuses
 * not_found.
 */
export async function revokeSessions(tx: Tx, clock: Clock, request: UserRequest): Promise<number> {
  const user = await requestedUser(tx, request)
  const { actor, reason } = request
  const taken = await tx.rows(takeSessionsOf(user.userId))
  recordAudit(tx, {
    partnerId: user.partnerId,
    actor,
    action: 'user.revoke_sessions',
    target: targetOf(user),
    reason,
    before: { sessionIds: taken.map(({ session_id: sessionId }) => sessionId) },
    after: { sessionIds: [] },
    at: clock.now(),
  })
  return taken.length
}
