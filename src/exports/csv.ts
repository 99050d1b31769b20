import { cardIdentifier, type OpenedItems } from '../fulfillment/mod.ts'
import type { Order } from '../orders/mod.ts'

/** The columns of an export, in their order. */
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

/**
 * The export of an order as UTF-8 bytes of CSV (RFC 4180): a header row, then one row per item in
 * order. Each chunk of items becomes one chunk of rows. No value is altered beyond quoting.
 */
export async function* csvOf(
  order: Order,
  chunks: AsyncIterable<OpenedItems>,
): AsyncGenerator<Buffer> {
  yield Buffer.from(CSV_COLUMNS.join(',') + LINE_END)
  for await (const items of chunks) yield Buffer.from(rowsOf(order, items))
}

/** The codes are kept as CSV lines of the last four columns already. */
function rowsOf(order: Order, { line, firstItemNo, codes }: OpenedItems): string {
  const { productId, brand, currency, faceValue } = line
  const shared = `${productId},${field(brand)},${currency.code},${faceValue}`
  const card = cardPrefix(order)
  return codes
    .map((code, at) => {
      const itemNo = firstItemNo + at
      return `${itemNo},${shared},${card}${itemNo},${code}${LINE_END}`
    })
    .join('')
}

/** What the card identifiers of an order begin with, made once for many: it costs microseconds. */
export function cardPrefix(order: Order): string {
  return cardIdentifier(order, 0).slice(0, -'0'.length)
}

function field(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
