import { type Static, Type } from 'typebox'
import type { LineRequest, PricedLine } from '../../catalog/mod.ts'
import { recipientWalletFinder } from '../../consumers/mod.ts'
import {
  type Currency,
  DETAILS_MAX,
  invalidFields,
  isoTime,
  MS_PER_SECOND,
  Refusal,
  requireListed,
  wireAmount,
  wirePercent,
  wireRate,
} from '../../core/mod.ts'
import {
  findQuoteOfKey,
  type OrderPrice,
  quoteOrder,
  requireSize,
  storeQuote,
} from '../../orders/mod.ts'
import type { SupplierOffer } from '../../supply/mod.ts'
import type { Context } from '../context.ts'
import { readIdempotencyKey } from '../idempotency-key.ts'
import { okJson, replayed, type RouteResponse } from '../response.ts'
import { FieldFaultShape } from '../shapes/fault-shape.ts'
import { Decimal, Instant, Text } from '../shapes/field.ts'
import { fields } from '../shapes/fields.ts'
import { readStoredCurrency } from '../shapes/wire-fields.ts'
import { askOffers, dueFaults } from './line-offers.ts'
import { matchRecipients, priceable, priceFingerprint, sizeLimitsOf } from './new-order.ts'
import { Pricing, pricingOf } from './order.ts'

export const NewQuote = Type.Object(priceable, { title: 'NewQuote' })

/** An item with its price now; without the price if it has a fault. */
const QuotedItem = Type.Object(
  {
    productId: fields.productId,
    amount: Decimal("The face value of one unit, in major units of the product's currency"),
    quantity: fields.quantity,
    itemReference: Type.Optional(fields.itemReference),
    offer: Type.Optional(
      Type.Object(
        {
          operator: Type.Optional(Text('The operator of the number')),
          dueAmount: Type.Optional(Decimal('Amount due, in major units of `dueCurrency`')),
          dueCurrency: Type.Optional(Text('The currency of `dueAmount`, as ISO 4217 code')),
          feeAmount: Type.Optional(
            Decimal('Fee of the supplier, in major units of `feeCurrency`; not part of `pricing`'),
          ),
          feeCurrency: Type.Optional(Text('The currency of `feeAmount`, as ISO 4217 code')),
        },
        { description: 'What the supplier says about the recipient, if it does' },
      ),
    ),
    inStock: Type.Optional(fields.inStock),
    fxRate: Type.Optional(fields.fxRate),
    totalAmount: Type.Optional(
      Decimal("The total face value of the line, in major units of the wallet's currency"),
    ),
    discountPercent: Type.Optional(fields.discountPercent),
    discountAmount: Type.Optional(
      Decimal("Discount of the line by price rules, in major units of the wallet's currency"),
    ),
    feeAmount: Type.Optional(
      Decimal("The fees of the line, in major units of the wallet's currency"),
    ),
  },
  { title: 'QuotedItem' },
)

export const QuoteShape = Type.Object(
  {
    quoteId: Type.Optional(
      Text('Send it with the order to get these rates and prices; absent if there are faults'),
    ),
    expiresAt: Type.Optional(Instant('When the quote no longer locks rates and prices')),
    currency: Text('The currency of the wallet, as ISO 4217 code'),
    totalAmount: fields.totalAmount,
    pricing: Type.Optional(Pricing),
    items: Type.Array(QuotedItem, { description: 'The lines of the request' }),
    faults: Type.Array(FieldFaultShape, {
      description: 'Faults that would refuse the order; empty if there are none',
    }),
  },
  { title: 'Quote' },
)

/** The sender for whom an order is priced. */
interface QuotedBy {
  readonly partnerId: number
  readonly isTest: boolean
  /** The credential that signed the request; undefined for a person. */
  readonly clientId: string | undefined
}

/**
 * Prices an order and stores the quote, unless an item has a fault. Refuses idempotency_conflict
 * if the Idempotency-Key of the headers belongs to another quote.
 */
export async function respondWithQuote(
  context: Context,
  body: Static<typeof NewQuote>,
  { headers, ...by }: QuotedBy & { readonly headers: Readonly<Record<string, unknown>> },
): Promise<RouteResponse<never>> {
  const { partnerId } = by
  const { value: key, fault } = readIdempotencyKey(headers['idempotency-key'])
  if (fault) throw invalidFields('invalid_request', [fault])
  const fingerprint = priceFingerprint(body)
  const named = { partnerId, key, fingerprint }
  const earlier = await replayOf(context, named)
  if (earlier) return earlier
  const quoted = await priceItems(context, body, { ...by, fingerprint })
  const response = JSON.stringify({ data: quoteOf(body, quoted) })
  const { locked: quote } = quoted.priced
  if (!quote) return okJson(response)
  const keyed = key === undefined ? undefined : { key, response }
  const isStored = await storeQuote(context.db, partnerId, { quote, keyed })
  return isStored ? okJson(response) : ((await replayOf(context, named)) ?? okJson(response))
}

