import { Type, type Static } from 'typebox'
import type { LineRequest, PricedLine } from '../../catalog/mod.ts'
import { recipientWalletFinder } from '../../consumers/mod.ts'
import {
  isoTime,
  requireListed,
  wireAmount,
  wirePercent,
  wireRate,
  type Currency,
} from '../../core/mod.ts'
import { fingerprintOf, quoteOrder, requireSize, type Priced } from '../../orders/mod.ts'
import { FieldFaultShape } from '../fault-shape.ts'
import { ok } from '../response.ts'
import { route } from '../route.ts'
import { readStoredCurrency } from '../wire-fields.ts'
import { matchRecipients, priceable } from './new-order.ts'
import { Pricing, pricingOf } from './order.ts'

const NewQuote = Type.Object(priceable, { title: 'NewQuote' })

/** An item with its price now; without the price if it has a fault. */
const QuotedItem = Type.Object(
  {
    productId: Type.Integer(),
    amount: Type.Number(),
    quantity: Type.Integer(),
    itemReference: Type.Optional(Type.String()),
    inStock: Type.Optional(Type.Boolean()),
    fxRate: Type.Optional(Type.Number()),
    totalAmount: Type.Optional(Type.Number()),
    discountPercent: Type.Optional(Type.Number()),
    discountAmount: Type.Optional(Type.Number()),
    feeAmount: Type.Optional(Type.Number()),
  },
  { title: 'QuotedItem' },
)

const QuoteShape = Type.Object(
  {
    quoteId: Type.Optional(Type.String()),
    expiresAt: Type.Optional(Type.String()),
    currency: Type.String(),
    totalAmount: Type.Number(),
    pricing: Type.Optional(Pricing),
    items: Type.Array(QuotedItem),
    faults: Type.Array(FieldFaultShape),
  },
  { title: 'Quote' },
)

export const createQuote = route('POST /v2/quotes', {
  operationId: 'createQuote',
  summary: 'Prices an order without placing it: price, rate, stock and every fault of it',
  description:
    '`quoteId` locks rates and price rules until `expiresAt`, for one order with the same ' +
    'items. Holds no money and reserves no stock. Refuses what is not an order by its ' +
    'shape, as an order is.',
  permission: 'orders:write',
  body: NewQuote,
  response: Type.Object({ data: QuoteShape }),
  async handle({ partnerId, credential, body }, context) {
    const { db, catalog, catalogPages, clock, config, vault } = context
    await matchRecipients(context, body)
    const currency = readStoredCurrency('currency', body.currency)
    requireListed('currency', currency)
    const { items } = body
    requireSize(
      { items },
      { linesPerOrderMax: config.orderLinesMax, unitsPerOrderMax: config.orderUnitsMax },
    )
    const snapshot = await catalog.asOf(db)
    const priced = await quoteOrder(
      {
        partnerId,
        clientId: credential.clientId,
        isTest: credential.isTest,
        currency,
        items,
        fingerprint: fingerprintOf({ currency: body.currency, items }),
      },
      {
        db,
        catalog: snapshot,
        findRecipientWallets: recipientWalletFinder(vault),
        now: clock.now(),
        quoteSeconds: config.quoteSeconds,
      },
    )
    const available = await catalogPages.available(snapshot)
    return ok({ data: quoteOf(body, { priced, currency, available }) })
  },
})

interface Quoted {
  readonly priced: Priced
  readonly currency: Currency
  readonly available: ReadonlySet<number>
}

function quoteOf({ items }: Static<typeof NewQuote>, { priced, currency, available }: Quoted) {
  const { totalMinor, adjustment, lines, faults, locked } = priced
  return {
    quoteId: locked?.quoteId,
    expiresAt: locked && isoTime(locked.expiresMs),
    currency: currency.code,
    totalAmount: wireAmount(totalMinor, currency),
    pricing: pricingOf({ totalMinor, adjustment, currency }),
    items: items.map((item, at) => itemOf(item, { line: lines.get(at), currency, available })),
    faults,
  }
}

function itemOf(
  { productId, amount, quantity, itemReference }: LineRequest,
  { line, currency, available }: Omit<Quoted, 'priced'> & { line: PricedLine | undefined },
) {
  const asked = { productId, amount, quantity, itemReference }
  if (!line) return asked
  const { rate, costMinor, adjustment } = line
  return {
    ...asked,
    inStock: available.has(productId),
    fxRate: wireRate(rate),
    totalAmount: wireAmount(costMinor, currency),
    ...(adjustment && {
      discountPercent: wirePercent(adjustment.discountPercent),
      discountAmount: wireAmount(adjustment.discountMinor, currency),
      feeAmount: wireAmount(adjustment.unitFeeMinor * BigInt(quantity), currency),
    }),
  }
}
