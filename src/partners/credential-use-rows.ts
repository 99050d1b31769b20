import { dateOrNull } from '../core/mod.ts'
import { relation, sql, text, timestamptz, uuid, type Statement } from '../db/mod.ts'

/**
 * When a credential was last used, and when and why a request with it last failed. Instants are in
 * milliseconds.
 */
export interface CredentialUse {
  readonly clientId: string
  readonly usedAt?: number | undefined
  readonly failedAt?: number | undefined
  readonly failure?: string | undefined
  /** The check that failed. */
  readonly failedCheck?: string | undefined
}

const USES = relation<CredentialUse>('uses', {
  client_id: uuid((one) => one.clientId),
  used_at: timestamptz((one) => dateOrNull(one.usedAt)),
  failed_at: timestamptz((one) => dateOrNull(one.failedAt)),
  failure: text((one) => one.failure ?? null),
  failed_check: text((one) => one.failedCheck ?? null),
})

/**
 * Records uses of credentials that exist. An instant never decreases, whatever other processes have
 * recorded. Rows are locked in the order of client ids.
 */
export function recordUses(uses: readonly CredentialUse[]): Statement<never> {
  return sql`
    insert into credential_uses as existing (
      client_id, last_used_at, last_failed_at, last_failure, last_failed_check)
    select client_id, used_at, failed_at, failure, failed_check from ${USES.of(uses)}
    where exists (select from credentials where credentials.client_id = uses.client_id)
    order by client_id
    on conflict (client_id) do update
    set last_used_at = greatest(existing.last_used_at, excluded.last_used_at),
        last_failed_at = greatest(existing.last_failed_at, excluded.last_failed_at),
        last_failure = case
          when excluded.last_failed_at < existing.last_failed_at then existing.last_failure
          else coalesce(excluded.last_failure, existing.last_failure) end,
        last_failed_check = case
          when excluded.last_failed_at >= existing.last_failed_at
            or existing.last_failed_at is null then excluded.last_failed_check
          else existing.last_failed_check end`
}