interface NamedQuote {
  readonly partnerId: number
  readonly key: string | undefined
  readonly fingerprint: Buffer
}

/** Returns the response to an earlier request with the key. Refuses idempotency_conflict. */
async function replayOf(
  { db }: Context,
  { partnerId, key, fingerprint }: NamedQuote,
): Promise<RouteResponse<never> | undefined> {
  const earlier = key === undefined ? undefined : await findQuoteOfKey(db, partnerId, key)
  if (!earlier) return undefined
  if (earlier.fingerprint.equals(fingerprint)) return replayed(okJson(earlier.response))
  throw new Refusal(
    'idempotency_conflict',
    'this Idempotency-Key was used with a different payload',
    { details: [{ field: 'Idempotency-Key', message: 'belongs to another quote' }] },
  )
}

/** Prices items now. Refuses a body that does not have the shape of an order. */
export async function priceItems(
  context: Context,
  body: Static<typeof NewQuote>,
  { partnerId, clientId, isTest, fingerprint }: QuotedBy & { readonly fingerprint: Buffer },
): Promise<QuotedOrder> {
  const { db, catalog, catalogPages, clock, config, vault } = context
  await matchRecipients(context, body)
  const currency = readStoredCurrency('currency', body.currency)
  requireListed('currency', currency)
  const { items } = body
  requireSize({ items }, sizeLimitsOf(context))
  const snapshot = await catalog.asOf(db)
  const priced = await quoteOrder(
    { partnerId, clientId, isTest, currency, items, fingerprint },
    {
      db,
      catalog: snapshot,
      findRecipientWallets: recipientWalletFinder(vault),
      now: clock.now(),
      quoteSeconds: config.quoteSeconds,
    },
  )
  const offers = await askOffers(context, priced.lines)
  const available = await catalogPages.available(snapshot)
  return { priced: withOffers(priced, offers, clock.now()), offers, currency, available }
}

/**
 * Adds the offers of suppliers to the quote, which expires with the first of them. Adds a fault to
 * a bill that is not paid as it is due.
 */
function withOffers(
  priced: OrderPrice,
  offers: ReadonlyMap<number, SupplierOffer>,
  now: number,
): OrderPrice {
  const { locked } = priced
  if (!locked || offers.size === 0) return priced
  const unpaid = dueFaults(priced.lines, offers)
  if (unpaid.length > 0) {
    const faults = [...priced.faults, ...unpaid].slice(0, DETAILS_MAX)
    return { ...priced, faults, locked: undefined }
  }
  const ends = Array.from(offers.values(), (one) => endOf(one, now) ?? Infinity)
  const expiresMs = Math.min(locked.expiresMs, ...ends)
  const fieldsByLine = Object.fromEntries(
    Array.from(offers, ([at, { fields: texts }]) => [at, texts]),
  )
  return { ...priced, locked: { ...locked, expiresMs, offers: fieldsByLine } }
}

function endOf({ validSeconds }: SupplierOffer, now: number): number | undefined {
  return validSeconds === undefined ? undefined : now + validSeconds * MS_PER_SECOND
}

interface QuotedOrder {
  readonly priced: OrderPrice
  readonly offers: ReadonlyMap<number, SupplierOffer>
  readonly currency: Currency
  readonly available: ReadonlySet<number>
}

function quoteOf(
  { items }: Static<typeof NewQuote>,
  { priced, offers, currency, available }: QuotedOrder,
) {
  const { totalMinor, adjustment, lines, faults, locked } = priced
  return {
    quoteId: locked?.quoteId,
    expiresAt: locked && isoTime(locked.expiresMs),
    currency: currency.code,
    totalAmount: wireAmount(totalMinor, currency),
    pricing: pricingOf({ totalMinor, adjustment, currency }),
    items: items.map((item, at) =>
      itemOf(item, { line: lines.get(at), offer: offers.get(at), currency, available }),
    ),
    faults,
  }
}

interface QuotedLine extends Omit<QuotedOrder, 'priced' | 'offers'> {
  readonly line: PricedLine | undefined
  readonly offer: SupplierOffer | undefined
}

function wireOffer({ operator, due, fee }: SupplierOffer) {
  return {
    operator,
    dueAmount: due && Number(due.amount),
    dueCurrency: due?.currency,
    feeAmount: fee && Number(fee.amount),
    feeCurrency: fee?.currency,
  }
}

function itemOf(
  { productId, amount, quantity, itemReference }: LineRequest,
  { line, offer, currency, available }: QuotedLine,
) {
  const requestedItem = { productId, amount, quantity, itemReference }
  if (!line) return requestedItem
  const { rate, costMinor, adjustment } = line
  return {
    ...requestedItem,
    offer: offer && wireOffer(offer),
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
