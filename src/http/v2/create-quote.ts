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
import { Decimal, Instant, Text } from '../field.ts'
import { fields } from '../fields.ts'

const NewQuote = Type.Object(priceable, { title: 'NewQuote' })

/** An item with its price now; without the price if it has a fault. */
const QuotedItem = Type.Object(
  {
    productId: fields.productId,
    amount: Decimal("The face value of one unit, in major units of the product's currency"),
    quantity: fields.quantity,
    itemReference: Type.Optional(fields.itemReference),
    inStock: Type.Optional(fields.inStock),
    fxRate: Type.Optional(fields.fxRate),
    totalAmount: Type.Optional(
      Decimal("The total face value of the line, in major units of the wallet's currency"),
    ),
    discountPercent: Type.Optional(fields.discountPercent),
    discountAmount: Type.Optional(
      Decimal("What the price rules take off the line, in major units of the wallet's currency"),
    ),
    feeAmount: Type.Optional(
      Decimal("The fees of the line, in major units of the wallet's currency"),
    ),
  },
  { title: 'QuotedItem' },
)

const QuoteShape = Type.Object(
  {
    quoteId: Type.Optional(
      Text('Give it to the order to lock rates and prices; absent if there are faults'),
    ),
    expiresAt: Type.Optional(Instant('Until when the quote locks rates and prices')),
    currency: Text('The currency of the wallet, as ISO 4217 code'),
    totalAmount: fields.totalAmount,
    pricing: Type.Optional(Pricing),
    items: Type.Array(QuotedItem, { description: 'The lines of the request' }),
    faults: Type.Array(FieldFaultShape, {
      description: 'What would refuse the order; empty if nothing would',
    }),
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
