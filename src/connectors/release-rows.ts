import { dateAt, dateOrNull, MS_PER_SECOND } from '../core/mod.ts'
import { sql, type Statement, twinned } from '../db/mod.ts'
import { type BatchKey, type IssueRequest, keyTable, requestTable } from '../supply/mod.ts'
import {
  type ClaimedCreate,
  CREATE_COLUMNS,
  type Create,
  type CreateRow,
  isThis,
} from './create-rows.ts'

/** Inserts tombstones for batches without a create, so that nothing is ever bought for them. */
export function insertTombstones(requests: readonly IssueRequest[], now: number): Statement<never> {
  return sql`
    insert into supplier_creates (
      partner_id, order_no, batch_no, first_unit, create_no, reference, product_id, currency,
      face_value_minor, quantity, settings, status, released, begun_at)
    select partner_id, order_no, batch_no, 1, 1, gen_random_uuid(), product_id, currency,
           face_value_minor, quantity, '{}'::jsonb, 'REFUSED', true, ${dateAt(now)}::timestamptz
    from ${requestTable(requests)}
    on conflict do nothing`
}

/**
 * Locks the creates in a statement of its own, so that the next statement sees what the last holder
 * of the locks has committed.
 */
export function lockCreates(requests: readonly IssueRequest[]): Statement<never> {
  return sql`
    select from supplier_creates
    where (partner_id, order_no, batch_no) in (
      select partner_id, order_no, batch_no from ${keyTable(requests)})
    order by partner_id, order_no, batch_no, first_unit, create_no for update`
}

/**
 * Releases the creates. A create that was bought, or may have been, is followed until its outcome
 * is known.
 */
export function releaseCreates(requests: readonly IssueRequest[], now: number): Statement<never> {
  return sql`
    update supplier_creates
    set released = true,
        due_at = case when status in ('PLACING', 'PLACED', 'DONE')
                 then ${dateAt(now)}::timestamptz else due_at end
    where not released and (partner_id, order_no, batch_no) in (
      select partner_id, order_no, batch_no from ${keyTable(requests)})`
}

/** The time for which a process claims a due create. */
export const CLAIM_MS = 15 * MS_PER_SECOND

/**
 * Returns creates that are due to be checked again. Only one process gets each of them until
 * `againAt`, which is `CLAIM_MS` later.
 */
export const claimDueCreates = twinned(
  'claimDueCreates',
  (
    times: { readonly now: number; readonly againAt: number },
    limit: number,
  ): Statement<CreateRow> =>
    sql`
      update supplier_creates set due_at = ${dateAt(times.againAt)} where ctid = any(array(
        select ctid from supplier_creates
        where due_at <= ${dateAt(times.now)}
        order by due_at limit ${limit}
        for update skip locked))
      returning ${CREATE_COLUMNS}`,
)

/** Sets when a released create is checked again, unless it has ended; see `dueAfter`. */
export function setReleasedDue(create: ClaimedCreate, at: number, now: number): Statement<never> {
  return sql`
    update supplier_creates set due_at = ${dueAfter(create, at, now)}
    where ${isThis(create)} and released and due_at is not null
      and status in ('PLACING', 'PLACED', 'DONE')`
}

/**
 * Returns when a claimed create is checked next: at `at`, or never if that is undefined. If another
 * process has set the instant since the claim, the create is due `now`, because what this process
 * has read may be outdated.
 */
export function dueAfter(
  { claimedUntil }: ClaimedCreate,
  at: number | undefined,
  now: number,
): Statement<never> {
  return sql`
    case when due_at = ${dateAt(claimedUntil)} then ${dateOrNull(at)}::timestamptz
      else ${dateAt(now)}::timestamptz end`
}

/**
 * Makes a create due now that would be checked later. Leaves out a refused create, which has one
 * look-up only, at its time. A create that is due within CLAIM_MS may be claimed by a process. It
 * stays with that process, but gets another instant, which the process notices (`dueAfter`).
 */
export function hurryCreate(
  { partnerId, orderNo, batchNo, uuid }: BatchKey & { readonly uuid: string },
  now: number,
): Statement<never> {
  return sql`
    update supplier_creates
    set due_at = case when due_at > ${dateAt(now + CLAIM_MS)}::timestamptz
      then ${dateAt(now)}::timestamptz else due_at - interval '1 ms' end
    where partner_id = ${partnerId} and order_no = ${orderNo} and batch_no = ${batchNo}
      and reference = ${uuid} and due_at > ${dateAt(now)}
      and (status = 'DONE' or released and status in ('PLACING', 'PLACED'))`
}

/** Ends a released create once. Returns no row if it has ended before. */
export function endReleased(
  create: Create,
  status: 'REFUSED' | 'REVERSED' | 'STOCKED',
): Statement<{ create_no: number }> {
  return sql`
    update supplier_creates
    set status = ${status}, due_at = null, unsure_until = null, kept = null, fault = null,
        faulted_at = null
    where ${isThis(create)} and released and status in ('PLACING', 'PLACED', 'DONE')
    returning create_no`
}
