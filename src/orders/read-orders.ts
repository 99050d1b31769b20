import { offsetOf, type Label, type OrderName } from '../core/mod.ts'
import { maybeRow, oneRow, sql, type Db, type Statement, twinned } from '../db/mod.ts'
import type { Order } from './order.ts'
import { firstOrderFrom, instantAt } from './order-conditions.ts'
import { ORDER_COLUMNS, toOrder, type OrderRow } from './order-rows.ts'
import { listLabelled } from './read-labelled-orders.ts'
import { listOfStatus, type NumberRange, type OrderPage } from './read-orders-of-status.ts'
import type { OrderStatus } from './transitions.ts'

/** Returns the order with exactly this name; undefined if there is none. */
export async function findOrder(db: Db, name: OrderName): Promise<Order | undefined> {
  const order = await findOrderByNumber(db, name)
  return order?.createdMs === name.createdMs ? order : undefined
}

/** Returns the order that has this number, whenever it was placed. */
export async function findOrderByNumber(
  db: Db,
  { partnerId, orderNo }: Pick<OrderName, 'partnerId' | 'orderNo'>,
): Promise<Order | undefined> {
  const row = await maybeRow(db, orderByNumber(partnerId, orderNo))
  return row && toOrder(row)
}

/** Returns when each of these orders was created, in milliseconds. */
export async function findOrderTimes(
  db: Db,
  orders: readonly Pick<OrderName, 'partnerId' | 'orderNo'>[],
): Promise<number[]> {
  const rows = await db.rows(timesOf(orders))
  return rows.map((row) => row.created_at.getTime())
}

export interface OrderFilter {
  readonly clientReference?: string | undefined
  readonly status?: OrderStatus | undefined
  /** UTC instants: from is inclusive, before is exclusive. */
  readonly createdFromMs?: number | undefined
  readonly createdBeforeMs?: number | undefined
  readonly label?: Label | undefined
}

/**
 * Returns a page of a partner's orders, newest first. Order numbers have no gaps and follow the
 * creation, so a day is a range of numbers, and a page at any depth is found without counting.
 */
export async function listOrders(
  db: Db,
  partnerId: number,
  { filter, page, pageSize }: { filter: OrderFilter; page: number; pageSize: number },
): Promise<OrderPage> {
  if (filter.clientReference !== undefined) {
    return orderOfReference(db, partnerId, {
      filter,
      clientReference: filter.clientReference,
      page,
    })
  }
  const range = await numbersBetween(db, partnerId, filter)
  const offset = offsetOf({ page, pageSize })
  if (filter.label) {
    const within = { ...range, label: filter.label, status: filter.status }
    return listLabelled(db, partnerId, { within, offset, limit: pageSize })
  }
  if (filter.status !== undefined) {
    const within = { ...range, status: filter.status }
    return listOfStatus(db, partnerId, { within, offset, limit: pageSize })
  }
  const last = range.last - offset
  const first = Math.max(range.first, last - pageSize + 1)
  const rows = last < first ? [] : await db.rows(ordersBetween(partnerId, first, last))
  return {
    orders: rows.map(toOrder),
    totalRecords: Math.max(0, range.last - range.first + 1),
  }
}

async function numbersBetween(
  db: Db,
  partnerId: number,
  { createdFromMs, createdBeforeMs }: OrderFilter,
): Promise<NumberRange> {
  const { last_order: lastOrder } = (await maybeRow(db, lastOrderNo(partnerId))) ?? {
    last_order: 0n,
  }
  const first =
    createdFromMs === undefined
      ? 1
      : await firstSince(db, partnerId, { since: createdFromMs, none: Number(lastOrder) + 1 })
  const next =
    createdBeforeMs === undefined
      ? Number(lastOrder) + 1
      : await firstSince(db, partnerId, { since: createdBeforeMs, none: Number(lastOrder) + 1 })
  return { first, last: next - 1 }
}

async function firstSince(
  db: Db,
  partnerId: number,
  { since, none }: { since: number; none: number },
): Promise<number> {
  const { first } = await oneRow(db, firstOrderSince(partnerId, since))
  return first === null ? none : Number(first)
}

async function orderOfReference(
  db: Db,
  partnerId: number,
  query: { filter: OrderFilter; clientReference: string; page: number },
): Promise<OrderPage> {
  const row = await maybeRow(db, orderByReference(partnerId, query.clientReference))
  const order = row && toOrder(row)
  if (!order || !matches(order, query.filter)) return { orders: [], totalRecords: 0 }
  return { orders: query.page === 1 ? [order] : [], totalRecords: 1 }
}

function matches(order: Order, filter: OrderFilter): boolean {
  return (
    (filter.status === undefined || order.status === filter.status) &&
    (filter.label === undefined || order.metadata?.[filter.label.key] === filter.label.value) &&
    (filter.createdFromMs === undefined || order.createdMs >= filter.createdFromMs) &&
    (filter.createdBeforeMs === undefined || order.createdMs < filter.createdBeforeMs)
  )
}

function orderByNumber(partnerId: number, orderNo: number): Statement<OrderRow> {
  return sql`
    select ${ORDER_COLUMNS} from orders where partner_id = ${partnerId} and order_no = ${orderNo}`
}

function orderByReference(partnerId: number, reference: string): Statement<OrderRow> {
  return sql`
    select ${ORDER_COLUMNS} from orders
    where partner_id = ${partnerId} and client_reference = ${reference}`
}

function lastOrderNo(partnerId: number): Statement<{ last_order: bigint }> {
  return sql`select last_order from books where partner_id = ${partnerId}`
}

function firstOrderSince(partnerId: number, since: number): Statement<{ first: bigint | null }> {
  return sql`select ${firstOrderFrom(sql<never>`${partnerId}`, instantAt(since))} as first`
}

function ordersBetween(partnerId: number, first: number, last: number): Statement<OrderRow> {
  return sql`
    select ${ORDER_COLUMNS} from orders
    where partner_id = ${partnerId} and order_no between ${first} and ${last}
    order by order_no desc`
}

export const timesOf = twinned(
  'timesOf',
  (
    orders: readonly Pick<OrderName, 'partnerId' | 'orderNo'>[],
  ): Statement<{ created_at: Date }> => {
    return sql<{ created_at: Date }>`
    select o.created_at
    from ${namedOrders(orders)}
    cross join lateral (
      select created_at from orders
      where partner_id = requested.partner_id and order_no = requested.order_no
      offset 0) as o
    order by requested.place`
  },
)

export function namedOrders(
  orders: readonly Pick<OrderName, 'partnerId' | 'orderNo'>[],
): Statement<never> {
  return sql`
    unnest(
      ${orders.map(({ partnerId }) => partnerId)}::integer[],
      ${orders.map(({ orderNo }) => orderNo)}::bigint[]
    ) with ordinality as requested (partner_id, order_no, place)`
}
