import { exactNumber, type ExactJson, textAt, type JsonBody } from '../connectors/mod.ts'
import { Books, decimal, type Sale, scaled } from './books.ts'
import { BILLERS, CARDS, catalogPage, OPERATOR_NAMES, OPERATORS } from './reloadly-catalog.ts'
import type { Call, Reply, Shop } from './stand-in.ts'

const ID = 'reloadly-id'
const SECRET = 'reloadly-secret'
export const RELOADLY_SECRETS = { clientId: ID, clientSecret: SECRET }

const PHONE_OF_NO_OPERATOR = '4900000000'

export interface ReloadlySwitches {
  /**
   * The response to a used reference of gift cards and bills. Only the one for airtime is
   * documented.
   */
  readonly repeat?: 'refuses' | 'buysAgain'
  /** Whether reports are lists or pages: their documents of two different years disagree. */
  readonly reports?: 'list' | 'page'
  /** Whether the cards of one unit are a list or one object. */
  readonly cards?: 'list' | 'object'
  /** Whether a new token invalidates earlier ones. */
  readonly tokens?: 'all' | 'last'
  /** Number of further gift cards in the list, in pages of the requested size. */
  readonly further?: number
}

/** Reloadly has three hosts with a token each, and returns codes by a second call. */
export function reloadlyShop(switches: ReloadlySwitches = {}): Shop {
  const books = new Books({ EUR: '10000' })
  const tokens = new Map<string, string[]>()
  const shop = { books, tokens, switches }
  return {
    name: 'reloadly',
    books,
    kindOf({ method, path }) {
      if (method === 'POST' && path !== '/oauth/token') return 'create'
      if (path.endsWith('/cards')) return 'codes'
      return /transactions/.test(path) ? 'lookUp' : 'other'
    },
    reply(call) {
      if (call.host === 'auth') return token(shop, call)
      if (!isValid(shop, call))
        return refused(401, 'INVALID_TOKEN', 'Full authentication is required')
      return replyOf(shop, call)
    },
    notFound: ({ path }) =>
      path.endsWith('transactions') ? report(shop, []) : refused(404, null, 'Not found'),
    error: () => refused(500, 'PROVIDER_INTERNAL_ERROR', 'An error has occurred'),
    refuse: () => refused(400, 'INVALID_AMOUNT', 'Invalid'),
    busy: () => ({ ...refused(429, null, 'Too many'), headers: { 'retry-after': '1' } }),
  }
}

interface ShopState {
  readonly books: Books
  /** The tokens of each host, oldest first. */
  readonly tokens: Map<string, string[]>
  readonly switches: ReloadlySwitches
}

function refused(status: number, errorCode: string | null, message: string): Reply {
  return { status, body: { timeStamp: '2026-01-01 00:00:00', message, path: '', errorCode } }
}

function isValid({ books, tokens, switches }: ShopState, { host, headers }: Call): boolean {
  const hostTokens = tokens.get(host) ?? []
  const valid = switches.tokens === 'last' ? hostTokens.slice(-1) : hostTokens
  const text = String(headers.authorization).replace(/^Bearer /, '')
  return valid.includes(text) && text.startsWith(`token-${host}-${books.tokenEra}-`)
}

function token({ books, tokens }: ShopState, { json }: Call): Reply {
  const isKnown = textAt(json, 'client_id') === ID && textAt(json, 'client_secret') === SECRET
  if (!isKnown) return refused(401, null, 'Access Denied')
  const audience = textAt(json, 'audience') ?? ''
  const [, host] = /^https:\/\/(giftcards|topups|utilities)/.exec(audience) ?? []
  if (host === undefined) return refused(401, 'INVALID_AUDIENCE', 'Invalid audience')
  books.tokensIssued += 1
  const access = `token-${host}-${books.tokenEra}-${books.tokensIssued}`
  tokens.set(host, [...(tokens.get(host) ?? []), access])
  const body = { access_token: access, token_type: 'Bearer', expires_in: exactNumber('86400') }
  return { status: 200, body }
}

function replyOf(shop: ShopState, call: Call): Reply {
  const { method, path } = call
  const { books } = shop
  if (method === 'POST') return sell(shop, call)
  if (path === '/accounts/balance') {
    const balance = exactNumber(decimal(books.funds.get('EUR') ?? 0n))
    return { status: 200, body: { balance, currencyCode: 'EUR', currencyName: 'Euro' } }
  }
  if (path.startsWith('/operators/auto-detect/phone/')) return detect(path)
  const [, theirs] = /^\/orders\/transactions\/(\d+)\/cards$/.exec(path) ?? []
  if (theirs !== undefined) return cards(shop, theirs)
  if (/transactions/.test(path)) return find(shop, call)
  return catalogPage(books, call, shop.switches.further ?? 0)
}

function detect(path: string): Reply {
  if (path.includes(PHONE_OF_NO_OPERATOR)) {
    return refused(404, 'COULD_NOT_AUTO_DETECT_OPERATOR', 'no operator')
  }
  return {
    status: 200,
    body: { operatorId: exactNumber('341'), name: OPERATOR_NAMES['341'] ?? '' },
  }
}

/** Returns the fields of a purchase, which each host names differently, and the known products. */
function purchaseOf({ host, json }: Call): {
  readonly reference: string
  readonly product: string
  readonly known: readonly string[]
  readonly face: string
} {
  if (host === 'giftcards') {
    const product = textAt(json, 'productId') ?? ''
    const reference = textAt(json, 'customIdentifier') ?? ''
    return { reference, product, known: CARDS, face: textAt(json, 'unitPrice') ?? '0' }
  }
  const face = textAt(json, 'amount') ?? '0'
  if (host === 'topups') {
    const product = textAt(json, 'operatorId') ?? ''
    return { reference: textAt(json, 'customIdentifier') ?? '', product, known: OPERATORS, face }
  }
  const product = textAt(json, 'billerId') ?? ''
  return { reference: textAt(json, 'referenceId') ?? '', product, known: BILLERS, face }
}

