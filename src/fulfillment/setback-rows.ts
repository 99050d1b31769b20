import { sql, type Statement } from '../db/mod.ts'
import type { LeasedBatch } from './batch.ts'
import { placeOf, type Fenced } from './lease-rows.ts'

/** How a batch that was not delivered goes on. */
export interface Setback {
  readonly batch: LeasedBatch
  readonly status: 'FAILED' | 'PROCESSING'
  readonly outcomeUnknown: boolean
  /** Undefined: nothing is wrong. */
  readonly fault: string | undefined
  /** How many attempts count; never none, for it was asked. */
  readonly attempt: number
  /** Undefined: only an operator tries again. */
  readonly retryInSeconds: number | undefined
}

export function setBack(partnerId: number, setbacks: readonly Setback[]): Statement<Fenced> {
  const column = <T>(of: (setback: Setback) => T): T[] => setbacks.map(of)
  return sql`
    update fulfillments b
    set status = given.status, outcome_unknown = given.outcome_unknown,
        last_fault = given.fault, attempt = given.attempt, lease_owner = null,
        due_at = now() + make_interval(secs => given.retry_in)
    from (
      select found.place, lease.* from unnest(
        ${column((one) => one.batch.request.orderNo)}::bigint[],
        ${column((one) => one.batch.request.batchNo)}::integer[],
        ${column((one) => one.batch.epoch)}::integer[],
        ${column((one) => one.status)}::text[],
        ${column((one) => one.outcomeUnknown)}::boolean[],
        ${column((one) => one.fault ?? null)}::text[],
        ${column((one) => one.attempt)}::integer[],
        ${column((one) => one.retryInSeconds ?? null)}::double precision[]
      ) as lease (order_no, batch_no, epoch, status, outcome_unknown, fault, attempt, retry_in)
      cross join lateral ${placeOf(partnerId)} as found) as given
    where b.partner_id = ${partnerId} and b.ctid = given.place and b.status = 'PROCESSING'
    returning b.order_no, b.batch_no`
}
