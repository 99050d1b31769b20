import { dateAt, dateOrNull } from '../core/mod.ts'
import { Columns, sql, type Column, type Statement } from '../db/mod.ts'
import { publishOrders } from '../events/mod.ts'
import type { Book } from '../ledger/mod.ts'
import type { Order, OrderEvent } from './order.ts'
import { ORDER_COLUMNS } from './order-rows.ts'
import type { OrderStatus } from './transitions.ts'

/**
 * All statements that write `orders.status`. Each inserts its changes into `order_events` as well,
 * and publishes them to a partner that listens.
 *
 * | statement       | change                     | made by                                      |
 * | --------------- | -------------------------- | -------------------------------------------- |
 * | insertOrders    | none -> PENDING, and on to | a group of the book that places the order,   |
 * |                 | COMPLETED                  | and issues it if no worker is needed         |
 * | updateOrders    | -> COMPLETED (by way of    | a group of the book that settles, cancels,   |
 * |                 | PROCESSING), CANCELLED,    | suspends or resumes orders                   |
 * |                 | ON_HOLD, PENDING           |                                              |
 * | startOrders     | PENDING -> PROCESSING      | a worker that leases a batch of the order    |
 * | moveOutOfStock  | -> OUT_OF_STOCK            | a worker whose batch found no stock          |
 * | moveBackInStock | OUT_OF_STOCK -> PROCESSING | a worker whose batch was issued from stock   |
 */

type Group = Pick<Book, 'partnerId' | 'now'>

const RECORDED_COLUMNS = sql.raw('partner_id, order_no, event_no, to_status')

const EVENTS = new Columns<OrderEvent>([
  ['bigint', (one) => one.orderNo],
  ['integer', (one) => one.eventNo],
  ['text', (one) => one.from ?? null],
  ['text', (one) => one.to],
  ['text', (one) => one.reason ?? null],
  ['text', (one) => one.heldFor ?? null],
])

/** Common table expressions that insert the events of a group, and publish them. */
function recordEvents({ partnerId, now }: Group, events: readonly OrderEvent[]): Statement<never> {
  return sql`
    recorded as (
      insert into order_events (
        partner_id, occurred_at, order_no, event_no, from_status, to_status, reason, held_for)
      select ${partnerId}, ${dateAt(now)}::timestamptz, event.*
      from ${EVENTS.rows(events)} as event
      returning ${RECORDED_COLUMNS}
    ), published as (${publishOrders(partnerId)})`
}

/** From the number to the last event, of new orders and of changed ones. */
const COMMON: readonly Column<Order>[] = [
  ['bigint', (one) => one.orderNo],
  ['text', (one) => one.clientReference],
  ['uuid', (one) => one.idempotencyKey ?? null],
  ['bytea', (one) => one.fingerprint],
  ['text', (one) => one.currency.code],
  ['bigint', (one) => one.totalMinor],
  ['bigint', (one) => one.adjustment?.discountMinor ?? null],
  ['bigint', (one) => one.adjustment?.feeMinor ?? null],
  ['integer', (one) => one.unitCount],
  ['text', (one) => one.status],
  ['text', (one) => one.previousStatus ?? null],
  ['integer', (one) => one.lastEventNo],
]

const PLACED = new Columns<Order>([
  ...COMMON,
  ['bigint', (one) => one.holdNo ?? null],
  ['bigint', (one) => one.chargedMinor ?? null],
])

/** Inserts the orders that a group places, all with the group's instant. */
export function insertOrders(
  group: Group,
  orders: readonly Order[],
  events: readonly OrderEvent[],
): Statement<never> {
  return sql`
    with ${recordEvents(group, events)}
    insert into orders (
      partner_id, created_at, status_since, completed_at, order_no, client_reference,
      idempotency_key, fingerprint, currency, total_minor, discount_minor, fee_minor, unit_count,
      status, previous_status, last_event, hold_no, charged_minor)
    select ${group.partnerId}, instant, instant,
      case placed.status when 'COMPLETED' then instant end, placed.*
    from (select ${dateAt(group.now)}::timestamptz) as own (instant), ${PLACED.rows(orders)}
      as placed (order_no, reference, key, fingerprint, currency, total, discount, fee, units,
                 status, previous, last_event, hold_no, charged)`
}

const CHANGED = new Columns<Order>([
  ...COMMON,
  ['timestamptz', (one) => dateAt(one.statusSinceMs)],
  ['bigint', (one) => one.holdNo ?? null],
  ['bigint', (one) => one.chargedMinor ?? null],
  ['text', (one) => one.cancelReason ?? null],
  ['timestamptz', (one) => dateAt(one.createdMs)],
  ['timestamptz', (one) => dateOrNull(one.completedMs)],
  ['boolean', (one) => one.heldForSupplier],
  ['timestamptz', (one) => dateOrNull(one.firstHeldMs)],
])

/**
 * Updates existing orders, found by their primary key. An update that joins its values would be
 * planned while the table is small, and would then compare every order with every value.
 */
export function updateOrders(
  group: Group,
  orders: readonly Order[],
  events: readonly OrderEvent[],
): Statement<never> {
  return sql`
    with ${recordEvents(group, events)}
    insert into orders (${ORDER_COLUMNS})
    select ${group.partnerId}, changed.* from ${CHANGED.rows(orders)} as changed
    on conflict (partner_id, order_no) do update
    set status = excluded.status, previous_status = excluded.previous_status,
        last_event = excluded.last_event, status_since = excluded.status_since,
        hold_no = excluded.hold_no, charged_minor = excluded.charged_minor,
        cancel_reason = excluded.cancel_reason, completed_at = excluded.completed_at,
        held_for_supplier = excluded.held_for_supplier, first_held_at = excluded.first_held_at`
}

