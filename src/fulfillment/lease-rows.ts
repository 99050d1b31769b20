import { dateAt } from '../core/mod.ts'
import { sql, type FulfillmentsRow, type Statement } from '../db/mod.ts'
import type { LeasedBatch, LeasedRow } from './batch.ts'

export interface Claim {
  readonly partnerId: number
  readonly owner: string
  readonly leaseSeconds: number
  readonly batchesMax: number
  readonly unitsMax: number
  /** Their supplier has enough to do: only what goes back is taken of these. */
  readonly busyProducts: readonly number[]
  readonly nowMs: number
}

/**
 * Takes due batches of one partner, first batches of all orders first, and moves their orders to
 * PROCESSING. Rows that another worker is taking are passed over, so workers never wait for each
 * other; orders are locked in one order, after their batches. Leases are measured by the database's
 * clock, the only one that all workers share.
 */
export function claimBatches(claim: Claim): Statement<LeasedRow> {
  const { partnerId, batchesMax, unitsMax, busyProducts } = claim
  return sql`
    with due as (
      select order_no, batch_no, quantity from fulfillments
      where partner_id = ${partnerId} and due_at <= now()
        and (taking_back or product_id <> all(${busyProducts}::integer[]))
      order by batch_no, order_no limit ${batchesMax}
      for update skip locked
    ), taken as (
      select order_no, batch_no from (
        select order_no, batch_no,
          sum(quantity) over (order by batch_no, order_no) - quantity as units_before
        from due) as counted
      where units_before < ${unitsMax}
    ), claimed as (
      update fulfillments b
      set status = case when b.taking_back then b.status else 'PROCESSING' end,
          attempt = b.attempt + 1, waits_for = null, lease_owner = ${claim.owner},
          lease_epoch = b.lease_epoch + 1,
          due_at = now() + make_interval(secs => ${claim.leaseSeconds})
      from taken
      where b.partner_id = ${partnerId} and b.order_no = taken.order_no
        and b.batch_no = taken.batch_no
      returning b.order_no, b.batch_no, b.line_no, b.product_id, b.supplier, b.face_value_minor,
        b.first_item_no, b.quantity, b.attempt, b.lease_epoch, b.outcome_unknown, b.taking_back
    ), waiting as (
      select order_no from orders
      where partner_id = ${partnerId} and status = 'PENDING'
        and order_no in (select order_no from claimed where not taking_back)
      order by order_no for update
    ), started as (
      update orders set status = 'PROCESSING', previous_status = status,
        status_since = greatest(status_since, ${dateAt(claim.nowMs)})
      where partner_id = ${partnerId} and status = 'PENDING'
        and order_no in (select order_no from waiting)
    )
    select claimed.*, l.product_currency, l.recipient, p.supplier_settings
    from claimed
    join order_lines l on l.partner_id = ${partnerId} and l.order_no = claimed.order_no
      and l.line_no = claimed.line_no
    join products p on p.product_id = claimed.product_id
    order by claimed.batch_no, claimed.order_no`
}

function orderNosOf(batches: readonly LeasedBatch[]): number[] {
  return batches.map((batch) => batch.request.orderNo)
}

/**
 * Keys and epochs of batches, as columns; a statement touches a batch only under its epoch. Each
 * names the orders once more by themselves, so that its plan stays a lookup by key. Sorted as
 * everybody locks them, by order and number: who locks several never waits for another in a circle.
 */
function held(batches: readonly LeasedBatch[]): Statement<never> {
  const sorted = batches.toSorted(byOrder)
  return sql`unnest(
    ${sorted.map((batch) => batch.request.orderNo)}::bigint[],
    ${sorted.map((batch) => batch.request.batchNo)}::integer[],
    ${sorted.map((batch) => batch.epoch)}::integer[]) as held (order_no, batch_no, lease_epoch)`
}

function byOrder({ request: one }: LeasedBatch, { request: other }: LeasedBatch): number {
  return one.orderNo - other.orderNo || one.batchNo - other.batchNo
}

export type Fenced = Pick<FulfillmentsRow, 'order_no' | 'batch_no'>

export function renewLeases(
  partnerId: number,
  batches: readonly LeasedBatch[],
  leaseSeconds: number,
): Statement<never> {
  return sql`
    update fulfillments b set due_at = now() + make_interval(secs => ${leaseSeconds})
    from ${held(batches)}
    where b.partner_id = ${partnerId} and b.order_no = held.order_no
      and b.order_no = any(${orderNosOf(batches)}::bigint[])
      and b.batch_no = held.batch_no and b.lease_epoch = held.lease_epoch
      and b.lease_owner is not null`
}

/** Completes batches that are still held under their epoch; answers which were. */
export function completeBatches(
  partnerId: number,
  batches: readonly LeasedBatch[],
  nowMs: number,
): Statement<Fenced> {
  return sql`
    update fulfillments b
    set status = 'COMPLETED', due_at = null, lease_owner = null, outcome_unknown = false,
        last_fault = null, completed_at = ${dateAt(nowMs)}
    from ${held(batches)}
    where b.partner_id = ${partnerId} and b.order_no = held.order_no
      and b.order_no = any(${orderNosOf(batches)}::bigint[])
      and b.batch_no = held.batch_no and b.lease_epoch = held.lease_epoch
      and b.status = 'PROCESSING'
    returning b.order_no, b.batch_no`
}

