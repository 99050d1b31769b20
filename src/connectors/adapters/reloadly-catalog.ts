import type { AdapterAccount, Reply, Call, CatalogPage, Listing } from '../adapter.ts'
import { at, type ExactJson, isList, textAt, textsAt } from '../exact-json.ts'
import { isSuccess } from '../verdicts.ts'

const PAGE_SIZE = '200'

/** Gift cards, then operators, then billers: a cursor names the list and its page. */
const LISTS = [
  {
    host: 'giftcards',
    path: '/products',
    query: { includeRange: 'true', includeFixed: 'true' },
    listingOf: giftCard,
  },
  { host: 'topups', path: '/operators', query: {}, listingOf: operator },
  { host: 'utilities', path: '/billers', query: {}, listingOf: biller },
] as const

interface Place {
  readonly list: number
  readonly page: number
}

function placeOf(cursor: string | undefined): Place {
  const [list = 0, page = 0] = (cursor ?? '0 0').split(' ').map(Number)
  return { list, page }
}

export function catalog(_account: AdapterAccount, cursor: string | undefined): Call {
  const { list, page } = placeOf(cursor)
  const { host, path, query } = LISTS[list] ?? LISTS[0]
  return {
    method: 'GET',
    host,
    path,
    query: { ...query, size: PAGE_SIZE, page: String(page) },
    headers: { accept: `application/com.reloadly.${host}-v1+json` },
    audience: host,
  }
}

/** A response has a page in the format of Spring, or the whole list if it has no pages. */
export function readCatalog(response: Reply, cursor: string | undefined): CatalogPage | undefined {
  const { json } = response
  const { list, page } = placeOf(cursor)
  const content = at(json, 'content') ?? json
  if (!isSuccess(response) || content === undefined || !isList(content)) return undefined
  const listings = content.flatMap((one) => LISTS[list]?.listingOf(one) ?? [])
  const isLast = isList(json) || content.length === 0 || at(json, 'last') === true
  if (!isLast) return { listings, cursor: `${list} ${page + 1}` }
  return list + 1 < LISTS.length ? { listings, cursor: `${list + 1} 0` } : { listings }
}

function giftCard(one: ExactJson): Listing | undefined {
  const product = textAt(one, 'productId')
  const currency = textAt(one, 'recipientCurrencyCode')
  if (product === undefined || currency === undefined) return undefined
  const name = textAt(one, 'productName') ?? product
  const [min, max] = [
    textAt(one, 'minRecipientDenomination'),
    textAt(one, 'maxRecipientDenomination'),
  ]
  const isRange = textAt(one, 'denominationType') === 'RANGE'
  const values = textsAt(one, 'fixedRecipientDenominations')
  return {
    listing: `gift:${product}`,
    name,
    brand: textAt(one, 'brand', 'brandName') ?? name,
    productType: 'GIFT_CARD',
    currency,
    countries: countriesOf(one),
    faceValues: isRange && min !== undefined && max !== undefined ? { min, max } : values,
    discountPercent: textAt(one, 'discountPercentage'),
    isOnSale: (textAt(one, 'status') ?? 'ACTIVE') === 'ACTIVE',
    settings: { product },
    imageUrl: textsAt(one, 'logoUrls')[0],
    redemption: textAt(one, 'redeemInstruction', 'verbose'),
  }
}

function operator(one: ExactJson): Listing | undefined {
  const id = textAt(one, 'operatorId')
  const currency = textAt(one, 'senderCurrencyCode')
  if (id === undefined || currency === undefined) return undefined
  const name = textAt(one, 'name') ?? id
  const [country] = countriesOf(one)
  return {
    listing: `airtime:${id}`,
    name,
    brand: name,
    productType: 'TOP_UP',
    currency,
    countries: country === undefined ? [] : [country],
    faceValues: valuesOf(one, { fixed: 'fixedAmounts', min: 'minAmount', max: 'maxAmount' }),
    discountPercent: textAt(one, 'internationalDiscount'),
    isOnSale: true,
    settings: { operator: id, country },
    imageUrl: textsAt(one, 'logoUrls')[0],
  }
}

function biller(one: ExactJson): Listing | undefined {
  const id = textAt(one, 'id')
  const currency = textAt(one, 'localTransactionCurrencyCode')
  if (id === undefined || currency === undefined) return undefined
  const name = textAt(one, 'name') ?? id
  const country = textAt(one, 'countryCode')
  const [min, max] = ['minLocalTransactionAmount', 'maxLocalTransactionAmount']
  return {
    listing: `bill:${id}`,
    name,
    brand: name,
    productType: 'BILL_PAYMENT',
    currency,
    countries: country === undefined ? [] : [country],
    faceValues: valuesOf(one, { fixed: 'localFixedAmounts', min, max }),
    isOnSale: true,
    settings: { biller: id, amountIn: 'recipient' },
  }
}

function valuesOf(
  one: ExactJson,
  fields: { readonly fixed: string; readonly min: string; readonly max: string },
): Listing['faceValues'] {
  const [min, max] = [textAt(one, fields.min), textAt(one, fields.max)]
  const fixed = textsAt(one, fields.fixed)
  return fixed.length === 0 && min !== undefined && max !== undefined ? { min, max } : fixed
}

function countriesOf(one: ExactJson): string[] {
  const own = textAt(one, 'country', 'isoName')
  return [...(own === undefined ? [] : [own]), ...textsAt(one, 'countries')]
}
