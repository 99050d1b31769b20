import { routesOf, type Product, type SupplierRoute } from '../catalog/mod.ts'
import { formatAmount, invalidField } from '../core/mod.ts'
import type { Listing } from './adapter.ts'
import { scaledOf } from './decimal-text.ts'
import type { MirroredListing } from './listings.ts'

type Routed = Pick<
  Product,
  | 'supplier'
  | 'supplierSettings'
  | 'fallbackSuppliers'
  | 'currency'
  | 'denomination'
  | 'productType'
>

/** An amount as a person writes it. */
const AMOUNT = /^\d{1,18}(?:\.\d{1,6})?$/

/** Suppliers that deliver invented codes. A real supplier replaces them. */
const PLACEHOLDERS = ['sandbox']

/**
 * Returns the suppliers of a product, with a listing added at the end. A supplier with the same
 * settings is replaced by the listing, at its place in the list.
 *
 * Refuses invalid_request, naming `productId` or `faceValue`, if the listing is gone, or does not
 * sell what the product sells.
 */
export function routesWith(
  product: Routed,
  listing: MirroredListing,
  faceValue: string | undefined,
): readonly SupplierRoute[] {
  const fault = mappingFault(product, listing)
  if (fault !== undefined) throw invalidField('productId', fault)
  const faces = facesOf(product)
  if (faceValue === undefined && !faces.every((face) => hasFace(listing, face))) {
    throw invalidField('productId', faceFault(product, listing))
  }
  const face =
    faceValue !== undefined && AMOUNT.test(faceValue)
      ? faces.find((one) => isSame(one, faceValue))
      : undefined
  if (faceValue !== undefined && (face === undefined || !hasFace(listing, face))) {
    throw invalidField('faceValue', 'must be a fixed face value of the product and of the listing')
  }
  const route = routeTo(listing, face)
  const routes = routesOf(product).filter(({ supplier }) => !PLACEHOLDERS.includes(supplier))
  const place = routes.findIndex((one) => isSameRoute(one, route))
  return place < 0 ? [...routes, route] : routes.with(place, route)
}

/**
 * Returns the suppliers of a product after a listing was removed, for each face value. Refuses
 * invalid_request, naming `productId`, if the product does not buy it, or buys nothing else.
 */
export function routesWithout(product: Routed, listing: MirroredListing): readonly SupplierRoute[] {
  const routes = routesOf(product)
  const remaining = routes.filter((route) => !leadsTo(route, listing))
  if (remaining.length === routes.length)
    throw invalidField('productId', 'does not buy this listing')
  if (remaining.length === 0) {
    throw invalidField('productId', 'buys nothing else: deactivate it, or map another listing')
  }
  return remaining
}

/** Returns the route by which a product buys a listing; with `face`, for that face value only. */
export function routeTo(
  { account, listing, settings }: MirroredListing,
  face: string | undefined,
): SupplierRoute {
  return {
    supplier: account.adapter,
    settings: {
      account: account.name,
      listing,
      ...(face !== undefined && { faceValue: face }),
      ...settings,
    },
  }
}

/** True if a route of a product buys this listing. */
function leadsTo({ supplier, settings }: SupplierRoute, listing: MirroredListing): boolean {
  const { account, listing: name } = listing
  const isThere = supplier === account.adapter && settings['account'] === account.name
  return isThere && settings['listing'] === name
}

/** A route that was written by hand names no listing, but may buy the same. */
function isSameRoute(one: SupplierRoute, route: SupplierRoute): boolean {
  return one.supplier === route.supplier && boughtText(one) === boughtText(route)
}

