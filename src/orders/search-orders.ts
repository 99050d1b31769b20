import { offsetOf, type PageRequest } from '../core/mod.ts'
import { oneRow, type Db } from '../db/mod.ts'
import { toOrder } from './order-rows.ts'
import type { OrderPage } from './read-orders-of-status.ts'
import { countInRange, countSearched, searchedOrders, type OrderSearch } from './search-rows.ts'

/** The most orders of a search that pages can reach and that are counted. */
export const SEARCH_DEPTH_MAX = 10_000

/**
 * Returns a page of the orders of all partners that have all the given properties, newest first.
 * The total is at most SEARCH_DEPTH_MAX, unless only times are given.
 */
export async function searchOrders(
  db: Db,
  { page, pageSize, ...search }: OrderSearch & PageRequest,
): Promise<OrderPage> {
  const offset = offsetOf({ page, pageSize })
  const depth = Math.min(offset + pageSize, SEARCH_DEPTH_MAX)
  const rows = await db.rows(searchedOrders(search, { depth, offset, limit: pageSize }))
  const counted = isOfTimesOnly(search)
    ? countInRange(search)
    : countSearched(search, SEARCH_DEPTH_MAX)
  const { total } = await oneRow(db, counted)
  return { orders: rows.map(toOrder), totalRecords: Number(total) }
}

const TIMES: readonly string[] = ['partnerId', 'createdFromMs', 'createdBeforeMs', 'after']

function isOfTimesOnly(search: OrderSearch): boolean {
  return Object.entries(search).every(
    ([name, value]) => value === undefined || TIMES.includes(name),
  )
}
