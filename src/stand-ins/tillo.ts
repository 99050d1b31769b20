import { createHmac } from 'node:crypto'
import { exactNumber, textAt, type JsonBody } from '../connectors/mod.ts'
import { Books, decimal, type Sale, scaled } from './books.ts'
import { type Call, pictureUrl, type Reply, type Shop } from './stand-in.ts'

const KEY = 'tillo-key'
const SECRET = 'tillo-secret'
export const TILLO_SECRETS = { apiKey: KEY, secret: SECRET }

const BRANDS = ['amazon', 'costa', 'ikea']

export interface TilloSwitches {
  /** The HTTP status of "no funds", about which their pages disagree. */
  readonly fundsStatus?: 403 | 422
  /** Whether purchases can be taken back, which depends on the brand. */
  readonly undo?: 'offered' | 'refused'
}

/** Tillo: one unit for each create, and the same reference returns the first response. */
export function tilloShop({ fundsStatus = 422, undo = 'offered' }: TilloSwitches = {}): Shop {
  const books = new Books({ EUR: '10000', GBP: '10000' })
  return {
    name: 'tillo',
    books,
    kindOf({ method, path }) {
      if (method === 'POST' && /^\/digital\/(issue|order-card)$/.test(path)) return 'create'
      return path === '/digital/order-status' ? 'lookUp' : 'other'
    },
    reply(call) {
      const fault = signatureFault(call)
      if (fault) return fault
      switch (`${call.method} ${call.path}`) {
        case 'POST /digital/issue':
        case 'POST /digital/order-card':
          return issue(books, call, fundsStatus)
        case 'GET /digital/order-status':
          return statusOf(books, call)
        case 'POST /digital/reverse':
          return undo === 'refused' ? refused(422, '720', 'Not this brand') : reverse(books, call)
        case 'GET /brands':
          return ok({ brands: brands(books, call) })
        case 'GET /check-floats':
          return ok({ floats: floats(books) })
        default:
          return refused(404, '070', 'Endpoint not found')
      }
    },
    notFound: () => refused(404, '724', 'Sale not found'),
    error: () => refused(500, '999', 'Internal error'),
    refuse: () => refused(400, '060', 'Bad request'),
    busy: () => ({ ...refused(429, '429', 'Too many requests'), headers: { 'retry-after': '1' } }),
  }
}

function ok(data: JsonBody): Reply {
  return { status: 200, body: { code: '000', status: 'success', message: 'OK', data } }
}

function refused(status: number, code: string, message: string): Reply {
  return { status, body: { code, status: 'error', message } }
}

/** Checks the signature, which covers the present parts in this order. */
function signatureFault({ method, path, headers, json, query }: Call): Reply | undefined {
  const timestamp = String(headers['timestamp'])
  const reference = textAt(json, 'client_request_id') ?? query.get('client_request_id') ?? undefined
  const parts = [KEY, method, path.slice(1).replaceAll('/', '-'), reference, textAt(json, 'brand')]
  const text = [...parts, timestamp].filter((part) => part !== undefined).join('-')
  const expected = createHmac('sha256', SECRET).update(text).digest('hex')
  const isSigned = headers['api-key'] === KEY && headers['signature'] === expected
  return isSigned ? undefined : refused(401, '434', 'Signature does not match')
}

function issue(books: Books, { json, path }: Call, fundsStatus: number): Reply {
  const reference = textAt(json, 'client_request_id') ?? ''
  if (!/^[A-Za-z0-9_-]{5,50}$/.test(reference)) return refused(400, '433', 'client_request_id')
  const [known] = books.ofReference(reference)
  if (known) {
    if (known.status === 'processing' && !books.isSlow) books.end(known, 'done')
    return saleOf(books, known)
  }
  const brand = textAt(json, 'brand') ?? ''
  if (!BRANDS.includes(brand) || books.lacks(brand)) return refused(422, '706', 'No such brand')
  const currency = textAt(json, 'face_value', 'currency') ?? ''
  const face = scaled(textAt(json, 'face_value', 'amount') ?? '0')
  if (face < scaled('5') || face > scaled('500')) return refused(500, '704', 'Denomination')
  const isAsync = path === '/digital/order-card'
  const sale = books.sell({
    reference,
    currency,
    face,
    units: 1,
    facts: { brand },
    ...(isAsync && { status: 'processing' }),
  })
  return sale ? saleOf(books, sale) : refused(fundsStatus, '610', 'Insufficient funds')
}

/** An asynchronous sale is done once its status is requested. */
function statusOf(books: Books, { query }: Call): Reply {
  const [sale] = books.ofReference(query.get('client_request_id') ?? '')
  if (!sale) return refused(404, '724', 'Sale not found')
  if (sale.status === 'processing' && !books.isSlow) books.end(sale, 'done')
  return saleOf(books, sale)
}

function saleOf(books: Books, sale: Sale): Reply {
  const { theirs, currency, face, price, facts } = sale
  const left = books.funds.get(currency) ?? 0n
  const common = {
    brand: facts['brand'],
    face_value: { amount: exactNumber(decimal(face)), currency },
    cost_value: { amount: exactNumber(decimal(price)), currency },
    reference: `tillo-${theirs}`,
    float_balance: { amount: exactNumber(decimal(left)), currency },
  }
  if (sale.status !== 'done') return ok(common)
  const [code] = sale.codes
  return ok({
    ...common,
    code: code?.number,
    pin: code?.pin,
    expiration_date: `${code?.expiresOn} 23:59:59`,
  })
}

function reverse(books: Books, { json }: Call): Reply {
  const [sale] = books.ofReference(textAt(json, 'original_client_request_id') ?? '')
  if (!sale) return refused(422, '724', 'Sale not found')
  if (sale.status === 'reversed') return refused(422, '100', 'Already cancelled')
  books.end(sale, 'reversed')
  return ok({ reference: `tillo-${sale.theirs}` })
}

/** Returns an object by slug or, if it would be empty, an empty list, as Tillo does. */
function brands(books: Books, call: Call): JsonBody {
  const sold = BRANDS.filter((slug) => !books.gone.has(slug))
  if (sold.length === 0) return []
  return Object.fromEntries(sold.map((slug) => [slug, brandOf(slug, books, call)]))
}

function brandOf(slug: string, { discountPercent }: Books, call: Call): JsonBody {
  return {
    slug,
    name: `${slug.charAt(0).toUpperCase()}${slug.slice(1)}`,
    type: 'gift-card',
    status: { code: 'ENABLED' },
    currency: 'EUR',
    discount: exactNumber(String(discountPercent)),
    digital_face_value_limits: { lower: exactNumber('5'), upper: exactNumber('500') },
    countries_served: ['DE', 'FR'],
    categories: ['shopping'],
    detail: {
      description: 'Show the code at the till.',
      assets: { gift_card_url: pictureUrl(call, slug) },
    },
  }
}

function floats({ funds }: Books): JsonBody {
  return Object.fromEntries(
    [...funds].map(([currency, left]) => [
      currency,
      { 'universal-float': { available_balance: exactNumber(decimal(left)) } },
    ]),
  )
}
