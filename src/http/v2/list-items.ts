import { Type } from 'typebox'
import { offsetOf } from '../../core/mod.ts'
import { type OpenedItems, readItems } from '../../fulfillment/mod.ts'
import { type Order, orderId } from '../../orders/mod.ts'
import type { Context } from '../context.ts'
import { ItemShape, itemsOf } from '../orders/items.ts'
import { completedOrder } from '../orders/order.ts'
import { optionalPages } from '../queries/query.ts'
import { pagination, type RouteResponse } from '../response.ts'
import { route } from '../route.ts'
import type { Chunks } from '../responses/send-stream.ts'
import { Pagination } from '../shapes/page-shape.ts'

const PAGE_SIZE_DEFAULT = 100
/** Larger orders count as open downloads of their partner while all items are sent. */
const SMALL_UNITS_MAX = 10_000

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
