import { dateAt, MS_PER_DAY } from '../core/mod.ts'
import {
  insertRow,
  sql,
  type ConsumersRow,
  type Statement,
  type WalletSessionsRow,
} from '../db/mod.ts'
import type { WalletSession } from './wallet-session.ts'

export interface NewSession extends Omit<WalletSession, 'endsMs'> {
  readonly tokenHash: Buffer
  readonly pageHash: Buffer
  readonly idempotencyKey: string | undefined
  readonly fingerprint: Buffer
  /** The credential that requested the session; undefined for a person who signed in. */
  readonly clientId: string | undefined
}

export function toSession(row: WalletSessionsRow): WalletSession {
  return {
    partnerId: row.partner_id,
    key: row.session_key,
    consumerId: Number(row.consumer_id),
    walletId: row.wallet_id === null ? undefined : Number(row.wallet_id),
    locale: row.locale ?? undefined,
    createdMs: row.created_at.getTime(),
    openUntilMs: row.open_until.getTime(),
    endsMs: row.ends_at?.getTime(),
  }
}

/** Inserts a session and returns it; does neither if the partner has used the Idempotency-Key. */
export function insertSession(session: NewSession): Statement<WalletSessionsRow> {
  const inserted = insertRow<WalletSessionsRow>('wallet_sessions', {
    partner_id: session.partnerId,
    session_key: session.key,
    consumer_id: session.consumerId,
    wallet_id: session.walletId,
    locale: session.locale,
    token_hash: session.tokenHash,
    page_hash: session.pageHash,
    idempotency_key: session.idempotencyKey,
    fingerprint: session.fingerprint,
    client_id: session.clientId,
    created_at: dateAt(session.createdMs),
    open_until: dateAt(session.openUntilMs),
  })
  return sql`
    ${inserted}
    on conflict (partner_id, idempotency_key) do nothing
    returning *`
}

export function sessionByKey(
  partnerId: number,
  idempotencyKey: string,
): Statement<WalletSessionsRow> {
  return sql`
    select * from wallet_sessions
    where partner_id = ${partnerId} and idempotency_key = ${idempotencyKey}`
}

export function sessionByAddress(partnerId: number, hash: Buffer): Statement<WalletSessionsRow> {
  return sql`
    select * from wallet_sessions where partner_id = ${partnerId} and token_hash = ${hash}`
}

export function sessionByPage(partnerId: number, hash: Buffer): Statement<WalletSessionsRow> {
  return sql`
    select * from wallet_sessions where partner_id = ${partnerId} and page_hash = ${hash}`
}

interface Opening {
  readonly partnerId: number
  readonly hash: Buffer
  readonly nowMs: number
  readonly endsMs: number
}

/** Opens a session. Only one of several concurrent requests for the same address gets the row. */
export function openSession({
  partnerId,
  hash,
  nowMs,
  endsMs,
}: Opening): Statement<WalletSessionsRow> {
  return sql`
    update wallet_sessions set opened_at = ${dateAt(nowMs)}, ends_at = ${dateAt(endsMs)}
    where partner_id = ${partnerId} and token_hash = ${hash}
      and opened_at is null and open_until > ${dateAt(nowMs)}
    returning *`
}

/** Removes all sessions of an erased consumer, also opened ones. */
export function deleteSessionsOf(partnerId: number, consumerId: number): Statement<never> {
  return sql`
    delete from wallet_sessions
    where partner_id = ${partnerId} and consumer_id = ${consumerId}`
}

/** Locks a consumer: an erasure waits, and then also deletes the session of this transaction. */
export function lockConsumer(
  partnerId: number,
  consumerId: number,
): Statement<Pick<ConsumersRow, 'consumer_id'>> {
  return sql`
    select consumer_id from consumers
    where partner_id = ${partnerId} and consumer_id = ${consumerId}
    for key share`
}

/** For this time, a repeated Idempotency-Key gets the first response again. */
const KEPT_MS = 7 * MS_PER_DAY

/** Removes sessions that ended long ago. */
export function deleteOldSessions(nowMs: number): Statement<never> {
  return sql`delete from wallet_sessions where created_at < ${dateAt(nowMs - KEPT_MS)}`
}