function sell({ books, switches }: ShopState, call: Call): Reply {
  const { host, json } = call
  const { reference, product, known, face } = purchaseOf(call)
  const isRefused = host === 'topups' || (switches.repeat ?? 'refuses') === 'refuses'
  if (isRefused && books.ofReference(reference).length > 0) {
    const code = `${host === 'utilities' ? 'REFERENCE_ID' : 'CUSTOM_IDENTIFIER'}_ALREADY_USED`
    return refused(400, code, 'This reference is already used')
  }
  const units = Number(textAt(json, 'quantity') ?? '1')
  if (!known.includes(product) || books.lacks(product, units)) {
    return goneFrom(host)
  }
  const fault = recipientFault(host, json)
  if (fault) return fault
  const amount = scaled(face)
  if (amount < scaled('1') || amount > scaled('500')) return refused(400, null, 'Invalid price')
  const status = host === 'utilities' ? ('processing' as const) : undefined
  const facts = { host, product }
  const sale = books.sell({
    reference,
    currency: 'EUR',
    face: amount,
    units,
    facts,
    ...(status && { status }),
  })
  if (!sale) return refused(400, 'INSUFFICIENT_BALANCE', 'Insufficient balance')
  return { status: 200, body: transactionOf(sale) }
}

/**
 * Returns the documented response for an unknown product. No response is documented for bills, so
 * theirs has no code.
 */
function goneFrom(host: string): Reply {
  if (host === 'giftcards') return refused(404, 'INVALID_PRODUCT', 'Invalid product id')
  if (host === 'utilities') return refused(404, null, 'The biller was not found')
  const code = 'OPERATOR_UNAVAILABLE_OR_CURRENTLY_INACTIVE'
  return refused(503, code, 'The operator is currently unavailable')
}

function isNumber(text = ''): boolean {
  return /^[0-9]{6,15}$/.test(text)
}

function recipientFault(host: string, json: ExactJson | undefined): Reply | undefined {
  if (host === 'topups' && !isNumber(textAt(json, 'recipientPhone', 'number'))) {
    return refused(400, 'INVALID_RECIPIENT_PHONE', 'The phone number is not valid')
  }
  if (host === 'utilities' && !isNumber(textAt(json, 'subscriberAccountNumber'))) {
    return refused(400, 'INVALID_AMOUNT', 'The subscriber is not valid')
  }
  return undefined
}

const STATES = {
  processing: 'PROCESSING',
  done: 'SUCCESSFUL',
  failed: 'FAILED',
  reversed: 'REFUNDED',
}

/** Amounts have up to five decimals. A bill has its id in another field. */
function transactionOf(sale: Sale): JsonBody {
  const { theirs, reference, currency, price, face, units, status, facts } = sale
  const isBill = facts['host'] === 'utilities'
  const id = exactNumber(theirs)
  const cost = exactNumber(decimal(price))
  const balanceInfo = { cost, currencyCode: currency }
  const common = { status: STATES[status], amount: cost, currencyCode: currency, balanceInfo }
  if (isBill) {
    const billDetails = { billerReferenceId: `bill-${theirs}`, subscriberDetails: {} }
    return { ...common, id, referenceId: reference, billDetails }
  }
  if (facts['host'] === 'topups') {
    const operatorTransactionId = `op-${theirs}`
    return { ...common, transactionId: id, customIdentifier: reference, operatorTransactionId }
  }
  const product = {
    productId: exactNumber(facts['product'] ?? '0'),
    quantity: exactNumber(String(units)),
    unitPrice: exactNumber(decimal(face)),
  }
  return { ...common, transactionId: id, customIdentifier: reference, product }
}

function find(shop: ShopState, { path, query, host }: Call): Reply {
  const { books } = shop
  const reference = query.get('customIdentifier') ?? query.get('referenceId')
  const theirs = path.split('/').at(-1) ?? ''
  const one = reference === null ? books.of(theirs) : undefined
  const sales = reference === null ? (one ? [one] : []) : books.ofReference(reference)
  if (!books.isSlow) {
    for (const sale of sales) if (sale.status === 'processing') books.end(sale, 'done')
  }
  if (reference === null) {
    if (!one) return refused(404, null, 'Invalid transaction id')
    const transaction = transactionOf(one)
    return { status: 200, body: host === 'utilities' ? { code: 'OK', transaction } : transaction }
  }
  return report(shop, sales)
}

function report({ switches }: ShopState, sales: readonly Sale[]): Reply {
  const content = sales.map(transactionOf)
  return { status: 200, body: switches.reports === 'page' ? { content, last: true } : content }
}

/** Card numbers are JSON numbers of twenty digits, which do not fit into a double. */
function cards({ books, switches }: ShopState, theirs: string): Reply {
  const sale = books.of(theirs)
  if (sale?.status !== 'done') return refused(400, null, 'Invalid transaction id')
  const codes = sale.codes.map(({ number, pin }) => ({
    cardNumber: number.startsWith('0') ? number : exactNumber(number),
    pinCode: pin,
  }))
  const [first] = codes
  const isObject = switches.cards === 'object' && codes.length === 1
  return { status: 200, body: isObject && first ? first : codes }
}
