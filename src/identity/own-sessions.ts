import { isUuid, notFound } from '../core/mod.ts'
import { maybeRow, transact } from '../db/mod.ts'
import { recordRevocation } from './revoke-sessions.ts'
import { openSessionsOf, deleteOtherSessionsOf, deleteSessionOf } from './session-rows.ts'
import type { Origin, Session } from './session.ts'
import { openSince, type SessionContext } from './sessions.ts'
import { userActor } from './user.ts'

/** The most sessions that are listed, the newest first. All can be revoked. */
const LISTED_MAX = 100

/** A session as its user sees it. Instants are in milliseconds. */
export interface ListedSession {
  readonly sessionId: string
  /** True for the session of this request. */
  readonly isCurrent: boolean
  readonly createdAt: number
  /** The last use, to the minute. */
  readonly lastUsedAt: number
  /** The network address from which the session began. */
  readonly address: string
  readonly userAgent: string | undefined
}

/** Returns the open sessions of the user of a session, newest first, at most 100. */
export async function listOwnSessions(
  { db, clock, config }: SessionContext,
  { user, sessionId }: Session,
): Promise<ListedSession[]> {
  const since = openSince(config, clock.now())
  const rows = await db.rows(openSessionsOf(user.userId, since, LISTED_MAX))
  return rows.map((row) => ({
    sessionId: row.session_id,
    isCurrent: row.session_id === sessionId,
    createdAt: row.created_at.getTime(),
    lastUsedAt: row.last_used_at.getTime(),
    address: row.address,
    userAgent: row.user_agent ?? undefined,
  }))
}

type RevocationContext = Pick<SessionContext, 'db' | 'clock'>

/**
 * Ends one session of the user of a session. Returns the number of ended sessions, which is 1.
 * Refuses not_found if the user has no such session.
 */
export async function revokeOwnSession(
  { db, clock }: RevocationContext,
  { user }: Session,
  { sessionId, origin }: { readonly sessionId: string; readonly origin: Origin },
): Promise<number> {
  return await transact(db, async (tx) => {
    const session = isUuid(sessionId)
      ? await maybeRow(tx, deleteSessionOf(user.userId, sessionId))
      : undefined
    if (!session) throw notFound('session')
    const sessionIds = [session.session_id]
    const actor = userActor(user, origin.address)
    recordRevocation(tx, { user, actor, sessionIds, at: clock.now() })
    return 1
  })
}

/** Ends all other sessions of the user of a session. Returns the number of ended sessions. */
export async function revokeOtherSessions(
  { db, clock }: RevocationContext,
  { user, sessionId }: Session,
  origin: Origin,
): Promise<number> {
  return await transact(db, async (tx) => {
    const sessions = await tx.rows(deleteOtherSessionsOf(user.userId, sessionId))
    const sessionIds = sessions.map((row) => row.session_id)
    const actor = userActor(user, origin.address)
    if (sessionIds.length > 0) recordRevocation(tx, { user, actor, sessionIds, at: clock.now() })
    return sessionIds.length
  })
}
