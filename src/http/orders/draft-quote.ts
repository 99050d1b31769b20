import type { Static } from 'typebox'
import { adjustedPrice } from '../../catalog/mod.ts'
import { invalidField, invalidFields, MS_PER_DAY, type MinorUnits } from '../../core/mod.ts'
import { fingerprintOf, storeQuote } from '../../orders/mod.ts'
import type { Context } from '../context.ts'
import { optionalInstant } from '../shapes/wire-fields.ts'
import { priceItems } from './quote.ts'
import type { NewOrderShape } from './new-order.ts'

export type Items = Static<typeof NewOrderShape>['items']

export interface Order {
  readonly clientReference: string
  readonly currency: string
  readonly items: Items
}

interface Buyer {
  readonly partnerId: number
  readonly isTest: boolean
}

/** Prices items now, and stores the quote. Refuses invalid_request for a fault of an item. */
export async function quoteOf(
  context: Context,
  { currency, items }: Order,
  buyer: Buyer,
): Promise<{ readonly chargedMinor: MinorUnits; readonly quoteId: string }> {
  const fingerprint = fingerprintOf({ currency, items })
  const by = { ...buyer, clientId: undefined, fingerprint }
  const { priced } = await priceItems(context, { currency, items }, by)
  const { locked: quote, totalMinor, adjustment } = priced
  if (!quote) throw invalidFields('invalid_request', priced.faults)
  await storeQuote(context.db, buyer.partnerId, { quote, keyed: undefined })
  return { chargedMinor: adjustedPrice(totalMinor, adjustment), quoteId: quote.quoteId }
}

const PLACED_WITHIN_MS = 90 * MS_PER_DAY

/** Refuses invalid_request for a time that is over, or too far ahead. */
export function placeAtOf(text: string | undefined, now: number): number | undefined {
  const at = optionalInstant('placeAt', text)
  if (at === undefined || (at > now && at <= now + PLACED_WITHIN_MS)) return at
  throw invalidField('placeAt', 'must be a time within the next 90 days')
}
