import { offsetOf, type OrderName, type Page, type PageRequest } from '../core/mod.ts'
import { oneRow, sql, type Db, type Statement, twinned } from '../db/mod.ts'
import type { LotName } from '../inventory/mod.ts'
import { UNFINISHED_ORDERS } from '../orders/mod.ts'

/** Consecutive items of an order that hold codes of a lot. */
export interface LotItems extends OrderName {
  readonly clientReference: string
  readonly status: string
  readonly firstItemNo: number
  readonly quantity: number
}

/** Returns the orders, and their items, that have codes of a lot. */
export async function listLotItems(
  db: Db,
  name: LotName,
  page: PageRequest,
): Promise<Page<LotItems>> {
  const { total } = await oneRow(db, countRuns(name))
  const rows = await db.rows(pageOfRuns(name, page))
  return { rows: rows.map(toItems), total: Number(total) }
}

/** Counts codes of stock in orders that are not COMPLETED yet, by face value. */
export async function reservedStock(db: Db, productId: number): Promise<Map<bigint, bigint>> {
  const rows = await db.rows(countReserved(productId))
  return new Map(rows.map((row) => [row.face_value_minor, row.codes]))
}

interface RunRow {
  partner_id: number
  order_no: bigint
  created_at: Date
  client_reference: string
  status: string
  first_item_no: number
  quantity: number
}

function toItems(row: RunRow): LotItems {
  return {
    partnerId: row.partner_id,
    orderNo: Number(row.order_no),
    createdMs: row.created_at.getTime(),
    clientReference: row.client_reference,
    status: row.status,
    firstItemNo: row.first_item_no,
    quantity: row.quantity,
  }
}

/**
 * Groups consecutive segments into runs: within a run, the item's number minus its rank among the
 * items of the lot is constant. Adds the items whose replacement comes from the lot.
 */
export function runsOf(
  { productId, lot }: LotName,
  segments: Statement<unknown>,
): Statement<never> {
  return sql`(
    select partner_id, order_no, min(first_item_no) as first_item_no,
           sum(quantity)::integer as quantity
    from (
      select p.*, p.first_item_no + p.quantity - sum(p.quantity) over (
        partition by p.partner_id, p.order_no order by p.first_item_no) as run
      from stock_blocks b cross join lateral (
        select partner_id, order_no, first_item_no, quantity from ${segments}
        where stock_product_id = ${productId} and stock_block_id = b.block_id
        offset 0) as p
      where b.product_id = ${productId} and b.lot = ${lot}) as segments
    group by partner_id, order_no, run
    union all
    select c.partner_id, c.order_no, -c.batch_no, 1
    from stock_blocks b cross join lateral (
      select partner_id, order_no, batch_no from stock_reservations
      where product_id = ${productId} and block_ids[1] = b.block_id and state = 'RESERVED'
        and batch_no < 0
      offset 0) as c
    where b.product_id = ${productId} and b.lot = ${lot})`
}

export const countRuns = twinned(
  'countRuns',
  (name: LotName): Statement<{ total: bigint }> =>
    sql`select count(*) as total from ${runsOf(name, HERE)} as runs`,
)

/** The segments that `runsOf` reads if all tables are on one node. */
const HERE = sql`issued_segments`

export const pageOfRuns = twinned(
  'pageOfRuns',
  (name: LotName, page: PageRequest): Statement<RunRow> =>
    sql`
      select runs.*, o.created_at, o.client_reference, o.status
      from (${runsFrom(name, HERE, page)}) as runs
      cross join lateral (
        select created_at, client_reference, status from orders
        where partner_id = runs.partner_id and order_no = runs.order_no
        offset 0) as o
      order by runs.partner_id, runs.order_no, runs.first_item_no`,
)

export function runsFrom(
  name: LotName,
  segments: Statement<unknown>,
  page: PageRequest,
): Statement<never> {
  return sql`
    select * from ${runsOf(name, segments)} as every
    order by partner_id, order_no, first_item_no
    limit ${page.pageSize} offset ${offsetOf(page)}`
}

export const countReserved = twinned(
  'countReserved',
  (productId: number): Statement<{ face_value_minor: bigint; codes: bigint }> => {
    return sql<{ face_value_minor: bigint; codes: bigint }>`
    select block.face_value_minor, sum(segment.quantity)::bigint as codes
    from ${UNFINISHED_ORDERS} as open
    cross join lateral (
      select stock_block_id, quantity from issued_segments
      where partner_id = open.partner_id and order_no = open.order_no
        and stock_product_id = ${productId}
      offset 0) as segment
    cross join lateral (
      select face_value_minor from stock_blocks
      where product_id = ${productId} and block_id = segment.stock_block_id
      offset 0) as block
    group by block.face_value_minor`
  },
)
