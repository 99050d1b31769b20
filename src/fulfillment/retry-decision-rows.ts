import { dateAt } from '../core/mod.ts'
import { sql, type Statement, twinned } from '../db/mod.ts'
import type { SupplierAccount } from './account.ts'
import type { BatchOutcome } from './batch.ts'
import { placeOf, type FencedBatch } from './lease-rows.ts'
import type { RetryDecision } from './retry-decision.ts'

/** Updates the batches that are still leased under their epoch, and returns them. */
export function saveRetryDecisions(
  partnerId: number,
  decisions: readonly RetryDecision[],
): Statement<FencedBatch & { waits_for: string | null }> {
  const column = <T>(read: (decision: RetryDecision) => T): T[] => decisions.map(read)
  return sql`
    update fulfillments b
    set status = decision.status, supplier = decision.supplier, supplier_step = decision.step,
        supplier_settings = case when decision.is_bound then b.supplier_settings end,
        outcome_unknown = decision.is_bound, round_outcome = decision.round_outcome,
        waits_for = decision.waits_for, attempt = decision.attempt, last_fault = decision.fault,
        lease_owner = null, look_up_by = null,
        due_at = least(
          to_timestamp(extract(epoch from now())::float8 + decision.due_in),
          case when decision.is_bound then b.look_up_by end)
    from (
      select batch.place, lease.* from unnest(
        ${column((one) => one.batch.request.orderNo)}::bigint[],
        ${column((one) => one.batch.request.batchNo)}::integer[],
        ${column((one) => one.batch.epoch)}::bigint[],
        ${column((one) => one.status)}::text[],
        ${column((one) => one.supplier)}::text[],
        ${column((one) => one.step)}::integer[],
        ${column((one) => one.isBound)}::boolean[],
        ${column((one) => one.roundOutcome ?? null)}::text[],
        ${column((one) => one.waitsFor ?? null)}::text[],
        ${column((one) => one.attempt)}::integer[],
        ${column((one) => one.fault ?? null)}::text[],
        ${column((one) => one.dueInSeconds ?? null)}::double precision[]
      ) as lease (order_no, batch_no, epoch, status, supplier, step, is_bound, round_outcome,
                  waits_for, attempt, fault, due_in)
      cross join lateral ${placeOf(partnerId)} as batch) as decision
    where b.partner_id = ${partnerId} and b.ctid = decision.place
      and coalesce(b.status, '') = 'PROCESSING'
    returning b.order_no, b.batch_no, b.waits_for`
}

/** The most rows of one batch in the attempt log. */
const LOGGED_LEASES_MAX = 100
const LOGGED_REASON_LENGTH_MAX = 1_000

type TriedBatch = BatchOutcome & SupplierAccount

/**
 * Inserts into the attempt logs of batches that this transaction has locked, and deletes their
 * oldest rows. Each row of a batch is later than the one before, though clocks of processes differ.
 */
export const insertAttempts = twinned(
  'insertAttempts',
  (partnerId: number, tried: readonly TriedBatch[], nowMs: number): Statement<never> =>
    sql`
      with input as (select * from ${outcomesOf(tried)}),
      deleted as (${forgetOldest(partnerId, sql`input`)})
      ${insertFrom(partnerId, sql`input`, nowMs)}`,
)

export function outcomesOf(tried: readonly TriedBatch[]): Statement<never> {
  const column = <T>(read: (one: TriedBatch) => T): T[] => tried.map(read)
  return sql`
    unnest(
      ${column((one) => one.batch.request.orderNo)}::bigint[],
      ${column((one) => one.batch.request.batchNo)}::integer[],
      ${column((one) => one.batch.epoch)}::bigint[],
      ${column((one) => one.supplier)}::text[],
      ${column((one) => one.account)}::text[],
      ${column((one) => one.outcome.outcome)}::text[],
      ${column(({ outcome }) => ('reason' in outcome ? brief(outcome.reason) : null))}::text[]
    ) as input (order_no, batch_no, epoch, supplier, account, outcome, reason)`
}

export function forgetOldest(partnerId: number, from: Statement<unknown>): Statement<never> {
  return sql`
    delete from supplier_attempts t using (
      select attempt.place from ${from} cross join lateral (
        select f.ctid as place from supplier_attempts f
        where f.partner_id = ${partnerId} and f.order_no = input.order_no
          and f.batch_no = input.batch_no
        order by f.occurred_at desc offset ${LOGGED_LEASES_MAX - 1}) as attempt) as old
    where t.partner_id = ${partnerId} and t.ctid = old.place`
}

export function insertFrom(
  partnerId: number,
  from: Statement<unknown>,
  nowMs: number,
): Statement<never> {
  return sql`
    insert into supplier_attempts (
      partner_id, order_no, batch_no, lease_epoch, supplier, account, outcome, reason,
      occurred_at)
    select book.partner_id, input.order_no, input.batch_no, input.epoch, input.supplier,
           input.account, input.outcome, input.reason,
           greatest(${dateAt(nowMs)}, last.occurred_at + interval '1 microsecond')
    from books book cross join ${from} cross join lateral (
      select max(l.occurred_at) as occurred_at from supplier_attempts l
      where l.partner_id = ${partnerId} and l.order_no = input.order_no
        and l.batch_no = input.batch_no) as last
    where book.partner_id = ${partnerId}`
}

function brief(reason: string | undefined): string | null {
  return reason?.slice(0, LOGGED_REASON_LENGTH_MAX) ?? null
}
