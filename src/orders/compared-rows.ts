import { sql, type Statement } from '../db/mod.ts'
import { TRANSFER_CODES, type InSql, type InSqlOf, type TransferRange } from '../ledger/mod.ts'
import { priceOfUnits, UNFINISHED_ORDERS } from './order-rows.ts'

/** The database takes about a second to read this number of orders. */
const ORDERS_PER_READ = 20_000

/** A range of a partner's orders by number: after `after`, up to `last`. */
export interface OrderRange {
  readonly after: bigint
  readonly last: bigint
}

export interface OrderExtent {
  last_order: bigint
  first_unfinished: bigint | null
  stored_on_hold: string
  counted_on_hold: string
}

/**
 * Returns the numbers of orders according to the book and to the table of orders, in one snapshot.
 */
export function orderExtent(partnerId: InSql<number>): Statement<OrderExtent> {
  return sql`
    select last_order, orders_on_hold::text as stored_on_hold, (
      select count(*) from orders
      where partner_id = ${partnerId} and status = 'ON_HOLD' and not held_for_supplier
    )::text as counted_on_hold, (
      select min(order_no) from ${UNFINISHED_ORDERS} as unfinished
      where partner_id = ${partnerId}) as first_unfinished
    from books where partner_id = ${partnerId}`
}

export interface NextOrders {
  last: bigint | null
  orders: bigint
}

/**
 * Counts the next orders. Orders are numbered without gaps and never deleted, so a gap is a
 * difference.
 */
export function nextOrders(
  partnerId: InSql<number>,
  { after, last }: InSqlOf<OrderRange>,
): Statement<NextOrders> {
  return sql`
    select max(order_no) as last, count(*) as orders from (
      select order_no from orders
      where partner_id = ${partnerId} and order_no > ${after} and order_no <= ${last}
      order by order_no limit ${ORDERS_PER_READ}) as next`
}

export interface ChargedRow {
  order_no: bigint
  currency: string
  charged: string
  /** The charge that it should have. */
  recomputed: string
}

/** Returns the final orders whose charge differs from the posted amount of their hold. */
export function chargeMismatches(
  partnerId: InSql<number>,
  { after, last }: InSqlOf<OrderRange>,
): Statement<ChargedRow> {
  return sql`
    select o.order_no, o.currency, coalesce(o.charged_minor::text, 'nothing') as charged,
           coalesce(ending.posted::text, 'no such transfer') as recomputed
    from orders o
    left join lateral (
      select case when t.code = ${TRANSFER_CODES.order_charge}::smallint then t.amount else 0 end
        as posted
      from transfers t
      where t.partner_id = ${partnerId} and t.pending_no = o.hold_no
      offset 0) as ending on true
    where o.partner_id = ${partnerId} and o.order_no > ${after} and o.order_no <= ${last}
      and o.status in ('COMPLETED', 'CANCELLED') and o.hold_no is not null
      and o.charged_minor is distinct from ending.posted
    order by o.order_no`
}

export interface StatusRow {
  order_no: bigint
  currency: string
  status: string
  event_status: string | null
}

/** Returns the orders whose status differs from that of their last event. */
export function statusMismatches(
  partnerId: InSql<number>,
  { after, last }: InSqlOf<OrderRange>,
): Statement<StatusRow> {
  return sql`
    select o.order_no, o.currency, o.status, event.to_status as event_status
    from orders o
    left join lateral (
      select e.to_status from order_events e
      where e.partner_id = ${partnerId} and e.order_no = o.order_no and e.event_no = o.last_event
      offset 0) as event on true
    where o.partner_id = ${partnerId} and o.order_no > ${after} and o.order_no <= ${last}
      and o.last_event > 0 and event.to_status is distinct from o.status
    order by o.order_no`
}

export interface AdjustedRow {
  order_no: bigint
  currency: string
  stored: string
  posted: string
}

/**
 * Returns the orders whose charge is not followed by the transfers of their discount and fee, which
 * are the next one or two transfers after the charge. The discount and fee of a CANCELLED order are
 * unknown if an earlier version of the service cancelled it.
 */