/**
 * No stock anywhere: an import wakes the batch; a supplier of others' stock is asked every so
 * often. Refusals count anew.
 */
export function parkForStock(
  partnerId: number,
  batches: readonly LeasedBatch[],
): Statement<Fenced> {
  return sql`
    update fulfillments b
    set status = 'PENDING', waits_for = 'stock', lease_owner = null, outcome_unknown = false,
        attempt = 1,
        due_at = case when b.supplier <> 'vault' then now() + interval '1 minute' end,
        last_fault = 'out of stock'
    from ${held(batches)}
    where b.partner_id = ${partnerId} and b.order_no = held.order_no
      and b.order_no = any(${orderNosOf(batches)}::bigint[])
      and b.batch_no = held.batch_no and b.lease_epoch = held.lease_epoch
      and b.status = 'PROCESSING'
    returning b.order_no, b.batch_no`
}

/** How a batch that was not delivered goes on. */
export interface Setback {
  readonly batch: LeasedBatch
  readonly status: 'FAILED' | 'PROCESSING'
  readonly outcomeUnknown: boolean
  readonly fault: string
  /** Undefined: only an operator tries again. */
  readonly retryInSeconds: number | undefined
}

export function setBack(partnerId: number, setbacks: readonly Setback[]): Statement<Fenced> {
  const sorted = setbacks.toSorted((one, other) => byOrder(one.batch, other.batch))
  const column = <T>(of: (setback: Setback) => T): T[] => sorted.map(of)
  return sql`
    update fulfillments b
    set status = given.status, outcome_unknown = given.outcome_unknown,
        last_fault = given.fault, lease_owner = null,
        due_at = now() + make_interval(secs => given.retry_in)
    from unnest(
      ${column((one) => one.batch.request.orderNo)}::bigint[],
      ${column((one) => one.batch.request.batchNo)}::integer[],
      ${column((one) => one.batch.epoch)}::integer[],
      ${column((one) => one.status)}::text[],
      ${column((one) => one.outcomeUnknown)}::boolean[],
      ${column((one) => one.fault)}::text[],
      ${column((one) => one.retryInSeconds ?? null)}::double precision[]
    ) as given (order_no, batch_no, lease_epoch, status, outcome_unknown, fault, retry_in)
    where b.partner_id = ${partnerId} and b.order_no = given.order_no
      and b.order_no = any(${column((one) => one.batch.request.orderNo)}::bigint[])
      and b.batch_no = given.batch_no and b.lease_epoch = given.lease_epoch
      and b.status = 'PROCESSING'
    returning b.order_no, b.batch_no`
}

/** What fell back while its order lost its money waits for funds, as the rest of the order does. */
export function holdBack(partnerId: number, batches: readonly LeasedBatch[]): Statement<never> {
  return sql`
    update fulfillments b set status = 'PENDING', waits_for = 'funds', due_at = null
    from orders o
    where b.partner_id = ${partnerId} and b.order_no = any(${orderNosOf(batches)}::bigint[])
      and o.partner_id = b.partner_id and o.order_no = b.order_no and o.status = 'ON_HOLD'
      and b.status in ('PENDING', 'FAILED')`
}

/**
 * A worker that stops gives its leases back, so that another need not wait for their end. They stay
 * PROCESSING: a supplier that was asked may yet deliver.
 */
export function giveBackLeases(owner: string): Statement<{ partner_id: number }> {
  return sql`
    update fulfillments
    set due_at = now(), lease_owner = null, lease_epoch = lease_epoch + 1
    where lease_owner = ${owner} and due_at is not null
    returning partner_id`
}

/** What a cancelled batch was issued is no longer the order's. */
export function deletePieces(partnerId: number, batches: readonly LeasedBatch[]): Statement<never> {
  return sql`
    delete from issued_pieces p using ${held(batches)}
    where p.partner_id = ${partnerId} and p.order_no = held.order_no
      and p.order_no = any(${orderNosOf(batches)}::bigint[])
      and p.batch_no = held.batch_no`
}

export function finishReturns(
  partnerId: number,
  batches: readonly LeasedBatch[],
): Statement<Fenced> {
  return sql`
    update fulfillments b set taking_back = false, due_at = null, lease_owner = null
    from ${held(batches)}
    where b.partner_id = ${partnerId} and b.order_no = held.order_no
      and b.order_no = any(${orderNosOf(batches)}::bigint[])
      and b.batch_no = held.batch_no and b.lease_epoch = held.lease_epoch and b.taking_back
    returning b.order_no, b.batch_no`
}

/** Partners with work that is due; those with anything in the queue by one index probe each. */
export function partnersWithWork(): Statement<{ partner_id: number }> {
  return sql`
    with recursive found as (
      (select partner_id from fulfillments where due_at is not null
       order by partner_id limit 1)
      union all
      select (select next.partner_id from fulfillments next
              where next.due_at is not null and next.partner_id > found.partner_id
              order by next.partner_id limit 1)
      from found where found.partner_id is not null
    )
    select partner_id from found
    where partner_id is not null and exists (
      select from fulfillments due
      where due.partner_id = found.partner_id and due.due_at <= now())`
}
