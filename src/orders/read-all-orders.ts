import { dateAt, offsetOf, type OrderName } from '../core/mod.ts'
import { oneRow, sql, type Db, type Statement } from '../db/mod.ts'
import { ORDER_COLUMNS, toOrder, type OrderRow } from './order-rows.ts'
import type { OrderPage } from './read-orders-of-status.ts'
import type { OrderStatus } from './transitions.ts'

/** The depth that pages reach; `after` goes on from there. */
export const ALL_ORDERS_DEPTH_MAX = 20_000

export interface AllOrdersFilter {
  readonly status?: OrderStatus | undefined
  /** Only orders after this one in the list; this order itself need not match the filter. */
  readonly after?: OrderName | undefined
}

/**
 * Returns a page of the orders of all partners, newest first. Reads the newest orders of each
 * partner by index, so it costs partners x depth and does not grow with the table.
 */
export async function listAllOrders(
  db: Db,
  query: AllOrdersFilter & { page: number; pageSize: number },
): Promise<OrderPage> {
  const offset = offsetOf(query)
  const depth = Math.min(offset + query.pageSize, ALL_ORDERS_DEPTH_MAX)
  const rows = await db.rows(newestOrders(query, { depth, offset, limit: query.pageSize }))
  const { total } = await oneRow(db, countOrders(query))
  return { orders: rows.map(toOrder), totalRecords: Number(total) }
}

interface Paging {
  readonly depth: number
  readonly offset: number
  readonly limit: number
}

function newestOrders(
  { status, after }: AllOrdersFilter,
  { depth, offset, limit }: Paging,
): Statement<OrderRow> {
  return sql`
    select newest.* from (${lastOfEach(after)}) as wanted cross join lateral (
      select ${ORDER_COLUMNS} from orders
      where orders.partner_id = wanted.partner_id and order_no <= wanted.last_order
        ${ofStatus(status)}
      order by order_no desc limit ${depth}
    ) as newest
    order by newest.created_at desc, newest.partner_id, newest.order_no desc
    offset ${offset} limit ${limit}`
}

/** Order numbers have no gaps, so without a status the last number is the count. */
function countOrders({ status, after }: AllOrdersFilter): Statement<{ total: bigint }> {
  if (status === undefined) {
    return sql`
      select coalesce(sum(last_order), 0)::bigint as total from (${lastOfEach(after)}) as wanted`
  }
  return sql`
    select count(*) as total from (${lastOfEach(after)}) as wanted
    join orders on orders.partner_id = wanted.partner_id
      and orders.order_no <= wanted.last_order ${ofStatus(status)}`
}

function ofStatus(status: OrderStatus | undefined): Statement<never> {
  return status === undefined ? sql`` : sql`and orders.status = ${status}`
}

/**
 * Returns the number of each partner's newest order in the list, after `after`. The instants of
 * one partner's orders follow their numbers. Orders of the same instant are listed by partner.
 * Partners that never ordered are left out, so that they cost no probe of an index.
 */
export function lastOfEach(after: OrderName | undefined): Statement<never> {
  if (after === undefined) return sql`select partner_id, last_order from books where last_order > 0`
  const { partnerId, orderNo, createdMs } = after
  return sql`
    select books.partner_id, earlier.order_no as last_order
    from books cross join lateral (
      select order_no from orders
      where orders.partner_id = books.partner_id
        and (books.partner_id <> ${partnerId} or order_no < ${orderNo})
        and created_at < case
          when books.partner_id < ${partnerId} then ${dateAt(createdMs)}::timestamptz
          else ${dateAt(createdMs + 1)}::timestamptz end
      order by created_at desc, order_no desc limit 1
    ) as earlier`
}
