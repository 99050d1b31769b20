import { recordAudit, type Actor } from '../audit/mod.ts'
import type { Clock } from '../core/mod.ts'
import type { Tx } from '../db/mod.ts'
import { requestedUser, type UserRequest } from './requested-user.ts'
import { deleteSessionsOf } from './session-rows.ts'
import { targetOf, type User } from './user.ts'

/**
 * Ends all sessions of a user, for somebody who manages users. Returns the number of ended
 * sessions. Refuses not_found.
 */
export async function revokeSessions(tx: Tx, clock: Clock, request: UserRequest): Promise<number> {
  const user = await requestedUser(tx, request)
  const { actor, reason } = request
  const sessionIds = (await tx.rows(deleteSessionsOf(user.userId))).map((row) => row.session_id)
  recordRevocation(tx, { user, actor, reason, sessionIds, at: clock.now() })
  return sessionIds.length
}

interface Revocation {
  readonly user: User
  readonly actor: Actor
  readonly reason?: string | undefined
  readonly sessionIds: readonly string[]
  readonly at: number
}

/** Records sessions that somebody has ended. */
export function recordRevocation(tx: Tx, { user, sessionIds, ...entry }: Revocation): void {
  recordAudit(tx, {
    partnerId: user.partnerId,
    action: 'user.revoke_sessions',
    target: targetOf(user),
    valueOut: 'none',
    before: { sessionIds },
    after: { sessionIds: [] },
    ...entry,
  })
}
