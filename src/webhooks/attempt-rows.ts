import { dateAt, dateOrNull } from '../core/mod.ts'
import {
  between,
  sql,
  where,
  type Statement,
  type TimeRange,
  type WebhookAttemptsRow,
  twinned,
} from '../db/mod.ts'
import type { DeliveryName } from './delivery-rows.ts'
import type { EndpointName } from './endpoint.ts'

/** An attempt that was made. Instants are in milliseconds. */
export interface NewAttempt extends DeliveryName {
  readonly eventType: string
  readonly attempt: number
  readonly attemptedAt: number
  readonly durationMs: number
  readonly status: number | undefined
  /** Undefined if the event was accepted. */
  readonly fault: string | undefined
  readonly response: string | undefined
  /** Undefined if the event was accepted, or given up. */
  readonly nextTryAt: number | undefined
}

export function insertAttempts(attempts: readonly NewAttempt[]): Statement<never> {
  return sql`
    insert into webhook_attempts (
      partner_id, endpoint_id, event_no, event_type, attempt, attempted_at, duration_ms,
      http_status, fault, response, next_try_at)
    select * from unnest(
      ${attempts.map((one) => one.partnerId)}::integer[],
      ${attempts.map((one) => one.endpointId)}::bigint[],
      ${attempts.map((one) => one.eventNo)}::bigint[],
      ${attempts.map((one) => one.eventType)}::text[],
      ${attempts.map((one) => one.attempt)}::integer[],
      ${attempts.map((one) => dateAt(one.attemptedAt))}::timestamptz[],
      ${attempts.map((one) => one.durationMs)}::integer[],
      ${attempts.map((one) => one.status ?? null)}::integer[],
      ${attempts.map((one) => one.fault ?? null)}::text[],
      ${attempts.map((one) => one.response ?? null)}::text[],
      ${attempts.map((one) => dateOrNull(one.nextTryAt))}::timestamptz[])`
}

export interface AttemptFilter extends TimeRange {
  readonly eventNo?: number | undefined
  /** True: only attempts that failed; false: only those that succeeded. */
  readonly isFailed?: boolean | undefined
  /** Only attempts before this one. */
  readonly after?: number | undefined
}

/** Newest first. */
export function attemptsOf(
  { partnerId, endpointId }: EndpointName,
  { eventNo, isFailed, after, ...range }: AttemptFilter,
  limit: number,
): Statement<WebhookAttemptsRow> {
  return sql`
    select partner_id, endpoint_id, attempt_id, event_no, event_type, attempt, attempted_at,
      duration_ms, http_status, fault, response, next_try_at
    from webhook_attempts
    ${where(
      sql`partner_id = ${partnerId} and endpoint_id = ${endpointId}`,
      eventNo === undefined ? undefined : sql`event_no = ${eventNo}::bigint`,
      after === undefined ? undefined : sql`attempt_id < ${after}::bigint`,
      outcomeIs(isFailed),
      ...between('attempted_at', range),
    )}
    order by attempt_id desc limit ${limit}`
}

function outcomeIs(isFailed: boolean | undefined): Statement<never> | undefined {
  if (isFailed === undefined) return undefined
  return isFailed ? sql`fault is not null` : sql`fault is null`
}

/** Returns the number of rows, so that the caller knows whether there are more. */
export const deleteOldAttempts = twinned(
  'deleteOldAttempts',
  (before: number, limit: number): Statement<{ attempt_id: bigint }> =>
    sql`
      delete from webhook_attempts
      where ctid = any(array(select ctid ${oldAttempts(before, limit)}))
      returning attempt_id`,
)

export function oldAttempts(before: number, limit: number): Statement<never> {
  return sql`
    from webhook_attempts where attempted_at < ${dateAt(before)}
    order by attempted_at limit ${limit}`
}
