import { dateAt, drawNumber } from '../core/mod.ts'
import { sql, type FulfillmentsRow, type Statement, twinned } from '../db/mod.ts'
import { STOCK_SUPPLIER } from '../inventory/mod.ts'
import { startOrders } from '../orders/mod.ts'
import { STOCK_WEIGHT_MAX, type LeasedBatch, type LeasedRow } from './batch.ts'

export interface LeaseRequest {
  readonly partnerId: number
  readonly owner: string
  readonly leaseSeconds: number
  readonly batchesMax: number
  /** The most units to lease. A batch from stock counts as few, because its codes exist already. */
  readonly unitsMax: number
  /** Products whose supplier is busy. Of their batches, only those to take back are leased. */
  readonly busyProducts: readonly number[]
  readonly nowMs: number
}

/**
 * Leases due batches of one partner, the first batches of all orders first, and moves their orders
 * to PROCESSING. The statement has these steps:
 *
 *   first, due   the due batches, at most `batchesMax`
 *   counted      each with the units of all before it
 *   locked       as many as `unitsMax` allows; skips what another worker is leasing
 *   leased       updated: the next supplier, a new epoch, the end of the lease
 *   pending ...  their orders, locked by number after the batches (`startOrders`)
 *
 * Leases are measured by the database's clock, the only one that all workers share.
 */
export const leaseBatches = twinned(
  'leaseBatches',
  (request: LeaseRequest): Statement<LeasedRow> => {
    const { partnerId, nowMs } = request
    const epoch = drawNumber()
    return sql`
      with ${leasedBatches(request, epoch)}, ${startOrders(partnerId, LEASED_ORDERS, nowMs)}
      ${rowsOfLeased(partnerId)}`
  },
)

export function rowsOfLeased(partnerId: number): Statement<LeasedRow> {
  return sql`
    select leased.*, line.product_currency, line.recipient
    from leased cross join lateral (
      select l.product_currency, l.recipient from order_lines l
      where l.partner_id = ${partnerId} and l.order_no = leased.order_no
        and l.line_no = leased.line_no
      offset 0) as line
    order by leased.batch_no, leased.order_no`
}

export function leasedBatches(request: LeaseRequest, epoch: bigint): Statement<never> {
  const { partnerId, unitsMax } = request
  return sql`
    ${dueBatches(request)}, locked as materialized (
      select batch.* from counted cross join lateral (
        select f.ctid as place, f.product_id, f.supplier_step as step,
          f.taking_back or f.supplier_settings is not null as is_bound
        from fulfillments f
        where f.partner_id = ${partnerId} and f.ctid = counted.place
          and coalesce(f.due_at, 'infinity') <= now()
        for update skip locked) as batch
      where counted.weight_before < ${unitsMax}
    ), leased as (
      update fulfillments b
      set status = case when b.taking_back then b.status else 'PROCESSING' end,
          attempt = b.attempt + (next.is_bound or next.step = 0)::integer,
          supplier = case when next.is_bound then b.supplier else next.supplier end,
          supplier_settings =
            case when next.is_bound then b.supplier_settings else next.settings end,
          supplier_step = next.step, waits_for = null, lease_owner = ${request.owner},
          lease_epoch = ${epoch},
          due_at = now() + make_interval(secs => ${request.leaseSeconds})
      from (
        select locked.place, locked.is_bound, route.*
        from locked cross join lateral ${routeOf(sql`locked`)} as route) as next
      where b.partner_id = ${partnerId} and b.ctid = next.place
      returning b.order_no, b.batch_no, b.line_no, b.product_id, b.supplier, b.face_value_minor,
        b.first_item_no, b.quantity, b.attempt, b.lease_epoch, b.outcome_unknown, b.last_fault,
        b.taking_back, b.supplier_settings, b.supplier_step, b.round_outcome,
        b.min_validity_days, b.offer, next.is_bound
    )`
}

const STOCK = sql.raw(`'${STOCK_SUPPLIER}'`)

