import { productIn, productsIn, type PricedProduct } from '../../catalog/mod.ts'
import type { ImageInfo, ProductContent } from '../../content/mod.ts'
import { convertHalfUp, minorUnits } from '../../core/mod.ts'
import { choosable, costsOf, leftOf, type Link } from '../../links/mod.ts'
import type { Context } from '../context.ts'
import type { View } from './view.ts'

/** A gift card that the person of a link can choose. */
export interface Choice {
  readonly offer: PricedProduct
  readonly content: ProductContent | undefined
  readonly image: ImageInfo | undefined
  readonly isInStock: boolean
}

/**
 * Returns what the rest of a link can become: what is in stock first, then by brand. Nothing while
 * its sender is suspended.
 */
export async function choicesOf(
  { catalog, contents, catalogPages }: Context,
  { link, isTest, isPaused }: Pick<View, 'link' | 'isTest' | 'isPaused'>,
): Promise<Choice[]> {
  if (isPaused || leftOf(link) === 0n) return []
  const [snapshot, { contents: known }] = await Promise.all([catalog.current(), contents.current()])
  const { partnerId, currency, products } = link
  const audience = { partnerId, currency, isTest }
  const available = await catalogPages.available(snapshot)
  const offers = products
    ? products.flatMap((productId) => productIn(snapshot, productId, audience) ?? [])
    : productsIn(snapshot, audience)
  const leftMinor = leftOf(link)
  return choosable(offers)
    .filter((offer) => costsOf(offer, currency).least <= leftMinor)
    .map((offer) => {
      const content = known.get(offer.product.productId)
      const isInStock = available.has(offer.product.productId)
      return { offer, content, image: content?.images[0], isInStock }
    })
    .toSorted(byStockAndBrand)
}

function byStockAndBrand(one: Choice, other: Choice): number {
  if (one.isInStock !== other.isInStock) return one.isInStock ? -1 : 1
  const [brand, others] = [one.offer.product.brand, other.offer.product.brand]
  return brand < others ? -1 : brand > others ? 1 : 0
}

/** Returns what a face value takes of a link. */
export function costOf({ product, rate }: PricedProduct, link: Link, faceMinor: bigint): bigint {
  const { currency } = link
  return convertHalfUp(minorUnits(faceMinor), rate, { from: product.currency, to: currency })
}

/** Returns the face values that the rest of a link can become, the largest first. */
export function faceValuesOf(offer: PricedProduct, link: Link): bigint[] {
  const { denomination } = offer.product
  const leftMinor = leftOf(link)
  if (denomination.type === 'FIXED') {
    return denomination.fixedMinor
      .filter((face) => costOf(offer, link, face) <= leftMinor)
      .toSorted((one, other) => (one < other ? 1 : -1))
  }
  const most = largestFace(offer, link, denomination)
  return most === undefined ? [] : [most]
}

/** Halves the range of face values until the largest is found that the rest pays. */
function largestFace(
  offer: PricedProduct,
  link: Link,
  { minMinor, maxMinor }: { readonly minMinor: bigint; readonly maxMinor: bigint },
): bigint | undefined {
  const leftMinor = leftOf(link)
  if (costOf(offer, link, minMinor) > leftMinor) return undefined
  let [low, high] = [minMinor, maxMinor]
  while (low < high) {
    const middle = (low + high + 1n) / 2n
    if (costOf(offer, link, middle) <= leftMinor) low = middle
    else high = middle - 1n
  }
  return low
}
