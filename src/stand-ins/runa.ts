import { exactNumber, listAt, textAt, type JsonBody } from '../connectors/mod.ts'
import { Books, decimal, type Sale, scaled } from './books.ts'
import { type Call, pictureUrl, type Reply, type Shop } from './stand-in.ts'

const KEY = 'wg-stand-in'
export const RUNA_SECRETS = { apiKey: KEY }

const PRODUCTS = ['AMZ-GB', 'IKEA-DE', 'NETF-US']
const PAGE = 2

export interface RunaSwitches {
  /**
   * Whether a repeat of a request that failed gets the same fault: two of their guides disagree.
   */
  readonly faults?: 'replayed' | 'forgotten'
}

/**
 * Runa: a repeated key returns the first response, even a refusal or a fault, until the key is
 * forgotten. Then it buys again. Orders cannot be looked up by their keys.
 */
export function runaShop({ faults = 'replayed' }: RunaSwitches = {}): Shop {
  const books = new Books({ EUR: '10000', GBP: '10000', USD: '10000' })
  const replies = new Map<string, Reply>()
  return {
    name: 'runa',
    books,
    kindOf({ method, path, host }) {
      if (method === 'POST' && path === '/order') return 'create'
      if (host === 'spend') return 'codes'
      return path.startsWith('/order/') ? 'lookUp' : 'other'
    },
    reply(call) {
      if (call.host === 'spend') return cardOf(books, call)
      if (call.headers['x-api-key'] !== KEY) return refused(401, 'invalid_api_key')
      if (call.method === 'POST' && call.path === '/order') {
        const key = keyOf(call)
        if (books.isUnderWay(textAt(call.json, 'description') ?? '')) {
          return refused(400, 'idempotency_in_progress')
        }
        const first = replies.get(key)
        if (first) return first
        const reply = order(books, call)
        replies.set(key, reply)
        return reply
      }
      if (call.path === '/product') return catalog(books, call)
      if (call.path === '/balance') return { status: 200, body: balances(books) }
      const sale = books.of(call.path.replace('/order/O-', ''))
      return sale ? { status: 200, body: orderOf(books, sale) } : refused(404, 'not_found')
    },
    notFound: () => refused(404, 'not_found'),
    error: () => refused(500, 'internal_server_error'),
    refuse: () => refused(422, 'validation_error'),
    replay(call, reply) {
      if (faults === 'replayed') replies.set(keyOf(call), reply)
    },
    busy: () => ({ status: 429, body: { error: 'rate limit' }, headers: { 'retry-after': '5' } }),
  }
}

function keyOf({ headers }: Call): string {
  return String(headers['x-idempotency-key'])
}

function refused(status: number, type: string): Reply {
  return { status, body: { type, message: `refused: ${type}`, help: '' } }
}

function order(books: Books, { json }: Call): Reply {
  const [item, ...more] = listAt(json, 'items')
  const product = textAt(item, 'products', 'value') ?? ''
  if (item === undefined || more.length > 0) return refused(422, 'validation_error')
  if (!PRODUCTS.includes(product) || books.lacks(product)) {
    return refused(400, 'product_validation_error')
  }
  const currency = textAt(json, 'payment_method', 'currency') ?? ''
  const face = scaled(textAt(item, 'face_value') ?? '0')
  const reference = textAt(json, 'description') ?? ''
  const sale = books.sell({ reference, currency, face, units: 1, facts: { product } })
  if (!sale) return refused(400, 'insufficient_funds')
  const status = sale.status === 'done' ? 200 : 202
  return { status, body: orderOf(books, sale) }
}

/** Prices are texts of two decimals. */
function orderOf(books: Books, sale: Sale): JsonBody {
  if (sale.status === 'processing' && !books.isSlow) books.end(sale, 'done')
  const { theirs, status, currency, price, face } = sale
  const id = `O-${theirs}`
  if (status === 'processing') return { id, status: 'PROCESSING' }
  if (status === 'failed') return { id, status: 'FAILED', message: 'the brand refused' }
  const payout = {
    status: status === 'reversed' ? 'CANCELLED' : 'ACTIVE',
    url: `https://spend.runa.io/${linkOf(sale)}`,
    expiry_date: null,
  }
  return {
    id,
    status: 'COMPLETED',
    payment_method: { type: 'ACCOUNT_BALANCE', currency },
    currency,
    total_price: decimal(price),
    items: [
      { id: `E-${theirs}`, face_value: decimal(face), price: decimal(price), currency, payout },
    ],
  }
}

function linkOf({ theirs }: Sale): string {
  return `link-${theirs}`
}

/** Always responds with 200. It needs no API key, because the link is the credential. */
function cardOf({ sales }: Books, { path }: Call): Reply {
  const sale = sales.find((one) => `/${linkOf(one)}` === path)
  const [code] = sale?.codes ?? []
  if (!sale || !code) return { status: 200, body: { status: 'ERROR', error_code: 'RE001' } }
  const card = {
    type: 'code',
    amount: decimal(sale.face),
    code: code.number,
    pin: code.pin,
    barcode_format: 'CODE128',
    barcode_string: code.number,
    expiry_date: '3000-01-01',
  }
  return { status: 200, body: { status: 'SUCCESS', order_id: `O-${sale.theirs}`, e_code: card } }
}

/** The cursor of the last page leads to an empty one. */
function catalog(books: Books, call: Call): Reply {
  const { query } = call
  const products = PRODUCTS.filter((code) => !books.gone.has(code))
  const begin = Number(query.get('after') ?? 0)
  const page = products.slice(begin, begin + PAGE)
  const cursors = page.length > 0 ? { after: String(begin + page.length) } : {}
  const pagination = { cursors, page: { limit: exactNumber(String(PAGE)) } }
  return {
    status: 200,
    body: { catalog: page.map((code) => productOf(code, books, call)), pagination },
  }
}

const CURRENCIES: Readonly<Record<string, string>> = { GB: 'GBP', DE: 'EUR', US: 'USD' }

function productOf(code: string, { discountPercent }: Books, call: Call): JsonBody {
  const country = code.slice(-2)
  return {
    code,
    name: code.slice(0, -3),
    currency: CURRENCIES[country] ?? 'EUR',
    state: 'LIVE',
    is_orderable: true,
    payout_type: 'gift_card',
    countries_redeemable_in: [country],
    discount_multiplier: `0.0${discountPercent}`,
    availability: 'realtime',
    gift_card: {
      denominations: { type: 'open', minimum_value: '1', maximum_value: '500', available_list: [] },
      expiry: { date_policy: 'NO_EXPIRY' },
      assets: { card_image_url: pictureUrl(call, code) },
    },
  }
}

function balances({ funds }: Books): JsonBody {
  return [...funds].map(([currency, amount]) => ({ balance: decimal(amount), currency }))
}