const LEASED_ORDERS = sql<never>`array(select order_no from leased where not taking_back)`

/** Returns the places of the next due batches, each with the weight of all before it. */
function dueBatches(request: LeaseRequest): Statement<never> {
  const { partnerId, batchesMax, unitsMax, busyProducts } = request
  const weight = sql`
    case supplier when ${STOCK} then least(quantity, ${STOCK_WEIGHT_MAX}::integer)
      else quantity end as weight`
  const leasable = sql`
    from fulfillments
    where partner_id = ${partnerId} and due_at <= now()
      and (taking_back or product_id <> all(${busyProducts}::integer[]))
    order by batch_no, order_no`
  return sql`first as (
      select ${weight} ${leasable} limit 1
    ), due as (
      select ctid as place, order_no, batch_no, ${weight} ${leasable}
      limit (
        -- As many as fit if all are as large as the first.
        select least(${batchesMax}::integer, (${unitsMax}::integer + weight - 1) / weight)
        from first)
    ), counted as (
      select place, sum(weight) over (order by batch_no, order_no) - weight as weight_before
      from due
    )`
}

/**
 * Returns the next supplier of a row with `step` and `product_id`, from the product's present list.
 * Starts over if the list has become shorter.
 */
function routeOf(batch: Statement<never>): Statement<never> {
  return sql`(
    select at.step,
      case when at.step = 0 then p.supplier
        else p.fallback_suppliers -> (at.step - 1) ->> 'supplier' end as supplier,
      case when at.step = 0 then p.supplier_settings
        else p.fallback_suppliers -> (at.step - 1) -> 'settings' end as settings
    from products p cross join lateral (
      select case
        when ${batch}.is_bound or ${batch}.step <= jsonb_array_length(p.fallback_suppliers)
        then ${batch}.step else 0 end as step) as at
    where p.product_id = ${batch}.product_id
    offset 0)`
}

/** Returns keys and epochs of batches as columns, in the order of locks. */
function leasesOf(batches: readonly LeasedBatch[]): Statement<never> {
  const sorted = batches.toSorted(byOrder)
  return sql`unnest(
    ${sorted.map((batch) => batch.request.orderNo)}::bigint[],
    ${sorted.map((batch) => batch.request.batchNo)}::integer[],
    ${sorted.map((batch) => batch.epoch)}::bigint[]) as lease (order_no, batch_no, epoch)`
}

/**
 * Locks the batches that are still leased under their epoch. A statement of its own, so that the
 * next statements see what the last holder of the lock has written.
 */
export function lockHeld(
  partnerId: number,
  batches: readonly LeasedBatch[],
): Statement<{ held: bigint }> {
  return sql`
    select count(*) as held from ${leasesOf(batches)} cross join lateral (
      select from fulfillments f
      where f.partner_id = ${partnerId} and f.order_no = lease.order_no
        and f.batch_no = lease.batch_no and f.lease_epoch = lease.epoch
      for update) as locked`
}

/**
 * Returns the place of the batch of one row of `lease` if it is still leased under its epoch.
 *
 * Plans are cached, and may be made when the planner has statistics of an empty table. A plain join
 * then compares every batch with every row: 500 batches took 350 ms instead of 10. The outer
 * statement must not have another condition that an index can serve, on the partner or the status:
 * the planner would scan all open batches for each row.
 */
export function placeOf(partnerId: number): Statement<never> {
  return sql`(
    select f.ctid as place from fulfillments f
    where f.partner_id = ${partnerId} and f.order_no = lease.order_no
      and f.batch_no = lease.batch_no and f.lease_epoch = lease.epoch
    offset 0)`
}

/** Returns the places of the batches that are still leased under their epoch. */
function held(partnerId: number, batches: readonly LeasedBatch[]): Statement<never> {
  return sql`(
    select batch.place from ${leasesOf(batches)}
    cross join lateral ${placeOf(partnerId)} as batch) as held`
}

function byOrder({ request: one }: LeasedBatch, { request: other }: LeasedBatch): number {
  return one.orderNo - other.orderNo || one.batchNo - other.batchNo
}

