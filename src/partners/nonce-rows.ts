import { dateAt } from '../core/mod.ts'
import { sql, type Statement } from '../db/mod.ts'

export interface Nonce {
  readonly clientId: string
  readonly nonce: string
  /** The time in milliseconds from which a signature with this nonce is too old. */
  readonly expiresAt: number
}

/** Returns a row if the nonce is new, or was used only by a signature that has expired. */
export function insertNonce({ clientId, nonce, expiresAt }: Nonce, now: number) {
  return sql<{ client_id: string }>`
    insert into request_nonces (client_id, nonce, expires_at)
    values (${clientId}, ${nonce}, ${dateAt(expiresAt)})
    on conflict (client_id, nonce) do update set expires_at = excluded.expires_at
      where request_nonces.expires_at < ${dateAt(now)}
    returning client_id`
}

export function deleteExpiredNonces(before: number, limit: number): Statement<{ total: bigint }> {
  return sql`
    with expired as (
      select ctid as place from request_nonces where expires_at < ${dateAt(before)}
      order by expires_at limit ${limit} for update skip locked
    ), deleted as (
      delete from request_nonces using expired where request_nonces.ctid = expired.place
      returning 1
    )
    select count(*) as total from deleted`
}
