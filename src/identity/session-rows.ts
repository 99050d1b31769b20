import { dateAt } from '../core/mod.ts'
import { insertRow, sql, type Statement, type UserSessionsRow } from '../db/mod.ts'
import { USER_COLUMNS, type UserRow } from './user-rows.ts'

export interface NewSessionRow {
  readonly sessionId: string
  readonly tokenHash: Buffer
  readonly userId: number
  readonly address: string
  readonly userAgent: string | undefined
  readonly isByProvider: boolean
  readonly isByPasskey: boolean
  readonly at: number
}

export function insertSession(session: NewSessionRow): Statement<never> {
  return insertRow<UserSessionsRow>('user_sessions', {
    session_id: session.sessionId,
    token_hash: session.tokenHash,
    user_id: session.userId,
    created_at: dateAt(session.at),
    last_used_at: dateAt(session.at),
    address: session.address,
    user_agent: session.userAgent,
    by_provider: session.isByProvider,
    stepped_up_at: session.isByPasskey ? dateAt(session.at) : null,
  })
}

export interface SessionRow extends UserRow {
  session_id: string
  began_at: Date
  used_at: Date
  by_provider: boolean
  factor_required: boolean
}

/** Sessions that began and were used after these instants. */
interface OpenSince {
  readonly beganAfter: number
  readonly usedAfter: number
}

/** Returns the session of an active user that began and was last used after these instants. */
export function sessionByToken(
  tokenHash: Buffer,
  { beganAfter, usedAfter }: OpenSince,
): Statement<SessionRow> {
  return sql`
    select one.session_id, one.created_at as began_at, one.last_used_at as used_at,
           one.by_provider,
           exists (
             select from partners
             where partners.partner_id = users.partner_id and partners.second_factor_required
           ) as factor_required,
           ${USER_COLUMNS}
    from user_sessions one join users on users.user_id = one.user_id
    where one.token_hash = ${tokenHash} and users.status = 'ACTIVE'
      and one.created_at > ${dateAt(beganAfter)} and one.last_used_at > ${dateAt(usedAfter)}`
}

/** Returns no row if the session has ended. */
export function setSteppedUp(sessionId: string, at: number): Statement<object> {
  return sql`
    update user_sessions set stepped_up_at = ${dateAt(at)} where session_id = ${sessionId}
    returning true as is_stepped_up`
}

/** Never decreases, whatever other processes have recorded. */
export function setUsed(sessionId: string, at: number): Statement<never> {
  return sql`
    update user_sessions set last_used_at = ${dateAt(at)}
    where session_id = ${sessionId} and last_used_at < ${dateAt(at)}`
}

export function deleteSession(sessionId: string): Statement<never> {
  return sql`delete from user_sessions where session_id = ${sessionId}`
}

interface ListedRow {
  session_id: string
  created_at: Date
  last_used_at: Date
  address: string
  user_agent: string | null
}

/** The open sessions of a user, newest first. */
export function openSessionsOf(
  userId: number,
  { beganAfter, usedAfter }: OpenSince,
  limit: number,
): Statement<ListedRow> {
  return sql`
    select session_id, created_at, last_used_at, address, user_agent
    from user_sessions
    where user_id = ${userId}
      and created_at > ${dateAt(beganAfter)} and last_used_at > ${dateAt(usedAfter)}
    order by created_at desc, session_id
    limit ${limit}`
}

/** Returns the row if the user had this session. */
export function deleteSessionOf(
  userId: number,
  sessionId: string,
): Statement<{ session_id: string }> {
  return sql`
    delete from user_sessions where user_id = ${userId} and session_id = ${sessionId}
    returning session_id`
}

/** Returns a row for each session that was deleted. */
export function deleteSessionsOf(userId: number): Statement<{ session_id: string }> {
  return sql`delete from user_sessions where user_id = ${userId} returning session_id`
}

/** Deletes all sessions of a user but one, and returns them. */
export function deleteOtherSessionsOf(
  userId: number,
  keptId: string,
): Statement<{ session_id: string }> {
  return sql`
    delete from user_sessions where user_id = ${userId} and session_id <> ${keptId}
    returning session_id`
}

export function deleteOldSessions(usedBefore: number, beganBefore: number): Statement<never> {
  return sql`
    delete from user_sessions
    where last_used_at < ${dateAt(usedBefore)} or created_at < ${dateAt(beganBefore)}`
}