export type FencedBatch = Pick<FulfillmentsRow, 'order_no' | 'batch_no'>

/** Extends the leases that are still held under their epoch. */
export function renewLeases(
  partnerId: number,
  batches: readonly LeasedBatch[],
  leaseSeconds: number,
): Statement<never> {
  return sql`
    update fulfillments b set due_at = now() + make_interval(secs => ${leaseSeconds})
    from ${held(partnerId, batches)}
    where b.partner_id = ${partnerId} and b.ctid = held.place and b.lease_owner is not null`
}

/** Completes the batches that are still leased under their epoch, and returns them. */
export function completeBatches(
  partnerId: number,
  batches: readonly LeasedBatch[],
  nowMs: number,
): Statement<FencedBatch> {
  return sql`
    update fulfillments b
    set status = 'COMPLETED', due_at = null, lease_owner = null, outcome_unknown = false,
        last_fault = null, completed_at = ${dateAt(nowMs)}
    from ${held(partnerId, batches)}
    where b.partner_id = ${partnerId} and b.ctid = held.place
      and coalesce(b.status, '') = 'PROCESSING'
    returning b.order_no, b.batch_no`
}

/**
 * Makes batches that failed wait for funds, as the other batches of their orders do. The orders are
 * ON_HOLD and locked.
 */
export function parkForFunds(partnerId: number, orderNos: readonly bigint[]): Statement<never> {
  return sql`
    update fulfillments
    set status = 'PENDING', due_at = null,
        waits_for = case when waits_for = 'supplier' then 'supplier' else 'funds' end
    where partner_id = ${partnerId} and order_no = any(${orderNos}::bigint[])
      and status in ('PENDING', 'FAILED') and not taking_back
      and (due_at is not null or waits_for is distinct from 'funds')`
}

/**
 * Releases the leases of a worker that stops. The batches stay PROCESSING, because a supplier that
 * was called may still issue.
 */
export function releaseLeases(owner: string): Statement<{ partner_id: number }> {
  return sql`
    update fulfillments
    set due_at = now(), lease_owner = null, lease_epoch = ${drawNumber()}
    where lease_owner = ${owner} and due_at is not null
    returning partner_id`
}

/** Deletes the segments of cancelled batches. */
export function deleteSegments(
  partnerId: number,
  batches: readonly LeasedBatch[],
): Statement<never> {
  return sql`
    delete from issued_segments p using (
      select segment.place from ${leasesOf(batches)} cross join lateral (
        select issued.ctid as place from issued_segments issued
        where issued.partner_id = ${partnerId} and issued.order_no = lease.order_no
          and issued.batch_no = lease.batch_no
        offset 0) as segment) as returned
    where p.partner_id = ${partnerId} and p.ctid = returned.place`
}

/** Marks the returns of batches of cancelled orders as done, and returns these batches. */
export function finishReturns(
  partnerId: number,
  batches: readonly LeasedBatch[],
): Statement<FencedBatch> {
  return sql`
    update fulfillments b set taking_back = false, due_at = null, lease_owner = null
    from ${held(partnerId, batches)}
    where b.partner_id = ${partnerId} and b.ctid = held.place and b.taking_back
    returning b.order_no, b.batch_no`
}

/** Returns the partners with due batches, each by one index probe. */
export const partnersWithWork = twinned(
  'partnersWithWork',
  (): Statement<{ partner_id: number }> => {
    return sql<{ partner_id: number }>`
    with recursive partners as (
      (select partner_id from fulfillments where due_at is not null
       order by partner_id limit 1)
      union all
      select (select next.partner_id from fulfillments next
              where next.due_at is not null and next.partner_id > partners.partner_id
              order by next.partner_id limit 1)
      from partners where partners.partner_id is not null
    )
    select partner_id from partners
    where partner_id is not null and exists (
      select 1 from fulfillments due
      where due.partner_id = partners.partner_id and due.due_at <= now()
      offset 0)`
  },
)
