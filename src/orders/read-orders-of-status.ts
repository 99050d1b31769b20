import { oneRow, sql, type Db, type Statement } from '../db/mod.ts'
import type { Order } from './order.ts'
import { hasStatus } from './order-conditions.ts'
import { ORDER_COLUMNS, toOrder, type OrderRow } from './order-rows.ts'
import { ORDER_STATUSES, type OrderStatus } from './transitions.ts'

/** Page 1 is the newest. */
export interface OrderPage {
  readonly orders: Order[]
  readonly totalRecords: number
}

/** A range of order numbers, which have no gaps; empty if `last` is less than `first`. */
export interface NumberRange {
  readonly first: number
  readonly last: number
}

interface StatusRange extends NumberRange {
  readonly status: OrderStatus
}

interface PageWithin {
  readonly within: StatusRange
  readonly offset: number
  readonly limit: number
}

/** Returns the orders of one status in a range, newest first, after the first `offset`. */
export async function listOfStatus(
  db: Db,
  partnerId: number,
  query: PageWithin,
): Promise<OrderPage> {
  const { within, offset, limit } = query
  if (within.status === 'COMPLETED') return listCompleted(db, partnerId, query)
  const rows = await db.rows(ordersOfStatus(partnerId, within, { offset, limit }))
  const { total } = await oneRow(db, countOfStatus(partnerId, within))
  return { orders: rows.map(toOrder), totalRecords: Number(total) }
}

/**
 * Counts COMPLETED orders and finds a page of them by reading only the other orders, of which there
 * are few.
 */
async function listCompleted(
  db: Db,
  partnerId: number,
  { within, offset, limit }: PageWithin,
): Promise<OrderPage> {
  const { first, last } = within
  const { others, passed } = await oneRow(db, othersThanCompleted(partnerId, within, offset))
  const from = last - offset - Number(passed)
  const page = { ...within, last: from }
  const rows =
    from < first ? [] : await db.rows(ordersOfStatus(partnerId, page, { offset: 0, limit }))
  return {
    orders: rows.map(toOrder),
    totalRecords: Math.max(0, last - first + 1) - Number(others),
  }
}

const OTHER_STATUSES = ORDER_STATUSES.filter((status) => status !== 'COMPLETED')

/**
 * Returns two counts: `others`, the orders of a range that are not COMPLETED; and `passed`, those
 * among them that are newer than the first COMPLETED order of the page.
 */
function othersThanCompleted(
  partnerId: number,
  { first, last }: NumberRange,
  offset: number,
): Statement<{ others: bigint; passed: bigint }> {
  return sql`
    select count(*) as others, count(*) filter (where newer <= ${offset}) as passed
    from (
      select ${last}::bigint - o.order_no - row_number() over (order by o.order_no desc) + 1
        as newer
      from unnest(${OTHER_STATUSES}::text[]) as other (status) cross join lateral (
        select order_no from orders
        where partner_id = ${partnerId} and status = other.status and status <> 'COMPLETED'
          and order_no between ${first} and ${last}
        offset 0) as o) as counted`
}

/**
 * Returns a page of orders. Selects their numbers first, by index only, so that orders before the
 * page are not read.
 */
function ordersOfStatus(
  partnerId: number,
  { status, first, last }: StatusRange,
  { offset, limit }: { offset: number; limit: number },
): Statement<OrderRow> {
  return sql`
    select o.* from (
      select order_no from orders
      where partner_id = ${partnerId} and ${hasStatus(status)}
        and order_no between ${first} and ${last}
      order by order_no desc offset ${offset} limit ${limit}) as page
    cross join lateral (
      select ${ORDER_COLUMNS} from orders
      where partner_id = ${partnerId} and order_no = page.order_no
      offset 0) as o
    order by o.order_no desc`
}

function countOfStatus(
  partnerId: number,
  { status, first, last }: StatusRange,
): Statement<{ total: bigint }> {
  return sql`
    select count(*) as total from orders
    where partner_id = ${partnerId} and ${hasStatus(status)}
      and order_no between ${first} and ${last}`
}
