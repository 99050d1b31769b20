import { dateAt, drawNumber } from '../core/mod.ts'
import { sql, type FulfillmentsRow, type Statement } from '../db/mod.ts'
import { STOCK_SUPPLIER } from '../inventory/mod.ts'
import { startOrders } from '../orders/mod.ts'
import { STOCK_WEIGHT_MAX, type LeasedBatch, type LeasedRow } from './batch.ts'

export interface Claim {
  readonly partnerId: number
  readonly owner: string
  readonly leaseSeconds: number
  readonly batchesMax: number
  /** Units of which codes are made or fetched. */
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
  const { partnerId, unitsMax } = claim
  return sql`
    with ${countedInTurn(claim)}, locked as materialized (
      select found.* from counted cross join lateral (
        select f.ctid as place, f.product_id, f.supplier_step as step,
          f.taking_back or f.supplier_settings is not null as is_bound
        from fulfillments f
        where f.ctid = counted.place and coalesce(f.due_at, 'infinity') <= now()
        for update skip locked) as found
      where counted.weight_before < ${unitsMax}
    ), claimed as (
      update fulfillments b
      set status = case when b.taking_back then b.status else 'PROCESSING' end,
          attempt = b.attempt + (taken.is_bound or taken.step = 0)::integer,
          supplier = case when taken.is_bound then b.supplier else taken.supplier end,
          supplier_settings =
            case when taken.is_bound then b.supplier_settings else taken.settings end,
          supplier_step = taken.step, waits_for = null, lease_owner = ${claim.owner},
          lease_epoch = ${drawNumber()},
          due_at = now() + make_interval(secs => ${claim.leaseSeconds})
      from (
        select locked.place, locked.is_bound, routed.*
        from locked cross join lateral ${routeOf(sql`locked`)} as routed) as taken
      where b.ctid = taken.place
      returning b.order_no, b.batch_no, b.line_no, b.product_id, b.supplier, b.face_value_minor,
        b.first_item_no, b.quantity, b.attempt, b.lease_epoch, b.outcome_unknown, b.last_fault,
        b.taking_back, b.supplier_settings, b.supplier_step, b.round_outcome, taken.is_bound
    ), ${startOrders(partnerId, CLAIMED_ORDERS, claim.nowMs)}
    select claimed.*, line.product_currency, line.recipient
    from claimed cross join lateral (
      select l.product_currency, l.recipient from order_lines l
      where l.partner_id = ${partnerId} and l.order_no = claimed.order_no
        and l.line_no = claimed.line_no
      offset 0) as line
    order by claimed.batch_no, claimed.order_no`
}

const STOCK = sql.raw(`'${STOCK_SUPPLIER}'`)

const CLAIMED_ORDERS = sql<never>`array(select order_no from claimed where not taking_back)`

/** The places of the batches whose turn it is, each with the weight of all before it. */
function countedInTurn({ partnerId, batchesMax, unitsMax, busyProducts }: Claim): Statement<never> {
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
        -- No more than are taken where all are as large as the first.
        select least(${batchesMax}::integer, (${unitsMax}::integer + weight - 1) / weight)
        from first)
    ), counted as (
      select place, sum(weight) over (order by batch_no, order_no) - weight as weight_before
      from due
    )`
}

/**
 * Whom a batch, of which `step` and `product_id` are known, asks next as its product has it now. A
 * list that has become shorter is begun anew.
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

/** Keys and epochs of batches, as columns, by order and number: as everybody locks them. */
function leasesOf(batches: readonly LeasedBatch[]): Statement<never> {
  const sorted = batches.toSorted(byOrder)
  return sql`unnest(
    ${sorted.map((batch) => batch.request.orderNo)}::bigint[],
    ${sorted.map((batch) => batch.request.batchNo)}::integer[],
    ${sorted.map((batch) => batch.epoch)}::bigint[]) as lease (order_no, batch_no, epoch)`
}

/**
 * Locks those of the batches that are still held under their epoch. Comes in a statement of its own
 * before those that write them, which then find them as they are and stay.
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
 * Where the batch of one row of `lease` is, while it is held under its epoch; looked up by its key.
 *
 * Plans are kept, and are made when the planner has last seen no open batch, or none at all. A
 * plain join then compares every batch with every row: 500 batches took 350 ms instead of 10. So
 * whoever writes at a place names the place alone: any further condition that an index could
 * answer, on the partner or the status, would have the open batches read whole for each of them.
 */
export function placeOf(partnerId: number): Statement<never> {
  return sql`(
    select f.ctid as place from fulfillments f
    where f.partner_id = ${partnerId} and f.order_no = lease.order_no
      and f.batch_no = lease.batch_no and f.lease_epoch = lease.epoch
    offset 0)`
}

/** The places of the batches that are still held: a statement touches no other. */
function held(partnerId: number, batches: readonly LeasedBatch[]): Statement<never> {
  return sql`(
    select found.place from ${leasesOf(batches)}
    cross join lateral ${placeOf(partnerId)} as found) as held`
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
    from ${held(partnerId, batches)}
    where b.ctid = held.place and b.lease_owner is not null`
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
    from ${held(partnerId, batches)}
    where b.ctid = held.place and coalesce(b.status, '') = 'PROCESSING'
    returning b.order_no, b.batch_no`
}

/**
 * What fell back of these orders, which are ON_HOLD and locked, waits for funds, as the rest of
 * each order does.
 */
export function holdBack(partnerId: number, orderNos: readonly bigint[]): Statement<never> {
  return sql`
    update fulfillments
    set status = 'PENDING', due_at = null,
        waits_for = case waits_for when 'supplier' then 'supplier' else 'funds' end
    where partner_id = ${partnerId} and order_no = any(${orderNos}::bigint[])
      and status in ('PENDING', 'FAILED') and not taking_back
      and (due_at is not null or waits_for is distinct from 'funds')`
}

/**
 * A worker that stops gives its leases back, so that another need not wait for their end. They stay
 * PROCESSING: a supplier that was asked may yet deliver.
 */
export function giveBackLeases(owner: string): Statement<{ partner_id: number }> {
  return sql`
    update fulfillments
    set due_at = now(), lease_owner = null, lease_epoch = ${drawNumber()}
    where lease_owner = ${owner} and due_at is not null
    returning partner_id`
}

/** What a cancelled batch was issued is no longer the order's. */
export function deleteSegments(
  partnerId: number,
  batches: readonly LeasedBatch[],
): Statement<never> {
  return sql`
    delete from issued_segments p using (
      select found.place from ${leasesOf(batches)} cross join lateral (
        select issued.ctid as place from issued_segments issued
        where issued.partner_id = ${partnerId} and issued.order_no = lease.order_no
          and issued.batch_no = lease.batch_no
        offset 0) as found) as gone
    where p.ctid = gone.place`
}

export function finishReturns(
  partnerId: number,
  batches: readonly LeasedBatch[],
): Statement<Fenced> {
  return sql`
    update fulfillments b set taking_back = false, due_at = null, lease_owner = null
    from ${held(partnerId, batches)}
    where b.ctid = held.place and b.taking_back
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
      where due.partner_id = found.partner_id and due.due_at <= now()
      offset 0)`
}
