import type { AdapterAccount, Reply, Call, CatalogPage, Listing } from '../adapter.ts'
import { percentOf } from '../decimal-text.ts'
import { at, type ExactJson, isList, textAt, textsAt } from '../exact-json.ts'
import { isSuccess } from '../verdicts.ts'

const VERSION = '2024-02-05'

export function headersOf({ secrets }: AdapterAccount): Record<string, string> {
  return { 'x-api-key': secrets['apiKey'] ?? '', 'x-api-version': VERSION }
}

/** The last page is an empty one. It has a cursor too, which is ignored. */
export function catalog(account: AdapterAccount, cursor: string | undefined): Call {
  const query = { limit: '200', after: cursor }
  return { method: 'GET', host: 'api', path: '/product', headers: headersOf(account), query }
}

export function readCatalog(response: Reply): CatalogPage | undefined {
  const { json } = response
  const products = at(json, 'catalog')
  if (!isSuccess(response) || products === undefined || !isList(products)) return undefined
  const listings = products.flatMap((one) => listingOf(one) ?? [])
  const cursor = textAt(json, 'pagination', 'cursors', 'after')
  return products.length === 0 ? { listings } : { listings, cursor }
}

function listingOf(one: ExactJson): Listing | undefined {
  const [code, currency] = [textAt(one, 'code'), textAt(one, 'currency')]
  if (code === undefined || currency === undefined) return undefined
  const name = textAt(one, 'name') ?? code
  const values = at(one, 'gift_card', 'denominations')
  const [min, max] = [textAt(values, 'minimum_value'), textAt(values, 'maximum_value')]
  const isOpen = textAt(values, 'type') === 'open' && min !== undefined && max !== undefined
  return {
    listing: code,
    name,
    brand: name,
    productType: 'GIFT_CARD',
    currency,
    countries: textsAt(one, 'countries_redeemable_in'),
    faceValues: isOpen ? { min, max } : textsAt(values, 'available_list'),
    discountPercent: percentOf(textAt(one, 'discount_multiplier')),
    isOnSale: at(one, 'is_orderable') === true,
    settings: { product: code },
    imageUrl: textAt(one, 'gift_card', 'assets', 'card_image_url'),
  }
}
