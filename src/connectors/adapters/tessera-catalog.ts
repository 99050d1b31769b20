import { PRODUCT_TYPES } from '../../catalog/mod.ts'
import type { AdapterAccount, Reply, CatalogPage, Listing } from '../adapter.ts'
import { at, type ExactJson, isList, listAt, textAt, textsAt } from '../exact-json.ts'
import { isSuccess } from '../verdicts.ts'

const PAGE_SIZE = 500

/** Returns the path and query of a page of their products. A cursor is a page number. */
export function pageTarget({ settings }: AdapterAccount, cursor = '1'): string {
  const { currency = '' } = settings
  return `/v2/products?currency=${currency}&include=content&page=${cursor}&pageSize=${PAGE_SIZE}`
}

export function readPage(response: Reply, cursor = '1'): CatalogPage | undefined {
  const { json } = response
  const products = at(json, 'data')
  if (!isSuccess(response) || products === undefined || !isList(products)) return undefined
  const listings = products.flatMap((one) => listingOf(one) ?? [])
  const hasNext = at(json, 'meta', 'pagination', 'hasNext') === true
  return { listings, cursor: hasNext ? String(Number(cursor) + 1) : undefined }
}

function listingOf(product: ExactJson): Listing | undefined {
  const [listing, currency] = [textAt(product, 'productId'), textAt(product, 'currency')]
  const type = textAt(product, 'productType') ?? 'GIFT_CARD'
  const productType = PRODUCT_TYPES.find((one) => one === type)
  if (listing === undefined || currency === undefined || !productType) return undefined
  const brand = textAt(product, 'brand') ?? listing
  const texts = textsOf(product)
  const [image] = listAt(product, 'content', 'images')
  const steps = textsAt(texts, 'redemptionSteps')
  return {
    listing,
    name: textAt(texts, 'name') ?? brand,
    brand,
    productType,
    currency,
    countries: textsAt(product, 'content', 'countries'),
    faceValues: faceValuesOf(product),
    discountPercent: textAt(product, 'discountPercent'),
    isOnSale: at(product, 'inStock') === true,
    settings: { product: listing },
    imageUrl: textAt(image, 'url'),
    redemption: steps.length === 0 ? undefined : steps.join('\n'),
    terms: textAt(texts, 'terms'),
  }
}

/** Returns the English texts of a product, or else its first texts. */
function textsOf(product: ExactJson): ExactJson | undefined {
  const all = listAt(product, 'content', 'locales')
  return all.find((one) => /^en\b/.test(textAt(one, 'locale') ?? '')) ?? all[0]
}

function faceValuesOf(product: ExactJson): Listing['faceValues'] {
  const [min, max] = [textAt(product, 'minAmount'), textAt(product, 'maxAmount')]
  return min !== undefined && max !== undefined ? { min, max } : textsAt(product, 'fixedAmounts')
}
