import {
  dateAt,
  orderedMetadata,
  storedCurrency,
  wireAmount,
  type Currency,
  type Metadata,
} from '../core/mod.ts'
import {
  Outage,
  sql,
  type Db,
  type IssuedSegmentsRow,
  type OrderLinesRow,
  type Statement,
} from '../db/mod.ts'
import { stockBlockContext } from '../inventory/mod.ts'
import type { ItemRange, Order } from '../orders/mod.ts'
import { rangeOfBlock } from '../supply/mod.ts'
import type { Vault } from '../vault/mod.ts'
import { segmentContext } from './segments.ts'

/** The line of an order that items belong to. */
export interface ItemLine {
  readonly productId: number
  readonly brand: string
  readonly currency: Currency
  readonly faceValue: number
  readonly itemReference: string | undefined
  readonly metadata?: Metadata | undefined
}

/** Consecutive items of one line, opened. */
export interface OpenedItems {
  readonly line: ItemLine
  readonly firstItemNo: number
  readonly quantity: number
  /** The codes as the bytes of a block: CSV lines of four fields, joined by a line feed. */
  readonly codes: Buffer
  /** When they expire; undefined if never or unknown. */
  readonly expiresMs?: number | undefined
}

/** The segments that are read and opened at a time. The number bounds the memory of an export. */
const SEGMENTS_PER_READ = 8

/**
 * Opens codes. Yields those of a COMPLETED order, items `first` to `last`, in order, in chunks of
 * at most a batch. The caller has checked the status and the permission.
 */
export async function* readItems(
  context: { db: Db; vault: Vault },
  order: Order,
  items: ItemRange,
): AsyncGenerator<OpenedItems> {
  if (order.status !== 'COMPLETED') throw new Error('codes are opened for completed orders only')
  yield* openItems(context, order, items)
}

/**
 * Opens the items that a CANCELLED order has delivered (`listKeptItems`), segment by segment.
 * Nobody can take them back.
 */
export async function* readKeptItems(
  context: { db: Db; vault: Vault },
  order: Order,
  ranges: readonly ItemRange[],
): AsyncGenerator<OpenedItems> {
  if (order.status !== 'CANCELLED') throw new Error('the order is not cancelled')
  for (const range of ranges) yield* openItems(context, order, range)
}

async function* openItems(
  { db, vault }: { db: Db; vault: Vault },
  order: Order,
  { first, last }: ItemRange,
): AsyncGenerator<OpenedItems> {
  if (first > last) return
  const lines = await db.rows(selectLines(order))
  for await (const rows of readSegments(db, order, { first, last })) {
    const segments = rows.map((row) => ({ row, sealed: decodeSealed(row) }))
    await vault.prepare(segments.map(({ sealed }) => sealed))
    for (const segment of segments) {
      // The key may have left the cache while the reader was slow. Otherwise this reads nothing.
      await vault.prepare([segment.sealed])
      yield clip(openSegment(vault, order, { segment, lines }), { first, last })
    }
  }
}

/** Reads the next segments while those before them are opened and sent. */
async function* readSegments(
  db: Db,
  order: Order,
  { first, last }: { first: number; last: number },
): AsyncGenerator<SegmentRow[]> {
  const read = (from: number): Promise<SegmentRow[]> => {
    const rows = db.rows(selectSegments(order, { first: from, last }))
    // A reader that stops does not await it.
    rows.catch(() => undefined)
    return rows
  }
  let reading = read(first)
  for (let next = first; next <= last;) {
    const rows = await reading
    const end = rows.at(-1)
    if (!end) throw await missing(db, order, next)
    next = end.first_item_no + end.quantity
    if (next <= last) reading = read(next)
    yield rows
  }
}

/**
 * Throws the right error for missing segments: an Outage if the database has lost the order by a
 * failover or a restore, otherwise a bug of ours.
 */
async function missing(db: Db, order: Order, itemNo: number): Promise<Error> {
  const error = new Error(`items from ${itemNo} on are missing`)
  const rows = await db.rows(selectCreated(order))
  return rows.length > 0 ? error : new Outage(error)
}

type OrderKey = Pick<Order, 'partnerId' | 'orderNo'>

export interface SealedSegment {
  readonly row: SegmentRow
  readonly sealed: Buffer
}

function openSegment(
  vault: Vault,
  order: Order,
  { segment, lines }: { segment: SealedSegment; lines: readonly LineRow[] },
): OpenedItems {
  const { first_item_no: firstItemNo, quantity, expires_at: expiresAt } = segment.row
  const line = lines.findLast((one) => one.first_item_no <= firstItemNo)
  if (!line) throw new Error(`item ${firstItemNo} belongs to no line`)
  const codes = openSealed(vault, order, segment)
  return { line: toItemLine(line), firstItemNo, quantity, codes, expiresMs: expiresAt?.getTime() }
}

