import { dateAt } from '../core/mod.ts'
import { sql, type Statement } from '../db/mod.ts'

export interface NewPendingRow {
  readonly tokenHash: Buffer
  readonly userId: number
  readonly expiresAt: number
}

export function insertPending({ tokenHash, userId, expiresAt }: NewPendingRow): Statement<never> {
  return sql`
    insert into pending_sign_ins (token_hash, user_id, expires_at)
    values (${tokenHash}, ${userId}, ${dateAt(expiresAt)})`
}

interface PendingRow {
  user_id: number
}

export function pendingByToken(tokenHash: Buffer, now: number): Statement<PendingRow> {
  return sql`
    select user_id from pending_sign_ins
    where token_hash = ${tokenHash} and expires_at > ${dateAt(now)}`
}

/** Deletes and returns the row, so only one of several concurrent second steps gets it. */
export function deletePending(tokenHash: Buffer): Statement<PendingRow> {
  return sql`delete from pending_sign_ins where token_hash = ${tokenHash} returning user_id`
}

export function deletePendingOf(userId: number): Statement<never> {
  return sql`delete from pending_sign_ins where user_id = ${userId}`
}

export function deleteExpiredPending(now: number): Statement<never> {
  return sql`delete from pending_sign_ins where expires_at < ${dateAt(now)}`
}
