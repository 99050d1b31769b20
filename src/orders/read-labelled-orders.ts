import type { Label } from '../core/mod.ts'
import { oneRow, sql, type Db, type Statement } from '../db/mod.ts'
import { ORDER_COLUMNS, toOrder, type OrderRow } from './order-rows.ts'
import type { NumberRange, OrderPage } from './read-orders-of-status.ts'
import type { OrderStatus } from './transitions.ts'

interface LabelledRange extends NumberRange {
  readonly label: Label
  readonly status: OrderStatus | undefined
}

/** Returns the orders of a range that have a label, newest first, after the first `offset`. */
export async function listLabelled(
  db: Db,
  partnerId: number,
  { within, offset, limit }: { within: LabelledRange; offset: number; limit: number },
): Promise<OrderPage> {
  const labelled = labelledIn(partnerId, within)
  const rows = await db.rows<OrderRow>(sql`
    select ${ORDER_COLUMNS} ${labelled} order by order_no desc offset ${offset} limit ${limit}`)
  const { total } = await oneRow(db, sql<{ total: bigint }>`select count(*) as total ${labelled}`)
  return { orders: rows.map(toOrder), totalRecords: Number(total) }
}

function labelledIn(
  partnerId: number,
  { label: { key, value }, status, first, last }: LabelledRange,
): Statement<never> {
  return sql`
    from orders
    where partner_id = ${partnerId} and order_no between ${first} and ${last}
      and metadata @> jsonb_build_object(${key}::text, ${value}::text)
      ${status === undefined ? sql`` : sql`and status = ${status}`}`
}
