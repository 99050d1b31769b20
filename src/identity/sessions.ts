import { MS_PER_SECOND, isoTime, type Clock, MS_PER_MINUTE, randomUUID } from '../core/mod.ts'
import { maybeRow, transact, type Database, type Tx } from '../db/mod.ts'
import { recordAudit } from '../audit/mod.ts'
import { deleteSession, insertSession, sessionByToken, setUsed } from './session-rows.ts'
import type { Origin, Session, SessionLifetimes } from './session.ts'
import { digestOf, newToken } from './token.ts'
import { setSignedIn, toUser } from './user-rows.ts'
import { targetOf, userActor, type User } from './user.ts'

/** The use of a session is recorded this often, because each record is a write. */
const USE_MS = MS_PER_MINUTE

export interface SessionContext {
  readonly db: Database
  readonly clock: Clock
  readonly config: SessionLifetimes
}

/** A new session, with its token, which only the caller gets to know. */
export interface NewSession extends Omit<Session, 'isFactorRequired'> {
  readonly token: string
}

interface Beginning {
  readonly user: User
  readonly origin: Origin
  readonly method: string
  /** The passkey by which the user has signed in, if any. */
  readonly passkeyId?: string
  readonly isByProvider?: boolean
}

/** Begins a session of a user who has proved who they are. Audited. */
export function beginSession(
  tx: Tx,
  clock: Clock,
  { user, origin, method, passkeyId, isByProvider = false }: Beginning,
): NewSession {
  const token = newToken('tss')
  const at = clock.now()
  const session = { sessionId: randomUUID(), user, createdAt: at, isByProvider }
  tx.write(
    insertSession({
      ...origin,
      sessionId: session.sessionId,
      tokenHash: digestOf(token),
      userId: user.userId,
      isByProvider,
      isByPasskey: passkeyId !== undefined,
      at,
    }),
  )
  tx.write(setSignedIn(user.userId, at))
  recordAudit(tx, {
    partnerId: user.partnerId,
    actor: userActor(user, origin.address),
    action: 'user.sign_in',
    target: targetOf(user),
    valueOut: 'none',
    after: { sessionId: session.sessionId, method, passkeyId },
    at,
  })
  return { ...session, token }
}

/**
 * Returns the bounds that select open sessions: an open session began after `beganAfter`, and was
 * last used after `usedAfter`.
 */
export function openSince(
  { sessionSecondsMax, sessionIdleSeconds }: SessionLifetimes,
  now: number,
): { beganAfter: number; usedAfter: number } {
  return {
    beganAfter: now - sessionSecondsMax * MS_PER_SECOND,
    usedAfter: now - sessionIdleSeconds * MS_PER_SECOND,
  }
}

/**
 * Returns the session of a token; undefined if it is over or unknown. Records the use, if the
 * request counts as one.
 */
export async function findSession(
  { db, clock, config }: SessionContext,
  { token, isUse }: { readonly token: string; readonly isUse: boolean },
): Promise<Session | undefined> {
  const now = clock.now()
  const row = await maybeRow(db, sessionByToken(digestOf(token), openSince(config, now)))
  if (!row) return undefined
  if (isUse && row.used_at.getTime() < now - USE_MS) await db.rows(setUsed(row.session_id, now))
  return {
    sessionId: row.session_id,
    user: toUser(row),
    createdAt: row.began_at.getTime(),
    isByProvider: row.by_provider,
    isFactorRequired: row.factor_required,
  }
}

/** Ends a session at the request of its user. Audited. */
export async function signOut(
  { db, clock }: SessionContext,
  { sessionId, user, createdAt }: Session,
  address: string,
): Promise<void> {
  await transact(db, (tx) => {
    tx.write(deleteSession(sessionId))
    recordAudit(tx, {
      partnerId: user.partnerId,
      actor: userActor(user, address),
      action: 'user.sign_out',
      target: targetOf(user),
      valueOut: 'none',
      before: { sessionId, createdAt: isoTime(createdAt) },
      at: clock.now(),
    })
    return Promise.resolve()
  })
}
