import { createHmac } from 'node:crypto'
import type { AdapterAccount, Reply, Call, CatalogPage, Listing } from '../adapter.ts'
import { at, type ExactJson, isList, textAt, textsAt } from '../exact-json.ts'
import { isSuccess } from '../verdicts.ts'

interface SignedParts {
  readonly method: Call['method']
  readonly path: string
  readonly reference?: string
  readonly brand?: string | undefined
}

/** The signature covers the parts that exist, joined by dashes: Tillo's short form. */
export function headersOf(
  { secrets, now }: AdapterAccount,
  { method, path, reference, brand }: SignedParts,
): Record<string, string> {
  const { apiKey = '', secret = '' } = secrets
  const endpoint = path.slice(1).replaceAll('/', '-')
  const parts = [apiKey, method, endpoint, reference, brand, String(now)]
  const text = parts.filter((part) => part !== undefined).join('-')
  return {
    'api-key': apiKey,
    timestamp: String(now),
    signature: createHmac('sha256', secret).update(text).digest('hex'),
  }
}

export function catalog(account: AdapterAccount): Call {
  const headers = headersOf(account, { method: 'GET', path: '/brands' })
  return { method: 'GET', host: 'api', path: '/brands', headers, query: { detail: 'true' } }
}

/** The brands are an object by slug; without any, an empty list. */
export function readCatalog(response: Reply): CatalogPage | undefined {
  const brands = at(response.json, 'data', 'brands')
  if (!isSuccess(response) || typeof brands !== 'object' || brands === null) return undefined
  if (isList(brands)) return brands.length === 0 ? { listings: [] } : undefined
  return { listings: Object.values(brands).flatMap((brand) => listingOf(brand) ?? []) }
}

function listingOf(brand: ExactJson): Listing | undefined {
  const [slug, currency] = [textAt(brand, 'slug'), textAt(brand, 'currency')]
  if (slug === undefined || currency === undefined) return undefined
  const name = textAt(brand, 'name') ?? slug
  const fixed = [...textsAt(brand, 'denominations'), ...textsAt(brand, 'digital_denominations')]
  const min = textAt(brand, 'digital_face_value_limits', 'lower')
  const max = textAt(brand, 'digital_face_value_limits', 'upper')
  const step = textAt(brand, 'digital_face_value_limits', 'minor_unit')
  const faceValues =
    fixed.length === 0 && min !== undefined && max !== undefined
      ? { min, max, step }
      : [...new Set(fixed)]
  return {
    listing: slug,
    name,
    brand: name,
    productType: 'GIFT_CARD',
    currency,
    countries: textsAt(brand, 'countries_served'),
    faceValues,
    discountPercent: textAt(brand, 'discount'),
    isOnSale: textAt(brand, 'status', 'code') === 'ENABLED',
    settings: { brand: slug, ...(at(brand, 'async_only') === true && { mode: 'async' }) },
    imageUrl: textAt(brand, 'detail', 'assets', 'gift_card_url'),
    redemption: textAt(brand, 'detail', 'description'),
    terms: textAt(brand, 'detail', 'terms_and_conditions_url'),
  }
}
