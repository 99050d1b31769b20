import { Type } from 'typebox'
import { NewQuote, QuoteShape, respondWithQuote } from '../orders/quote.ts'
import { route } from '../route.ts'

export const createQuote = route('POST /v2/quotes', {
  operationId: 'createQuote',
  summary: 'Prices an order without placing it: price, rate, stock and every fault of it',
  description:
    '`quoteId` locks rates and price rules until `expiresAt`, for one order with the same ' +
    'items. Holds no money and reserves no stock. A body without the shape of an order is ' +
    'refused. With an Idempotency-Key, the same request gets the same quote again.',
  permission: 'orders:write',
  refuses: ['idempotency_conflict'],
  isKeyed: true,
  body: NewQuote,
  response: Type.Object({ data: QuoteShape }),
  handle: ({ partnerId, isTest, credential: { clientId }, body, headers }, context) =>
    respondWithQuote(context, body, { partnerId, isTest, clientId, headers }),
})