export function adjustmentMismatches(
  partnerId: InSql<number>,
  { after, last }: InSqlOf<OrderRange>,
): Statement<AdjustedRow> {
  const { order_discount: discount, order_surcharge: surcharge, order_fee: fee } = TRANSFER_CODES
  return sql`
    select order_no, currency, stored, posted
    from (
      select o.order_no, o.currency, o.discount_minor || ' and ' || o.fee_minor as stored,
        coalesce(adjustment.discount, 0) || ' and ' || coalesce(adjustment.fee, 0) as posted
      from (
        select order_no, currency, hold_no,
          case status when 'CANCELLED' then charged_discount_minor else discount_minor end
            as discount_minor,
          case status when 'CANCELLED' then charged_fee_minor else fee_minor end as fee_minor
        from orders
        where partner_id = ${partnerId} and order_no > ${after} and order_no <= ${last}
          and status in ('COMPLETED', 'CANCELLED') and discount_minor is not null) as o
      left join lateral (
        select transfer_no from transfers t
        where t.partner_id = ${partnerId} and t.pending_no = o.hold_no
        offset 0) as ending on true
      left join lateral (
        select sum(case t.code when ${discount}::smallint then t.amount
                               when ${surcharge}::smallint then -t.amount end) as discount,
               sum(t.amount) filter (where t.code = ${fee}::smallint) as fee
        from transfers t
        where t.partner_id = ${partnerId}
          and t.transfer_no between ending.transfer_no + 1 and ending.transfer_no + 2
          and t.code = any(${[discount, surcharge, fee]}::smallint[])
          and (t.transfer_no = ending.transfer_no + 1
            or (o.discount_minor <> 0 and o.fee_minor <> 0))
        offset 0) as adjustment on true
      where o.discount_minor is not null) as adjusted
    where stored <> posted
    order by order_no`
}

/** Returns the CANCELLED orders whose charge differs from the price of their delivered units. */
export function irrevocableMismatches(
  partnerId: InSql<number>,
  { after, last }: InSqlOf<OrderRange>,
): Statement<ChargedRow> {
  return sql`
    select order_no, currency, charged::text, owed::text as recomputed
    from (
      select o.order_no, o.currency, coalesce(o.charged_minor, 0) as charged, (
        select coalesce(sum(${priceOfUnits('of_line.units')}), 0)::bigint
        from order_lines l
        cross join lateral (
          select coalesce(sum(quantity), 0) as units from fulfillments
          where partner_id = ${partnerId} and order_no = l.order_no and line_no = l.line_no
            and status = 'COMPLETED'
          offset 0) as of_line
        where l.partner_id = ${partnerId} and l.order_no = o.order_no and l.is_irrevocable) as owed
      from orders o
      where o.partner_id = ${partnerId} and o.order_no > ${after} and o.order_no <= ${last}
        and o.status = 'CANCELLED'
      offset 0) as cancelled
    where charged <> owed
    order by order_no`
}

export interface Ownerless {
  transfer_no: bigint
}

/**
 * Returns holds, charges and releases that belong to no order. Earlier versions of the service made
 * transfers that name no order when they suspended an order, or charged one that was ON_HOLD. These
 * transfers are matched by the instant of that event. Each subquery finds its row by the whole key,
 * whatever the statistics of the tables are.
 */
export function transfersWithoutOrder(
  partnerId: InSql<number>,
  { first, last }: InSqlOf<TransferRange>,
): Statement<Ownerless> {
  const {
    order_hold: hold,
    order_charge: charge,
    order_release: release,
    order_suspension: suspension,
  } = TRANSFER_CODES
  const codes = [hold, charge, release, suspension]
  const eventAt = (instant: string, status: 'ON_HOLD' | 'CANCELLED') => sql`exists (
    select from order_events e
    where e.partner_id = ${partnerId} and e.occurred_at = ${sql.raw(instant)}
      and e.to_status = ${status}
    offset 0)`
  return sql`
    select t.transfer_no
    from (
      select transfer_no, code, created_at, pending_no,
             coalesce(pending_no, transfer_no) as hold_no
      from transfers
      where partner_id = ${partnerId} and transfer_no between ${first} and ${last}
        and code = any(${codes}::smallint[])) as t
    where not exists (
        select from orders o where o.partner_id = ${partnerId} and o.hold_no = t.hold_no
        offset 0)
      and not exists (
        select from order_holds h where h.partner_id = ${partnerId} and h.hold_no = t.hold_no
        offset 0)
      and not exists (
        select from transfers ending
        where ending.partner_id = ${partnerId} and ending.pending_no = t.hold_no
          and ending.code = ${release}::smallint and ${eventAt('ending.created_at', 'ON_HOLD')}
        offset 0)
      and not (
        t.code = ${charge}::smallint and t.pending_no is null
        and ${eventAt('t.created_at', 'CANCELLED')})
    order by t.transfer_no`
}
