import { offsetOf, minorUnits, type MinorUnits, type PageRequest } from '../core/mod.ts'
import { maybeRow, oneRow, sql, type Db, type Statement } from '../db/mod.ts'
import type { Order } from './order.ts'
import type { Line } from './read-lines.ts'

type OrderKey = Pick<Order, 'partnerId' | 'orderNo'>

/** Items of an order by their numbers, both included. */
export interface ItemRange {
  readonly first: number
  readonly last: number
}

/**
 * Returns a page of the items that a CANCELLED order has delivered irrevocably, and their number.
 * The cost grows with the number of batches of the order.
 */
export async function listKeptItems(
  db: Db,
  order: OrderKey,
  page: PageRequest,
): Promise<{ ranges: ItemRange[]; total: number }> {
  const first = offsetOf(page)
  const { total } = await oneRow(db, countKept(order))
  const rows = await db.rows(keptBetween(order, first, first + page.pageSize))
  return { ranges: rows, total: Number(total) }
}

/** An item of a CANCELLED order, with the delivered units of its line. */
export interface KeptUnits {
  readonly units: number
  /** The number of these units that come before the item. */
  readonly position: number
  /** The discount of all these units, rounded once. */
  readonly discountMinor: MinorUnits
}

/**
 * Returns an item and the delivered units of its line; undefined if it was not delivered, or was
 * taken back.
 */
export async function findKeptItem(
  db: Db,
  order: OrderKey,
  { lineNo, itemNo }: Pick<Line, 'lineNo'> & { readonly itemNo: number },
): Promise<KeptUnits | undefined> {
  const row = await maybeRow(db, keptOfLine(order, lineNo, itemNo))
  if (row?.is_kept !== true) return undefined
  const { units, position, discount } = row
  return { units: Number(units), position: Number(position), discountMinor: minorUnits(discount) }
}

/** The batches of an order that were delivered and cannot be taken back. */
function keptBatches({ partnerId, orderNo }: OrderKey): Statement<never> {
  return sql`
    fulfillments b
    join order_lines l on l.partner_id = ${partnerId} and l.order_no = ${orderNo}
      and l.line_no = b.line_no and l.is_irrevocable
    where b.partner_id = ${partnerId} and b.order_no = ${orderNo} and b.status = 'COMPLETED'`
}

function countKept(order: OrderKey): Statement<{ total: bigint }> {
  return sql`
    select coalesce(sum(b.quantity), 0)::bigint as total from ${keptBatches(order)}`
}

/** Returns the ranges of the delivered items from the position `after` + 1 to `upTo`. */
function keptBetween(order: OrderKey, after: number, upTo: number): Statement<ItemRange> {
  return sql`
    select (first_item_no + greatest(0, ${after}::bigint - before))::integer as first,
           (first_item_no + least(quantity, ${upTo}::bigint - before) - 1)::integer as last
    from (
      select b.first_item_no, b.quantity,
             sum(b.quantity) over (order by b.first_item_no) - b.quantity as before
      from ${keptBatches(order)}) as batches
    where before < ${upTo}::bigint and before + quantity > ${after}::bigint
    order by first_item_no`
}

interface KeptRow {
  is_kept: boolean | null
  units: bigint
  position: bigint
  discount: bigint
}

function keptOfLine(order: OrderKey, lineNo: number, itemNo: number): Statement<KeptRow> {
  return sql`
    select bool_or(${itemNo} - b.first_item_no between 0 and b.quantity - 1) as is_kept,
      coalesce(sum(b.quantity), 0)::bigint as units,
      coalesce(sum(least(b.quantity, greatest(0, ${itemNo} - b.first_item_no))), 0)::bigint
        as position,
      coalesce(round(sum(b.quantity) * max(l.unit_cost_minor) * max(l.discount_percent) / 100), 0)
        ::bigint as discount
    from ${keptBatches(order)} and b.line_no = ${lineNo}`
}
