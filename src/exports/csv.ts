import assert from 'node:assert/strict'
import { csvField, parseOrderId, type OrderName } from '../core/mod.ts'
import type { OpenedItems } from '../fulfillment/mod.ts'
import { digitsOf, increment } from './digits.ts'

/** The columns of an export, in order. */
export const CSV_COLUMNS = [
  'itemNo',
  'productId',
  'brand',
  'currency',
  'faceValue',
  'cardIdentifier',
  'giftCardNumber',
  'giftCardPin',
  'barCodeNumber',
  'redemptionUrl',
] as const

const LINE_END = '\r\n'
const TOO_FEW_OR_MANY = 'items have as many codes as they say'
const [CARRIAGE_RETURN, LINE_FEED, COMMA] = [0x0d, 0x0a, 0x2c]

/**
 * Yields an order as CSV (RFC 4180) in UTF-8: a header row, then one row per item, ordered by item
 * number. Each chunk of items becomes one chunk of rows. Values are only quoted, never altered.
 */
export async function* csvOf(
  orderId: string,
  chunks: AsyncIterable<OpenedItems>,
): AsyncGenerator<Buffer> {
  yield Buffer.from(CSV_COLUMNS.join(',') + LINE_END)
  const card = cardPrefix(orderId)
  let [rows, spare] = [Buffer.alloc(0), Buffer.alloc(0)]
  for await (const items of chunks) {
    const shared = sharedBytes(card, items)
    const sizeMax = sizeMaxOf(shared, items)
    if (rows.length < sizeMax) rows = Buffer.allocUnsafeSlow(sizeMax)
    yield rows.subarray(0, writeRows(rows, shared, items))
    ;[rows, spare] = [spare, rows]
  }
}

/** Returns the bytes between the two item numbers of a row; they are equal in all rows. */
function sharedBytes(card: string, { line }: OpenedItems): Buffer {
  const { productId, brand, currency, faceValue } = line
  return Buffer.from(`,${productId},${csvField(brand)},${currency.code},${faceValue},${card}`)
}

function sizeMaxOf(shared: Buffer, { firstItemNo, quantity, codes }: OpenedItems): number {
  const digitsMax = digitsOf(firstItemNo + quantity).length
  const besideCode = 2 * digitsMax + shared.length + ','.length + LINE_END.length
  return quantity * besideCode + codes.length
}

/**
 * The codes are stored as CSV lines of the last four columns, and the columns before them differ in
 * the item number only. Joining bytes takes half the time of building strings.
 */
function writeRows(
  rows: Buffer,
  shared: Buffer,
  { firstItemNo, quantity, codes }: OpenedItems,
): number {
  let itemNo = digitsOf(firstItemNo)
  let at = 0
  let from = 0
  for (let item = 0; item < quantity; item += 1) {
    rows.set(itemNo, at)
    rows.set(shared, (at += itemNo.length))
    rows.set(itemNo, (at += shared.length))
    rows[(at += itemNo.length)] = COMMA
    at += 1
    assert(from < codes.length, TOO_FEW_OR_MANY)
    const end = endOfLine(codes, from)
    rows.set(codes.subarray(from, end), at)
    rows[(at += end - from)] = CARRIAGE_RETURN
    rows[at + 1] = LINE_FEED
    at += LINE_END.length
    from = end + 1
    itemNo = increment(itemNo)
  }
  assert(from > codes.length, TOO_FEW_OR_MANY)
  return at
}

function endOfLine(codes: Buffer, from: number): number {
  const end = codes.indexOf(LINE_FEED, from)
  return end < 0 ? codes.length : end
}

/** Returns the prefix of the card identifiers of an order. The item number follows it. */
export function cardPrefix(orderId: string): string {
  return `crd_${orderId.slice('ord_'.length)}-`
}

/** The item that a card identifier names. */
export interface Card {
  readonly order: OrderName
  readonly itemNo: number
}

/** Returns the item that a card identifier names; undefined if the text is not well-formed. */
export function readCardIdentifier(text: string): Card | undefined {
  const [, id = '', item = ''] = /^crd_([0-9A-Z]+)-([1-9]\d{0,8})$/.exec(text) ?? []
  const order = parseOrderId(`ord_${id}`)
  return order && { order, itemNo: Number(item) }
}