/** Returns the codes of a segment. */
export function openSealed(vault: Vault, order: OrderKey, { row, sealed }: SealedSegment): Buffer {
  const { stock_product_id: productId, stock_block_id: blockId, stock_first: skipped } = row
  if (blockId === null) {
    const { partnerId, orderNo } = order
    const place = { partnerId, orderNo, batchNo: row.batch_no, segmentNo: row.segment_no }
    return vault.open('codes', segmentContext(place), sealed)
  }
  if (productId === null || skipped === null) throw new Error('a range of stock has no place')
  const block = openBlock(vault, { productId, blockId, sealed })
  return rangeOfBlock(block, { skipped, quantity: row.quantity })
}

/** Returns the codes of a block of stock. */
export function openBlock(
  vault: Vault,
  { productId, blockId, sealed }: { productId: number; blockId: string; sealed: Buffer },
): Buffer {
  return vault.open('codes', stockBlockContext(productId, blockId), sealed)
}

/**
 * Returns the sealed bytes and drops the text of the row. The driver holds rows for a while, so
 * their texts would move to the old generation: twice the time, three times the memory.
 */
export function decodeSealed(row: SegmentRow): Buffer {
  if (row.sealed === null) throw new Error('a segment has neither codes nor a block of stock')
  const sealed = Buffer.from(row.sealed, 'base64')
  row.sealed = null
  return sealed
}

function clip(items: OpenedItems, { first, last }: { first: number; last: number }): OpenedItems {
  const skipped = Math.max(0, first - items.firstItemNo)
  const quantity = Math.min(items.quantity, last - items.firstItemNo + 1) - skipped
  if (quantity === items.quantity) return items
  const codes = rangeOfBlock(items.codes, { skipped, quantity })
  return { ...items, firstItemNo: items.firstItemNo + skipped, quantity, codes }
}

type LineRow = Pick<
  OrderLinesRow,
  | 'first_item_no'
  | 'product_id'
  | 'brand'
  | 'product_currency'
  | 'face_value_minor'
  | 'item_reference'
> & { metadata: Metadata | null }

function toItemLine(row: LineRow): ItemLine {
  const currency = storedCurrency(row.product_currency)
  return {
    productId: row.product_id,
    brand: row.brand,
    currency,
    faceValue: wireAmount(row.face_value_minor, currency),
    itemReference: row.item_reference ?? undefined,
    metadata: row.metadata === null ? undefined : orderedMetadata(row.metadata),
  }
}

function selectLines({ partnerId, orderNo }: Order): Statement<LineRow> {
  return sql`
    select first_item_no, product_id, brand, product_currency, face_value_minor, item_reference,
      metadata
    from order_lines
    where partner_id = ${partnerId} and order_no = ${orderNo}
    order by first_item_no`
}

export type SegmentRow = Omit<
  IssuedSegmentsRow,
  'partner_id' | 'order_no' | 'sealed' | 'expires_on'
> & {
  sealed: string | null
  /** The expiry of the block of stock, or the one that the supplier named. */
  expires_at: Date | null
}

/** The columns of segments `p` with their sealed bytes, and the tables. */
export const SEALED_SEGMENTS = sql.raw(
  `p.batch_no, p.segment_no, p.first_item_no, p.quantity, p.stock_product_id,
   p.stock_block_id, p.stock_first,
   coalesce(s.expires_at, p.expires_on::timestamp at time zone 'UTC') as expires_at,
   encode(coalesce(p.sealed, s.sealed), 'base64') as sealed
   from issued_segments p
   left join stock_blocks s
     on s.product_id = p.stock_product_id and s.block_id = p.stock_block_id`,
)

function selectCreated({ partnerId, orderNo, createdMs }: Order): Statement<object> {
  return sql`
    select created_at from orders
    where partner_id = ${partnerId} and order_no = ${orderNo}
      and created_at = ${dateAt(createdMs)}`
}

/**
 * Returns the segments with items `first` to `last`, in order. Sealed bytes come as Base64, which
 * is a third shorter than the text of a bytea. If the database has lost the order and reused its
 * number, nothing of the other order is returned.
 *
 * Citus reads the stock by a plan of its own, for which each part has to have a column.
 *
 * Most orders have one segment, so the first one of each is found by the primary key, and only the
 * others are indexed by their items.
 */
function selectSegments(
  { partnerId, orderNo, createdMs }: Order,
  { first, last }: { first: number; last: number },
): Statement<SegmentRow> {
  const ofOrder = sql<never>`
    join orders o on o.partner_id = p.partner_id and o.order_no = p.order_no
    where p.partner_id = ${partnerId} and p.order_no = ${orderNo}
      and o.created_at = ${dateAt(createdMs)}::timestamptz`
  const upToFirst = sql<never>`
    partner_id = ${partnerId} and order_no = ${orderNo}
    and first_item_no > 1 and first_item_no <= ${first}`
  return sql`
    select * from (
      (select ${SEALED_SEGMENTS}
       ${ofOrder} and p.batch_no = 1 and p.segment_no = 1
         and not exists (select 1 from issued_segments where ${upToFirst}))
      union all
      (select ${SEALED_SEGMENTS}
       ${ofOrder} and p.first_item_no > 1 and p.first_item_no <= ${last}
         and p.first_item_no >= coalesce((
           select max(first_item_no) from issued_segments where ${upToFirst}), 2)
       order by p.first_item_no limit ${SEGMENTS_PER_READ})) as segments
    order by first_item_no limit ${SEGMENTS_PER_READ}`
}
