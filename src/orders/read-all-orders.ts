import { oneRow, sql, type Db, type Statement } from '../db/mod.ts'
import { ORDER_COLUMNS, toOrder, type OrderRow } from './order-rows.ts'
import type { OrderPage } from './read-orders.ts'
import type { OrderStatus } from './transitions.ts'

/** The operator's list reaches this far back; a filter by partner reaches any order. */
export const ALL_ORDERS_DEPTH_MAX = 20_000

/**
 * A page of the orders of all partners, newest first. Takes the newest of each partner from the
 * partner's own index, so it costs partners x depth, not the whole table.
 */
export async function listAllOrders(
  db: Db,
  asked: { status?: OrderStatus | undefined; page: number; pageSize: number },
): Promise<OrderPage> {
  const offset = (asked.page - 1) * asked.pageSize
  const depth = Math.min(offset + asked.pageSize, ALL_ORDERS_DEPTH_MAX)
  const paging = { depth, offset, limit: asked.pageSize }
  if (asked.status === undefined) {
    const rows = await db.rows(newestOrders(paging))
    const { total } = await oneRow(db, countOrders())
    return { orders: rows.map(toOrder), totalRecords: Number(total) }
  }
  const rows = await db.rows(newestOfStatus(asked.status, paging))
  const { total } = await oneRow(db, countOfStatus(asked.status))
  return { orders: rows.map(toOrder), totalRecords: Number(total) }
}

interface Paging {
  readonly depth: number
  readonly offset: number
  readonly limit: number
}

function newestOrders({ depth, offset, limit }: Paging): Statement<OrderRow> {
  return sql`
    select newest.* from books cross join lateral (
      select ${ORDER_COLUMNS} from orders where orders.partner_id = books.partner_id
      order by order_no desc limit ${depth}
    ) as newest
    order by newest.created_at desc, newest.partner_id, newest.order_no desc
    offset ${offset} limit ${limit}`
}

function newestOfStatus(
  status: OrderStatus,
  { depth, offset, limit }: Paging,
): Statement<OrderRow> {
  return sql`
    select newest.* from books cross join lateral (
      select ${ORDER_COLUMNS} from orders
      where orders.partner_id = books.partner_id and status = ${status}
      order by order_no desc limit ${depth}
    ) as newest
    order by newest.created_at desc, newest.partner_id, newest.order_no desc
    offset ${offset} limit ${limit}`
}

function countOrders(): Statement<{ total: bigint }> {
  return sql`select coalesce(sum(last_order), 0)::bigint as total from books`
}

function countOfStatus(status: OrderStatus): Statement<{ total: bigint }> {
  return sql`
    select count(*) as total from books
    join orders on orders.partner_id = books.partner_id and orders.status = ${status}`
}
