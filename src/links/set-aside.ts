import { productIn, productsIn, type CatalogSnapshot, type PricedProduct } from '../catalog/mod.ts'
import {
  convertHalfUp,
  DETAILS_MAX,
  formatAmount,
  invalidFields,
  minorUnits,
  requireListed,
  type Currency,
  type FieldFault,
} from '../core/mod.ts'
import { decisiveFees, highestFees, type FeeTerm } from './batch-terms.ts'
import { choosable, costsOf } from './choosable.ts'
import type { OutlinedLink, SendTerms } from './link-input.ts'

/** The number of orders of one link for which fees are set aside. */
const CLAIMS_PAID_MAX = 5

/** The data that decides how much is set aside for links. */
export type LinkTerms = Pick<SendTerms, 'currency' | 'products' | 'isTest'> & {
  readonly links: readonly Pick<OutlinedLink, 'amountMinor'>[]
}

/**
 * Returns the sum that each link sets aside: its amount plus the highest surcharge and fee. Refuses
 * invalid_request as `sendLinks` does.
 */
export function sumsSetAside(catalog: CatalogSnapshot, partnerId: number, terms: LinkTerms) {
  return sumsWith(feeTermsOf(catalog, partnerId, terms), terms.links)
}

export function sumsWith(fees: readonly FeeTerm[], links: LinkTerms['links']): bigint[] {
  return links.map(({ amountMinor }) => amountMinor + highestFees(fees, amountMinor))
}

/** Returns the surcharges and fees that may arise. Refuses as `sumsSetAside`. */
export function feeTermsOf(
  catalog: CatalogSnapshot,
  partnerId: number,
  terms: LinkTerms,
): FeeTerm[] {
  requireListed('currency', terms.currency)
  const offers = requireOffers(catalog, partnerId, terms)
  return feesOfOffers(catalog, partnerId, { offers, currency: terms.currency })
}

/**
 * Returns the products that the persons may choose. Refuses products and amounts that do not fit.
 */
function requireOffers(
  catalog: CatalogSnapshot,
  partnerId: number,
  { currency, isTest, products, links }: LinkTerms,
): readonly PricedProduct[] {
  const audience = { partnerId, currency, isTest }
  const offers = choosable(
    products
      ? products.flatMap((productId) => productIn(catalog, productId, audience) ?? [])
      : productsIn(catalog, audience),
  )
  const offered = new Set(offers.map(({ product }) => product.productId))
  const faults: FieldFault[] = (products ?? []).flatMap((productId, at) =>
    offered.has(productId)
      ? []
      : {
          field: `products[${at}]`,
          message: `is not a gift card of the catalog of ${currency.code}`,
        },
  )
  if (offers.length === 0 && faults.length === 0) {
    faults.push({ field: 'currency', message: 'has no gift card in the catalog' })
  }
  if (faults.length === 0) faults.push(...worthless(offers, { currency, links }))
  if (faults.length > 0) throw invalidFields('invalid_request', faults.slice(0, DETAILS_MAX))
  return offers
}

function worthless(
  offers: readonly PricedProduct[],
  { currency, links }: Pick<LinkTerms, 'currency' | 'links'>,
): FieldFault[] {
  const least = offers
    .flatMap((offer) => costsOf(offer, currency).least)
    .reduce((one, other) => (one < other ? one : other))
  const priceOf = (minor: bigint) => `${formatAmount(minorUnits(minor), currency)} ${currency.code}`
  return links.flatMap(({ amountMinor }, at) =>
    amountMinor >= least
      ? []
      : {
          field: `recipients[${at}].amount`,
          message: `buys none of the products: the least costs ${priceOf(least)}`,
        },
  )
}

/** Returns the discounts and fees of the offers that may decide how much is set aside. */
function feesOfOffers(
  catalog: CatalogSnapshot,
  partnerId: number,
  { offers, currency }: { offers: readonly PricedProduct[]; currency: Currency },
): FeeTerm[] {
  const terms = offers.flatMap(({ product, rate }) => {
    const rule = catalog.priceRules.ruleFor(partnerId, product)
    if (!rule) return []
    const fee = convertHalfUp(rule.feeMinor, rate, { from: product.currency, to: currency })
    return { percent: rule.discountPercent, feesMinor: fee * BigInt(CLAIMS_PAID_MAX) }
  })
  return decisiveFees(terms)
}
