import { offsetOf, type OrderName } from '../core/mod.ts'
import { oneRow, sql, type Db, type Statement } from '../db/mod.ts'
import { firstOrderFrom, hasStatus, instantAt } from './order-conditions.ts'
import { ORDER_COLUMNS, toOrder, type OrderRow } from './order-rows.ts'
import type { OrderPage } from './read-orders-of-status.ts'
import type { OrderStatus } from './transitions.ts'

/** The number of orders that pages can reach. A list continues from there with `after`. */
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
    select newest.* from (${lastOfEach(after)}) as ends cross join lateral (
      select ${ORDER_COLUMNS} from orders
      where orders.partner_id = ends.partner_id and order_no <= ends.last_order
        ${ofStatus(status)}
      order by order_no desc limit ${depth}
    ) as newest
    order by newest.created_at desc, newest.partner_id, newest.order_no desc
    offset ${offset} limit ${limit}`
}

/**
 * Counts by order numbers, which have no gaps: the last one is the count of all. COMPLETED orders
 * are counted by subtracting the others, of which there are few.
 */
function countOrders({ status, after }: AllOrdersFilter): Statement<{ total: bigint }> {
  const all = sql`
    select coalesce(sum(last_order), 0)::bigint as total from (${lastOfEach(after)}) as ends`
  const counted = (condition: Statement<never>) => sql<{ total: bigint }>`
    select count(*) as total from (${lastOfEach(after)}) as ends
    join orders on orders.partner_id = ends.partner_id
      and orders.order_no <= ends.last_order and ${condition}`
  if (status === undefined) return sql`${all}`
  if (status !== 'COMPLETED') return counted(hasStatus(status))
  return sql`
    select (${all}) - (${counted(sql`status <> 'COMPLETED'`)}) as total`
}

function ofStatus(status: OrderStatus | undefined): Statement<never> {
  return status === undefined ? sql`` : sql`and ${hasStatus(status)}`
}

/**
 * Returns the number of each partner's newest order in the list, after `after`. The instants of one
 * partner's orders rise with their numbers. Orders of the same instant are listed by partner.
 * Partners that never ordered are left out, which saves an index probe for each.
 */
export function lastOfEach(after: OrderName | undefined): Statement<never> {
  if (after === undefined) return sql`select partner_id, last_order from books where last_order > 0`
  const { partnerId, orderNo, createdMs } = after
  const partner = sql<never>`books.partner_id`
  const end = sql<never>`case
    when books.partner_id < ${partnerId} then ${instantAt(createdMs)}
    else ${instantAt(createdMs + 1)} end`
  return sql`
    select partner_id, last_order from (
      select partner_id, least(
          last_order, ${firstOrderFrom(partner, end)} - 1,
          case partner_id when ${partnerId} then ${orderNo}::bigint - 1 end) as last_order
      from books) as earlier
    where last_order > 0`
}
