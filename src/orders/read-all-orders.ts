import { offsetOf, type OrderName } from '../core/mod.ts'
import { oneRow, sql, type Db, type Statement } from '../db/mod.ts'
import { lastOfEach } from './order-conditions.ts'
import { toOrder } from './order-rows.ts'
import type { OrderPage } from './read-orders-of-status.ts'
import { countSearched, searchedOrders } from './search-rows.ts'
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
  const { status, after } = query
  const paging = { depth, offset, limit: query.pageSize }
  const rows = await db.rows(searchedOrders({ status, after }, paging))
  const { total } = await oneRow(db, countOrders(query))
  return { orders: rows.map(toOrder), totalRecords: Number(total) }
}

/**
 * Counts by order numbers, which have no gaps: the last one is the count of all. COMPLETED orders
 * are counted by subtracting the others, of which there are few. Orders of another status are
 * counted only as far as pages reach, because counting 250,000 of them before a vacuum took 5 s.
 */
function countOrders({ status, after }: AllOrdersFilter): Statement<{ total: bigint }> {
  const all = sql<{ total: bigint }>`
    select coalesce(sum(last_order), 0)::bigint as total from (${lastOfEach(after)}) as ends`
  if (status === undefined) return all
  if (status !== 'COMPLETED') return countSearched({ status, after }, ALL_ORDERS_DEPTH_MAX)
  return sql`
    select (${all}) - count(*) as total from (${lastOfEach(after)}) as ends
    join orders on orders.partner_id = ends.partner_id
      and orders.order_no <= ends.last_order and status <> 'COMPLETED'`
}
