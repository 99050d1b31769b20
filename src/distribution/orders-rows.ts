import { dateAt } from '../core/mod.ts'
import { addTwin, sql, type Statement } from '../db/mod.ts'
import { publishNamed, impliedChanges } from '../events/mod.ts'
import { ON_CONFLICT, ORDER_EVENTS, ORDERS, type Group } from '../orders/order-columns.ts'
import {
  insertOrders,
  moveTo,
  NEXT_EVENT,
  rowsOfOrders,
  updateOrders,
} from '../orders/order-status-rows.ts'
import type { OrderEvent } from '../orders/order.ts'
import { namedOrders, timesOf } from '../orders/read-orders.ts'

addTwin(insertOrders, (group, orders, events) => {
  const completed = orders.filter(({ status }) => status === 'COMPLETED')
  const impliedEvents = completed.flatMap(({ orderNo }) => impliedChanges(orderNo))
  const published = impliedEvents.length > 0 ? [publishNamed(group.partnerId, impliedEvents)] : []
  return [...recordEvents(group, events), rowsOfOrders(group, orders), ...published]
})

addTwin(updateOrders, (group, orders, events) => [
  ...recordEvents(group, events),
  sql`${ORDERS.insert(orders, group)} ${ON_CONFLICT}`,
])

function recordEvents(group: Group, events: readonly OrderEvent[]): Statement<never>[] {
  if (events.length === 0) return []
  return [ORDER_EVENTS.insert(events, group), publishNamed(group.partnerId, events)]
}

addTwin(moveTo, ({ partnerId, orderNos }, update) => [
  update,
  ...recordUnrecorded(partnerId, sql`${orderNos}::bigint[]`),
])

/**
 * Moves the PENDING orders of `orderNos` to PROCESSING, as `startOrders` does. Each statement
 * selects the orders by itself.
 */
export function startOrders(
  partnerId: number,
  orderNos: Statement<never>,
  nowMs: number,
): Statement<never>[] {
  const pending = sql<never>`
    select order_no from orders
    where partner_id = ${partnerId} and status = 'PENDING' and order_no = any(${orderNos})
    order by order_no for update`
  return [
    sql`
      with pending as materialized (${pending})
      update orders set status = 'PROCESSING', ${NEXT_EVENT},
        status_since = greatest(status_since, ${dateAt(nowMs)})
      where partner_id = ${partnerId} and status = 'PENDING'
        and order_no = any(array(select order_no from pending))`,
    ...recordUnrecorded(partnerId, orderNos),
  ]
}

/**
 * Inserts and publishes the events of the orders that an earlier statement of this transaction has
 * moved: those whose `last_event` has no row yet.
 */
function recordUnrecorded(partnerId: number, orderNos: Statement<never>): Statement<never>[] {
  const unrecorded = sql<never>`
    from orders o
    where o.partner_id = ${partnerId} and o.order_no = any(${orderNos})
      and not exists (
        select 1 from order_events e
        where e.partner_id = o.partner_id and e.order_no = o.order_no
          and e.event_no = o.last_event)`
  return [
    sql`
      insert into order_outbox (partner_id, order_no, event_no)
      select o.partner_id, o.order_no, o.last_event ${unrecorded}
        and o.status <> 'PENDING' and exists (
          select 1 from feeds f where f.partner_id = o.partner_id and f.is_followed)`,
    sql`
      insert into order_events (
        partner_id, order_no, event_no, from_status, to_status, occurred_at)
      select o.partner_id, o.order_no, o.last_event, o.previous_status, o.status, o.status_since
      ${unrecorded}`,
  ]
}

addTwin(
  timesOf,
  (orders) => sql`
    select o.created_at
    from ${namedOrders(orders)} join orders o
      on o.partner_id = requested.partner_id and o.order_no = requested.order_no
    order by requested.place`,
)