/** What a worker's update sets besides the new status. */
const NEXT_EVENT = sql<never>`previous_status = status, last_event = last_event + 1`

/** Names the columns of `moved`, the rows that a statement has updated. */
const MOVED_COLUMNS = sql.raw(
  'partner_id, order_no, last_event, previous_status, status, status_since',
)
/** A common table expression that inserts one event for each row of `moved`. */
const RECORD_MOVED = sql<never>`
  recorded as (
    insert into order_events (
      partner_id, order_no, event_no, from_status, to_status, occurred_at)
    select ${MOVED_COLUMNS} from moved
    returning ${RECORDED_COLUMNS}
  )`

/**
 * Returns common table expressions that move those of the orders that are PENDING to PROCESSING.
 * `orderNos` is an array in terms of the statement that they stand in. Orders are locked in one
 * order, after their batches.
 */
export function startOrders(
  partnerId: number,
  orderNos: Statement<never>,
  nowMs: number,
): Statement<never> {
  return sql`
    pending as (
      select order_no from orders
      where partner_id = ${partnerId} and status = 'PENDING' and order_no = any(${orderNos})
      order by order_no for update
    ), moved as (
      update orders set status = 'PROCESSING', ${NEXT_EVENT},
        status_since = greatest(status_since, ${dateAt(nowMs)})
      where partner_id = ${partnerId} and status = 'PENDING'
        and order_no = any(array(select order_no from pending))
      returning ${MOVED_COLUMNS}
    ), ${RECORD_MOVED}, published as (${publishOrders(partnerId)})`
}

/** Orders whose batches were asked of suppliers, by the results. */
export interface AskedOrders {
  /** A batch was issued. */
  readonly issued: readonly number[]
  /** A batch was not issued. */
  readonly others: readonly number[]
  /** Those of `others` with a batch that waits for stock. */
  readonly parked: readonly number[]
}

export interface LockedOrder {
  readonly order_no: bigint
  readonly status: OrderStatus
}

/**
 * Locks, in the order of their numbers, those of the orders whose status may change. Later
 * statements change it: only they see what the last holder of a lock has committed.
 *
 * An order that was issued something changes if it is OUT_OF_STOCK. An order with a parked batch is
 * locked in every open status: who moves it back in stock must wait for what is parked. The failed
 * batches of an order ON_HOLD wait with it.
 */
export function lockOrdersToMove(
  partnerId: number,
  { issued, others, parked }: AskedOrders,
): Statement<LockedOrder> {
  return sql`
    select order_no, status from orders
    where partner_id = ${partnerId} and order_no = any(${[...issued, ...others]}::bigint[])
      and case status
        when 'OUT_OF_STOCK' then order_no = any(${[...issued, ...parked]}::bigint[])
        when 'ON_HOLD' then order_no = any(${others}::bigint[])
        when 'PENDING' then order_no = any(${parked}::bigint[])
        when 'PROCESSING' then order_no = any(${parked}::bigint[])
        else false end
    order by order_no
    for update`
}

/** Moves locked orders of which a batch found no stock. */
export function moveOutOfStock(
  partnerId: number,
  orderNos: readonly bigint[],
  nowMs: number,
): Statement<never> {
  return sql`
    with moved as (
      update orders set status = 'OUT_OF_STOCK', ${NEXT_EVENT}, status_since = ${dateAt(nowMs)}
      where partner_id = ${partnerId} and order_no = any(${orderNos}::bigint[])
        and status in ('PENDING', 'PROCESSING')
      returning ${MOVED_COLUMNS}
    ), ${RECORD_MOVED}
    ${publishOrders(partnerId)}`
}

/**
 * Moves locked orders for which stock arrived, unless another of their batches waits. A batch of an
 * order that is not ON_HOLD waits for stock only; a condition that says so would read the whole
 * index of batches that wait for stock.
 */
export function moveBackInStock(
  partnerId: number,
  orderNos: readonly bigint[],
  nowMs: number,
): Statement<never> {
  return sql`
    with moved as (
      update orders set status = 'PROCESSING', ${NEXT_EVENT}, status_since = ${dateAt(nowMs)}
      where partner_id = ${partnerId} and order_no = any(${orderNos}::bigint[])
        and status = 'OUT_OF_STOCK'
        and not exists (
          select from fulfillments b
          where b.partner_id = ${partnerId} and b.order_no = orders.order_no
            and b.status <> 'COMPLETED' and b.waits_for is not null
          offset 0)
      returning ${MOVED_COLUMNS}
    ), ${RECORD_MOVED}
    ${publishOrders(partnerId)}`
}

/** An order that is placed again under its reference is then a conflict. */
export function forgetFingerprints(
  orders: readonly { readonly partner_id: number; readonly order_no: bigint }[],
): Statement<never> {
  return sql`
    update orders set fingerprint = ''
    where (partner_id, order_no) in (
      select * from unnest(
        ${orders.map((one) => one.partner_id)}::integer[],
        ${orders.map((one) => one.order_no)}::bigint[]))`
}
