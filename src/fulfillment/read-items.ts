import { storedCurrency, wireAmount, type Currency } from '../core/mod.ts'
import {
  sql,
  type Db,
  type IssuedPiecesRow,
  type OrderLinesRow,
  type Statement,
} from '../db/mod.ts'
import { orderId, type Order } from '../orders/mod.ts'
import { codeLines, stockBlockContext } from '../supply/mod.ts'
import type { Vault } from '../vault/mod.ts'
import { pieceContext } from './pieces.ts'

/** The line of an order that items belong to. */
export interface ItemLine {
  readonly productId: number
  readonly brand: string
  readonly currency: Currency
  readonly faceValue: number
  readonly itemReference: string | undefined
}

/** Consecutive items of one line, opened. Each code is a CSV line of its four fields. */
export interface OpenedItems {
  readonly line: ItemLine
  readonly firstItemNo: number
  readonly codes: readonly string[]
}

/** How many pieces are read, and opened, at a time: what bounds the memory of an export. */
const PIECES_PER_READ = 4
const NOTHING = Buffer.alloc(0)

/**
 * ** Where codes are opened. ** The issued codes of a COMPLETED order, items `first` to `last`, in
 * order, in chunks of at most a few thousand. The caller has checked the status and the permission.
 */
export async function* readItems(
  { db, vault }: { db: Db; vault: Vault },
  order: Order,
  { first, last }: { first: number; last: number },
): AsyncGenerator<OpenedItems> {
  if (order.status !== 'COMPLETED') throw new Error('codes are opened for completed orders only')
  const lines = await db.rows(selectLines(order))
  for await (const row of readPieces(db, order, { first, last })) {
    await vault.prepare([row.sealed ?? row.stock_sealed ?? NOTHING])
    yield clip(openPiece(vault, order, { row, lines }), { first, last })
  }
}

/** The next pieces are read while those before them are opened and sent. */
async function* readPieces(
  db: Db,
  order: Order,
  { first, last }: { first: number; last: number },
): AsyncGenerator<PieceRow> {
  const read = (from: number): Promise<PieceRow[]> => {
    const rows = db.rows(selectPieces(order, { first: from, last }))
    // Whoever reads no further does not wait for it.
    rows.catch(() => undefined)
    return rows
  }
  let reading = read(first)
  for (let next = first; next <= last;) {
    const rows = await reading
    const end = rows.at(-1)
    if (!end) throw new Error(`items from ${next} on are missing`)
    next = end.first_item_no + end.quantity
    if (next <= last) reading = read(next)
    yield* rows
  }
}

/** The service's own name of one issued code. */
export function cardIdentifier(order: Order, itemNo: number): string {
  return `crd_${orderId(order).slice('ord_'.length)}-${itemNo}`
}

function openPiece(
  vault: Vault,
  order: Order,
  { row, lines }: { row: PieceRow; lines: readonly LineRow[] },
): OpenedItems {
  const line = lines.findLast((one) => one.first_item_no <= row.first_item_no)
  if (!line) throw new Error(`item ${row.first_item_no} belongs to no line`)
  return { line: toItemLine(line), firstItemNo: row.first_item_no, codes: open(vault, order, row) }
}

function open(vault: Vault, order: Order, row: PieceRow): string[] {
  if (row.sealed) {
    const { partnerId, orderNo } = order
    const place = { partnerId, orderNo, batchNo: row.batch_no, pieceNo: row.piece_no }
    return codeLines(vault.open('codes', pieceContext(place), row.sealed))
  }
  const { stock_product_id: productId, stock_block_id: blockId, stock_sealed: sealed } = row
  if (productId === null || blockId === null || sealed === null || row.stock_first === null) {
    throw new Error('a piece is neither sealed codes nor a slice of stock')
  }
  const block = codeLines(vault.open('codes', stockBlockContext(productId, blockId), sealed))
  return block.slice(row.stock_first, row.stock_first + row.quantity)
}

function clip(items: OpenedItems, { first, last }: { first: number; last: number }): OpenedItems {
  const from = Math.max(0, first - items.firstItemNo)
  const to = Math.min(items.codes.length, last - items.firstItemNo + 1)
  if (from === 0 && to === items.codes.length) return items
  return { ...items, firstItemNo: items.firstItemNo + from, codes: items.codes.slice(from, to) }
}

type LineRow = Pick<
  OrderLinesRow,
  | 'first_item_no'
  | 'product_id'
  | 'brand'
  | 'product_currency'
  | 'face_value_minor'
  | 'item_reference'
>

function toItemLine(row: LineRow): ItemLine {
  const currency = storedCurrency(row.product_currency)
  return {
    productId: row.product_id,
    brand: row.brand,
    currency,
    faceValue: wireAmount(row.face_value_minor, currency),
    itemReference: row.item_reference ?? undefined,
  }
}

function selectLines({ partnerId, orderNo }: Order): Statement<LineRow> {
  return sql`
    select first_item_no, product_id, brand, product_currency, face_value_minor, item_reference
    from order_lines
    where partner_id = ${partnerId} and order_no = ${orderNo}
    order by first_item_no`
}

type PieceRow = Omit<IssuedPiecesRow, 'partner_id' | 'order_no'> & { stock_sealed: Buffer | null }

/** The pieces that hold items `first` to `last`, in order; a piece holds at most a batch. */
function selectPieces(
  { partnerId, orderNo }: Order,
  { first, last }: { first: number; last: number },
): Statement<PieceRow> {
  return sql`
    select p.batch_no, p.piece_no, p.first_item_no, p.quantity, p.sealed, p.stock_product_id,
           p.stock_block_id, p.stock_first, s.sealed as stock_sealed
    from issued_pieces p
    left join stock_blocks s
      on s.product_id = p.stock_product_id and s.block_id = p.stock_block_id
    where p.partner_id = ${partnerId} and p.order_no = ${orderNo}
      and p.first_item_no <= ${last} and p.first_item_no >= coalesce((
        select max(first_item_no) from issued_pieces
        where partner_id = ${partnerId} and order_no = ${orderNo}
          and first_item_no <= ${first}), 1)
    order by p.first_item_no limit ${PIECES_PER_READ}`
}
