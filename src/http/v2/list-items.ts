import { Type } from 'typebox'
import { dayText, offsetOf } from '../../core/mod.ts'
import { cardPrefix } from '../../exports/mod.ts'
import { readItems, type OpenedItems } from '../../fulfillment/mod.ts'
import { orderId, type Order } from '../../orders/mod.ts'
import { decodeCodes } from '../../supply/mod.ts'
import { Pagination } from '../shapes/page-shape.ts'
import { pagination, type RouteResponse } from '../response.ts'
import type { Context } from '../context.ts'
import { optionalPages } from '../query.ts'
import { route } from '../route.ts'
import type { Chunks } from '../send-stream.ts'
import { completedOrder } from './order.ts'
import { Text } from '../shapes/field.ts'
import { fields } from '../shapes/fields.ts'
import { Metadata } from '../shapes/metadata.ts'

const PAGE_SIZE_DEFAULT = 100
/** Larger orders count as open downloads of their partner while all items are sent. */
const SMALL_UNITS_MAX = 10_000

export const ItemShape = Type.Object(
  {
    itemNo: fields.itemNo,
    productId: fields.productId,
    brand: fields.brand,
    currency: Text('The currency of the code, as ISO 4217 code'),
    faceValue: fields.faceValue,
    cardIdentifier: fields.cardIdentifier,
    giftCardNumber: fields.giftCardNumber,
    giftCardPin: Type.Optional(fields.giftCardPin),
    barCodeNumber: Type.Optional(fields.barCodeNumber),
    redemptionUrl: Type.Optional(fields.redemptionUrl),
    itemReference: Type.Optional(fields.itemReference),
    metadata: Type.Optional(Metadata),
    expiresAt: Type.Optional(
      Text('The day from which on it is no longer valid, in UTC, as YYYY-MM-DD; absent if unknown'),
    ),
  },
  { title: 'Item' },
)
/** Without paging there is no `meta`. */
const ItemsShape = Type.Object({
  data: Type.Array(ItemShape, { description: 'The items in their order' }),
  meta: Type.Optional(Type.Object({ pagination: Pagination }, { description: 'About the list' })),
})

export const listItems = route('GET /v2/orders/{orderId}/items', {
  operationId: 'listItems',
  documentedResponse: ItemsShape,
  refuses: ['order_not_completed'],
  summary: 'Returns the codes of a completed order',
  description:
    'Without page and pageSize it streams all codes, so that a client that knows no ' +
    'pages misses none. An order of more than 10,000 units counts as a download meanwhile.',
  permission: 'codes:read',
  query: optionalPages,
  async handle({ partnerId, params, query }, context) {
    const order = await completedOrder(context.db, partnerId, params.orderId)
    const { page = 1, pageSize = PAGE_SIZE_DEFAULT } = query
    if (query.page === undefined && query.pageSize === undefined) {
      const all = (): Chunks => jsonOf(order, itemsBetween(context, order, { first: 1 }), '}')
      const isSmall = order.unitCount <= SMALL_UNITS_MAX
      const chunks = isSmall ? all() : context.openStreams.hold({ partnerId }, all)
      return streamResponse(order, { chunks, codes: order.unitCount })
    }
    const first = offsetOf({ page, pageSize }) + 1
    const codes = Math.max(0, Math.min(pageSize, order.unitCount - first + 1))
    const meta = { pagination: pagination({ page, pageSize, totalRecords: order.unitCount }) }
    const items = itemsBetween(context, order, { first, last: first + pageSize - 1 })
    const chunks = jsonOf(order, items, `,"meta":${JSON.stringify(meta)}}`)
    return streamResponse(order, { chunks, codes })
  },
})

function itemsBetween(
  context: Context,
  order: Order,
  { first, last = order.unitCount }: { first: number; last?: number },
): AsyncIterable<OpenedItems> {
  return readItems(context, order, { first, last: Math.min(last, order.unitCount) })
}

function streamResponse(
  order: Order,
  { chunks, codes }: { readonly chunks: Chunks; readonly codes: number },
): RouteResponse<never> {
  return {
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: chunks,
    shown: { orderId: orderId(order), codes },
  }
}

/** Yields `{"data":[...]` and then `end`, one chunk of bytes per chunk of items. */
async function* jsonOf(
  order: Order,
  chunks: AsyncIterable<OpenedItems>,
  end: string,
): AsyncGenerator<Buffer> {
  let before = '{"data":['
  for await (const items of chunks) {
    const text = itemsOf(order, items).map((item) => JSON.stringify(item))
    yield Buffer.from(before + text.join(','))
    before = ','
  }
  yield Buffer.from(`${before === ',' ? '' : before}]${end}`)
}

/** Converts items. Fields that do not apply to a code are left out. */
export function itemsOf(order: Order, { line, firstItemNo, codes, expiresMs }: OpenedItems) {
  const { productId, brand, currency, faceValue, itemReference, metadata } = line
  const card = cardPrefix(orderId(order))
  const expiresAt = expiresMs === undefined ? undefined : dayText(expiresMs)
  return decodeCodes(codes).map((code, at) => ({
    itemNo: firstItemNo + at,
    productId,
    brand,
    currency: currency.code,
    faceValue,
    cardIdentifier: `${card}${firstItemNo + at}`,
    giftCardNumber: code.giftCardNumber,
    giftCardPin: code.giftCardPin || undefined,
    barCodeNumber: code.barCodeNumber || undefined,
    redemptionUrl: code.redemptionUrl || undefined,
    itemReference,
    metadata,
    expiresAt,
  }))
}