function boughtText({ settings }: SupplierRoute): string {
  const { listing: _, ...bought } = settings
  return JSON.stringify(Object.entries(bought).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** Returns why a product cannot buy a listing at any face value. */
function mappingFault(product: Routed, listing: MirroredListing): string | undefined {
  if (listing.goneAt !== undefined) return 'cannot buy a listing that is gone'
  if (product.productType !== listing.productType) {
    return `is a ${product.productType}, and the listing is a ${listing.productType}`
  }
  return product.currency.code === listing.currency
    ? undefined
    : `is in ${product.currency.code}, and the listing is in ${listing.currency}`
}

/** Returns the face values of a product, as decimal texts; of a range, its ends. */
function facesOf({ denomination, currency }: Pick<Routed, 'denomination' | 'currency'>): string[] {
  const minors =
    denomination.type === 'FIXED'
      ? denomination.fixedMinor
      : [denomination.minMinor, denomination.maxMinor]
  return minors.map((minor) => formatAmount(minor, currency))
}

/** Returns a message: the face values of a product that a listing lacks, and a remedy. */
function faceFault(product: Routed, listing: MirroredListing): string {
  const faces = facesOf(product)
  const { faceValues } = listing
  const theirs = 'min' in faceValues ? [faceValues.min, faceValues.max] : [...faceValues]
  if (product.denomination.type === 'VARIABLE') {
    const range = 'min' in faceValues ? `${faceValues.min} to ${faceValues.max}` : theirs.join(', ')
    const differ = `sells ${faces.join(' to ')}, and the listing ${range}`
    return `${differ}: change the product's amounts first`
  }
  const lacks = faces.filter((face) => !hasFace(listing, face)).slice(0, NAMED_MAX)
  const named = lacks.join(', ')
  return `has face values that the listing does not have (${named}): name another one in faceValue`
}

const NAMED_MAX = 5

function isSame(left: string, right: string): boolean {
  return scaledOf(left) === scaledOf(right)
}

/**
 * True if a listing sells a face value. Whether it meets the step of a range is left to the
 * supplier.
 */
function hasFace({ faceValues }: Pick<Listing, 'faceValues'>, face: string): boolean {
  if (!('min' in faceValues)) return faceValues.some((one) => isSame(one, face))
  const value = scaledOf(face)
  return value >= scaledOf(faceValues.min) && value <= scaledOf(faceValues.max)
}

/** A product that a listing could be mapped to, and why. */
export interface Suggestion {
  readonly productId: number
  readonly sameBrand: boolean
  readonly sameCountry: boolean
  readonly sameFaceValues: boolean
}

const SUGGESTIONS_MAX = 10

type Candidate = Routed & Pick<Product, 'productId' | 'brand' | 'active' | 'isTest'>

/**
 * Returns products that could buy a listing, the likeliest first: those of the same type and
 * currency whose brand has the same words. `countriesOf` says where a product can be redeemed.
 */
export function suggestProducts(
  products: Iterable<Candidate>,
  listing: MirroredListing,
  countriesOf: (productId: number) => readonly string[],
): Suggestion[] {
  const scored: { readonly suggestion: Suggestion; readonly points: number }[] = []
  for (const product of products) {
    const { productId, active, isTest } = product
    if (!active || isTest || mappingFault(product, listing) !== undefined) continue
    if (listing.products.some((one) => one.productId === productId)) continue
    const likeness = likenessOf(product.brand, listing)
    if (likeness === 0) continue
    const countries = countriesOf(productId)
    const sameCountry = countries.some((one) => listing.countries.includes(one))
    const sameFaceValues = facesOf(product).every((face) => hasFace(listing, face))
    const points = likeness * 4 + (sameCountry ? 2 : 0) + (sameFaceValues ? 1 : 0)
    const suggestion = { productId, sameBrand: likeness === 2, sameCountry, sameFaceValues }
    scored.push({ suggestion, points })
  }
  return scored
    .toSorted((a, b) => b.points - a.points || a.suggestion.productId - b.suggestion.productId)
    .slice(0, SUGGESTIONS_MAX)
    .map(({ suggestion }) => suggestion)
}

/** Returns 2 for the same brand, 1 if one has all words of the other, 0 otherwise. */
function likenessOf(brand: string, listing: Pick<Listing, 'brand' | 'name'>): 0 | 1 | 2 {
  const own = wordsOf(brand)
  const theirs = wordsOf(listing.brand)
  if (own.length > 0 && own.join(' ') === theirs.join(' ')) return 2
  const named = [...theirs, ...wordsOf(listing.name)]
  const isPart = own.length > 0 && own.every((word) => named.includes(word))
  return isPart || (theirs.length > 0 && theirs.every((word) => own.includes(word))) ? 1 : 0
}

function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
}
