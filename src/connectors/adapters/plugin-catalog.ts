import type { AdapterAccount, Reply, Call, CatalogPage, Listing } from '../adapter.ts'
import { at, type ExactJson, isList, listAt, textAt, textsAt } from '../exact-json.ts'
import { isSuccess } from '../verdicts.ts'
import { signedCall } from './plugin-call.ts'
import { PLUGIN } from './plugin-manifest.ts'

export function catalog(account: AdapterAccount, cursor: string | undefined): Call {
  const query = cursor === undefined ? '' : `?cursor=${encodeURIComponent(cursor)}`
  return signedCall('GET', `/v1/catalog${query}`, { account })
}

export function readCatalog(response: Reply): CatalogPage | undefined {
  const { json } = response
  if (!isSuccess(response) || !isList(at(json, 'listings'))) return undefined
  const listings = listAt(json, 'listings').flatMap((one) => listingOf(one) ?? [])
  return { listings, cursor: textAt(json, 'cursor') }
}

function listingOf(json: ExactJson): Listing | undefined {
  const [listing, currency] = [textAt(json, 'listing'), textAt(json, 'currency')]
  const productType = PLUGIN.types.find((one) => one === textAt(json, 'productType'))
  if (listing === undefined || currency === undefined || !productType) return undefined
  const name = textAt(json, 'name') ?? listing
  const min = textAt(json, 'faceValues', 'min')
  const max = textAt(json, 'faceValues', 'max')
  const step = textAt(json, 'faceValues', 'step')
  const isRange = min !== undefined && max !== undefined
  return {
    listing,
    name,
    brand: textAt(json, 'brand') ?? name,
    productType,
    currency,
    countries: textsAt(json, 'countries'),
    faceValues: isRange ? { min, max, step } : textsAt(json, 'faceValues'),
    discountPercent: textAt(json, 'discountPercent'),
    isOnSale: at(json, 'isOnSale') !== false,
    settings: { product: listing, ...fieldsAt(json, 'settings') },
    imageUrl: textAt(json, 'imageUrl'),
    redemption: textAt(json, 'redemption'),
    terms: textAt(json, 'terms'),
  }
}

export function fieldsAt(json: ExactJson | undefined, field: string): Record<string, string> {
  const fields = at(json, field)
  if (typeof fields !== 'object' || fields === null || isList(fields)) return {}
  const texts = Object.entries(fields).filter((one): one is [string, string] => {
    return typeof one[1] === 'string'
  })
  return Object.fromEntries(texts)
}
