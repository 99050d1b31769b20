import { productIn, productsIn, type PricedProduct } from '../../catalog/mod.ts'
import type { ImageInfo, ProductContent } from '../../content/mod.ts'
import { choosable } from '../../links/mod.ts'
import type { Currency } from '../../core/mod.ts'
import type { Context } from '../context.ts'
import type { Purse, View } from './view.ts'

/** A gift card that a person can choose. */
export interface Choice {
  readonly offer: PricedProduct
  readonly content: ProductContent | undefined
  readonly image: ImageInfo | undefined
  readonly isInStock: boolean
  /** Returns what a face value costs, in minor units of the purse. */
  costOf(faceMinor: bigint): bigint
}

/**
 * Returns the cards that the rest of a purse can buy: those in stock first, then those in its
 * currency, then by brand. None while the partner is suspended.
 */
export async function choicesOf(
  { catalog, contents, catalogPages }: Context,
  { purse, isTest, isPaused }: Pick<View, 'purse' | 'isTest' | 'isPaused'>,
): Promise<Choice[]> {
  const { partnerId, currency, products, leftMinor } = purse
  if (isPaused || leftMinor === 0n) return []
  const [snapshot, { contents: known }] = await Promise.all([catalog.current(), contents.current()])
  const audience = { partnerId, currency, isTest }
  const available = await catalogPages.available(snapshot)
  const offers = products
    ? products.flatMap((productId) => productIn(snapshot, productId, audience) ?? [])
    : productsIn(snapshot, audience)
  return choosable(offers)
    .map((offer) => {
      const content = known.get(offer.product.productId)
      const isInStock = available.has(offer.product.productId)
      const costOf = purse.costOf.bind(undefined, snapshot, offer)
      return { offer, content, image: content?.images[0], isInStock, costOf }
    })
    .filter((choice) => leastCost(choice) <= leftMinor)
    .toSorted(
      (one, other) => rankOf(one, currency) - rankOf(other, currency) || byBrand(one, other),
    )
}

function leastCost({ offer, costOf }: Choice): bigint {
  const { denomination } = offer.product
  const faces = denomination.type === 'FIXED' ? denomination.fixedMinor : [denomination.minMinor]
  return least(faces.map((face) => costOf(face)))
}

function least(costs: readonly bigint[]): bigint {
  return costs.reduce((one, other) => (one < other ? one : other))
}

/** Returns the least that one of the cards costs, in minor units of the purse. */
export function leastOf(choices: readonly Choice[]): bigint {
  return least(choices.map(leastCost))
}

/** Returns the costs that the form of a card shows: of each fixed value, or of the bounds. */
export function costsOf({ offer, costOf }: Choice): string {
  const { denomination } = offer.product
  const faces =
    denomination.type === 'FIXED'
      ? denomination.fixedMinor
      : [denomination.minMinor, denomination.maxMinor]
  return faces.map((face) => costOf(face)).join('-')
}

/** Most people want a card in the currency that they were given. */
function rankOf({ isInStock, offer: { product } }: Choice, { code }: Currency): number {
  return (isInStock ? 0 : 2) + (product.currency.code === code ? 0 : 1)
}

function byBrand(one: Choice, other: Choice): number {
  const [brand, others] = [one.offer.product.brand, other.offer.product.brand]
  return brand < others ? -1 : brand > others ? 1 : 0
}

/** Returns the face values that the rest of a purse can buy, the largest first. */
export function faceValuesOf(choice: Choice, { leftMinor }: Purse): bigint[] {
  const { denomination } = choice.offer.product
  if (denomination.type === 'FIXED') {
    return denomination.fixedMinor
      .filter((face) => choice.costOf(face) <= leftMinor)
      .toSorted((one, other) => (one < other ? 1 : -1))
  }
  const most = largestFace(choice, leftMinor, denomination)
  return most === undefined ? [] : [most]
}

/** Finds the largest face value that the rest pays for, by bisection. */
function largestFace(
  { costOf }: Choice,
  leftMinor: bigint,
  { minMinor, maxMinor }: { readonly minMinor: bigint; readonly maxMinor: bigint },
): bigint | undefined {
  if (costOf(minMinor) > leftMinor) return undefined
  let [low, high] = [minMinor, maxMinor]
  while (low < high) {
    const middle = (low + high + 1n) / 2n
    if (costOf(middle) <= leftMinor) low = middle
    else high = middle - 1n
  }
  return low
}
