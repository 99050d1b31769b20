import { exactNumber, type JsonBody } from '../connectors/mod.ts'
import type { Books } from './books.ts'
import { type Call, pictureUrl, type Reply } from './stand-in.ts'

/** Invented brands, by the ids of their cards. */
const BRANDS: Readonly<Record<string, string>> = {
  101: 'Larkspur Games',
  102: 'Northwind Coffee',
  103: 'Copperleaf Bakery',
  104: 'Korbmarkt',
  105: 'Linnhaven',
  106: 'Ohmstead',
  107: 'Lumenhus',
  108: 'Kestrelcrag Outdoor',
  109: 'Quillmarket Books',
  110: 'Solvane Electronics',
  111: 'Velorin Sports',
  112: 'Marrow Street',
}
export const CARDS = Object.keys(BRANDS)
export const OPERATOR_NAMES: Readonly<Record<string, string>> = {
  341: 'Zephyrtel Germany',
  342: 'Halcyon Mobile Germany',
}
export const OPERATORS = Object.keys(OPERATOR_NAMES)
export const BILLERS = ['27']
const PAGE = 8
/** Returns a page of a list. `further` more cards are listed in pages of the requested size. */
export function catalogPage(books: Books, call: Call, further: number): Reply {
  const { host, query } = call
  const ids = idsOf(host, further).filter((id) => !books.gone.has(id))
  const size = further > 0 ? Number(query.get('size') ?? PAGE) : PAGE
  const begin = Number(query.get('page') ?? 0) * size
  const content = ids.slice(begin, begin + size).map((id) => listingOf(books, call, id))
  return { status: 200, body: { content, last: begin + size >= ids.length } }
}

function idsOf(host: string, further: number): readonly string[] {
  if (host === 'topups') return OPERATORS
  if (host === 'utilities') return BILLERS
  return [...CARDS, ...Array.from({ length: further }, (_, at) => String(1_000 + at))]
}

function listingOf(books: Books, call: Call, id: string): JsonBody {
  const { host } = call
  if (host === 'utilities') return BILLER
  const logoUrls = [pictureUrl(call, id)]
  if (host === 'topups') return { ...operator(id), logoUrls }
  return { ...card(id, String(books.discountOf(id))), logoUrls }
}

function card(id: string, discount: string): Record<string, JsonBody> {
  const brand = BRANDS[id] ?? `Brand ${id}`
  return {
    productId: exactNumber(id),
    productName: `${brand} Germany`,
    denominationType: 'RANGE',
    recipientCurrencyCode: 'EUR',
    senderCurrencyCode: 'EUR',
    minRecipientDenomination: exactNumber('1'),
    maxRecipientDenomination: exactNumber('500'),
    discountPercentage: exactNumber(discount),
    brand: { brandId: exactNumber(id), brandName: brand },
    country: { isoName: 'DE', name: 'Germany' },
    redeemInstruction: { concise: 'At the till', verbose: 'Show the code at the till.' },
  }
}

function operator(id: string): Record<string, JsonBody> {
  return {
    operatorId: exactNumber(id),
    name: OPERATOR_NAMES[id] ?? '',
    senderCurrencyCode: 'EUR',
    destinationCurrencyCode: 'EUR',
    minAmount: exactNumber('1'),
    maxAmount: exactNumber('100'),
    internationalDiscount: exactNumber('5'),
    country: { isoName: 'DE', name: 'Germany' },
  }
}

const BILLER: JsonBody = {
  id: exactNumber('27'),
  name: 'Power of Berlin',
  countryCode: 'DE',
  localTransactionCurrencyCode: 'EUR',
  minLocalTransactionAmount: exactNumber('1'),
  maxLocalTransactionAmount: exactNumber('500'),
}
