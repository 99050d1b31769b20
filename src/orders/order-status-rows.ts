import { dateAt } from '../core/mod.ts'
import { sql, type Statement, twinned } from '../db/mod.ts'
import { publishOrders, publishPlaced } from '../events/mod.ts'
import type { Order, OrderEvent } from './order.ts'
import {
  ORDER_EVENTS,
  NEW_ORDERS,
  NEW_RARE_ORDERS,
  ON_CONFLICT,
  ORDERS,
  type Group,
} from './order-columns.ts'

/**
 * All statements that write `orders.status`. Each also inserts its changes into `order_events`
 * (except those of `IMPLIED_CHANGES`) and publishes them to a partner that listens.
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

const RECORDED_COLUMNS = sql.raw('partner_id, order_no, event_no, to_status')

/** Common table expressions that insert the events of a group, and publish them. */
function recordEvents(group: Group, events: readonly OrderEvent[]): Statement<never> {
  return sql`
    recorded as (
      ${ORDER_EVENTS.insert(events, group)}
      returning ${RECORDED_COLUMNS}
    ), published as (${publishOrders(group.partnerId)})`
}

/** Inserts the orders that a group places, all with the group's instant. */
export const insertOrders = twinned(
  'insertOrders',
  (group: Group, orders: readonly Order[], events: readonly OrderEvent[]): Statement<never> => {
    const { partnerId } = group
    const inserted = rowsOfOrders(group, orders)
    const placed = sql<never>`placed as (${inserted} returning order_no, status)`
    const stored =
      events.length > 0 ? sql<never>`${recordEvents(group, events)}, ${placed}` : placed
    return sql`with ${stored} ${publishPlaced(partnerId)}`
  },
)

/**
 * Returns the insert of new orders. Optional columns, which few orders need, are left out if no
 * order has them.
 */
export function rowsOfOrders(group: Group, orders: readonly Order[]): Statement<never> {
  const isRare = orders.some(
    ({ metadata, linkNo, walletId, traceparent }) => metadata ?? linkNo ?? walletId ?? traceparent,
  )
  return (isRare ? NEW_RARE_ORDERS : NEW_ORDERS).insert(orders, group)
}

/**
 * Updates existing orders, found by their primary key. An update that joins its values would be
 * planned while the table is small, and would then compare every order with every value.
 */
export const updateOrders = twinned(
  'updateOrders',
  (group: Group, orders: readonly Order[], events: readonly OrderEvent[]): Statement<never> => {
    const updated = sql<never>`${ORDERS.insert(orders, group)} ${ON_CONFLICT}`
    return sql`with ${recordEvents(group, events)} ${updated}`
  },
)

/** The columns that a worker's update sets besides the new status. */
export const NEXT_EVENT = sql<never>`previous_status = status, last_event = last_event + 1`

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
 * Returns common table expressions that move the PENDING ones of `orderNos` to PROCESSING.
 * `orderNos` is SQL that may name other CTEs of the same statement. Orders are locked by ascending
 * number, after their batches.
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

/** Moves locked orders to OUT_OF_STOCK because a batch found no stock. */
export function moveOutOfStock(
  partnerId: number,
  orderNos: readonly bigint[],
  nowMs: number,
): Statement<never> {
  return moveTo(
    { partnerId, orderNos },
    sql`
      update orders set status = 'OUT_OF_STOCK', ${NEXT_EVENT}, status_since = ${dateAt(nowMs)}
      where partner_id = ${partnerId} and order_no = any(${orderNos}::bigint[])
        and status in ('PENDING', 'PROCESSING')`,
  )
}

interface OrdersOfPartner {
  readonly partnerId: number
  readonly orderNos: readonly (number | bigint)[]
}

/** Moves orders by an update, and records and publishes an event for each that it moves. */
export const moveTo = twinned(
  'moveTo',
  (moved: OrdersOfPartner, update: Statement<never>): Statement<never> => {
    return sql<never>`
    with moved as (${update} returning ${MOVED_COLUMNS}), ${RECORD_MOVED}
    ${publishOrders(moved.partnerId)}`
  },
)

/**
 * Moves locked orders to PROCESSING because stock arrived, unless another of their batches waits.
 * Batches of an order that is not ON_HOLD can wait only for stock. An explicit condition would make
 * the planner read the whole index of batches that wait for stock.
 */
export function moveBackInStock(
  partnerId: number,
  orderNos: readonly bigint[],
  nowMs: number,
): Statement<never> {
  return moveTo(
    { partnerId, orderNos },
    sql`
      update orders set status = 'PROCESSING', ${NEXT_EVENT}, status_since = ${dateAt(nowMs)}
      where partner_id = ${partnerId} and order_no = any(${orderNos}::bigint[])
        and status = 'OUT_OF_STOCK'
        and not exists (
          select 1 from fulfillments b
          where b.partner_id = ${partnerId} and b.order_no = orders.order_no
            and b.status <> 'COMPLETED' and b.waits_for is not null
          offset 0)`,
  )
}

/** Removes the fingerprints of orders. A repeated request for such an order is then a conflict. */
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
