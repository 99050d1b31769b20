import type { ProductInput } from '../catalog/mod.ts'
import type { ContentChange } from '../content/mod.ts'
import { findCurrency, invalidPart, wireAmount, type Currency } from '../core/mod.ts'
import { PLACES, scaledOf } from './decimal-text.ts'
import type { MirroredListing } from './listings.ts'
import { routeTo } from './map-listing.ts'
import { cutText } from './one-line.ts'

/** The most fixed amounts and steps that a product may have. */
const FIXED_AMOUNTS_MAX = 100
const STEPS_MAX = 20
const STEP_LENGTH_MAX = 1_000

const PHONE = 'Phone number with country code, such as +4915112345678'

/** The recipient fields of top-ups and bills that the adapters read. */
const RECIPIENTS = {
  TOP_UP: [
    { name: 'phoneNumber', label: PHONE, pattern: String.raw`\+[0-9]{8,15}`, required: true },
  ],
  BILL_PAYMENT: [
    {
      name: 'accountNumber',
      label: 'Account number',
      pattern: '[0-9A-Za-z-]{4,40}',
      required: true,
    },
  ],
  ACCOUNT_CREDIT: [
    { name: 'email', label: 'E-mail', pattern: String.raw`[^@\s]+@[^@\s]+`, required: true },
  ],
} as const

/**
 * Returns the product that sells all face values of a listing. Refuses invalid_request if none of
 * them is an amount of its currency.
 */
export function productOf(listing: MirroredListing, brand = listing.brand): ProductInput {
  const currency = findCurrency(listing.currency)
  if (!currency) throw invalidPart('body', `the currency ${listing.currency} is not known`)
  const { productType } = listing
  const recipientFields = productType in RECIPIENTS ? RECIPIENTS[productType as 'TOP_UP'] : []
  return {
    brand: plainLine(brand),
    currency: currency.code,
    productType,
    recipientFields,
    ...amountsOf(listing, currency),
    suppliers: [routeTo(listing, undefined)],
  }
}

function amountsOf({ faceValues }: MirroredListing, currency: Currency) {
  const unit = 10n ** BigInt(PLACES - currency.exponent)
  if ('min' in faceValues) {
    const min = (scaledOf(faceValues.min) + unit - 1n) / unit
    const max = scaledOf(faceValues.max) / unit
    if (min > max) throw noAmount(currency)
    const [minAmount, maxAmount] = [wireAmount(min, currency), wireAmount(max, currency)]
    return { denominationType: 'VARIABLE', minAmount, maxAmount }
  }
  const whole = faceValues.map(scaledOf).filter((value) => value % unit === 0n)
  if (whole.length === 0) throw noAmount(currency)
  const fixedAmounts = whole
    .slice(0, FIXED_AMOUNTS_MAX)
    .map((value) => wireAmount(value / unit, currency))
  return { denominationType: 'FIXED', fixedAmounts }
}

function noAmount({ code }: Currency): Error {
  return invalidPart('body', `none of its face values is an amount in ${code}`)
}

/** Returns the content of a listing for shops. It has no address of the supplier. */
export function contentOfListing(
  { name, countries, redemption = '' }: MirroredListing,
  { locale, imageIds }: { readonly locale: string; readonly imageIds: readonly string[] },
): ContentChange {
  const steps = redemption.split('\n').map((step) => plainLine(cutText(step, STEP_LENGTH_MAX)))
  return {
    countries: [...countries],
    images: [...imageIds],
    locales: [
      {
        locale,
        name: plainLine(name),
        redemptionSteps: steps.filter((step) => step !== '').slice(0, STEPS_MAX),
      },
    ],
  }
}

/** Returns a text as one line, without the characters that begin a formula in a spreadsheet. */
function plainLine(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replace(/^[\s=+\-@]+/, '')
    .trim()
}
