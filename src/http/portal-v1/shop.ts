import { Type } from 'typebox'
import { NewOrderShape, readNewOrder } from '../orders/new-order.ts'
import { OrderSummary, placedResponse } from '../orders/order.ts'
import { NewQuote, QuoteShape, respondWithQuote } from '../orders/quote.ts'
import { portalRoute } from '../route.ts'
import { offerRoute } from './offer-route.ts'

const quoteOwn = portalRoute('POST /portal/v1/quotes', {
  permission: 'orders:write',
  operationId: 'quoteOwnOrder',
  refuses: ['idempotency_conflict'],
  summary: 'Prices an order without placing it: price, rate, stock and every fault of it',
  description: '`quoteId` locks rates and price rules until `expiresAt`. Holds no money.',
  body: NewQuote,
  response: Type.Object({ data: QuoteShape }),
  handle: ({ partnerId, isTest, body, headers }, context) =>
    respondWithQuote(context, body, { partnerId, isTest, clientId: undefined, headers }),
})

const placeOwn = portalRoute('POST /portal/v1/orders', {
  permission: 'orders:write',
  operationId: 'placeOwnOrder',
  success: [201],
  refuses: [
    'insufficient_funds',
    'idempotency_conflict',
    'client_reference_exists',
    'numbers_exhausted',
  ],
  documentedBody: NewOrderShape,
  summary: 'Accepts one order of a person, as `POST /v2/orders` accepts one of a program',
  description:
    'The transaction that accepts the order decides whether the person may order. The ' +
    'Idempotency-Key is that of the order.',
  // Checked below, together with the catalog.
  body: Type.Unknown(),
  response: Type.Object({ data: OrderSummary }),
  async handle({ partnerId, isTest, actor, body, headers }, context) {
    const idempotencyKey = headers['idempotency-key']
    const by = { isTest, actor }
    const input = await readNewOrder(context, { partnerId, body, idempotencyKey, by })
    const { order, isReplayed } = await context.orders.place(partnerId, input)
    return placedResponse(order, isReplayed)
  },
})

export const ownShopRoutes = [
  offerRoute('GET /portal/v1/products', {
    source: 'GET /v2/products',
    permission: 'catalog:read',
    operationId: 'listOwnProducts',
  }),
  quoteOwn,
  placeOwn,
]
