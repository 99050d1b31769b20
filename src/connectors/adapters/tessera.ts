import { isIrrevocable } from '../../catalog/mod.ts'
import { isoTime, MS_PER_DAY, signedHeaders } from '../../core/mod.ts'
import type {
  Adapter,
  AdapterAccount,
  Reply,
  Call,
  Creation,
  Obstacle,
  Pot,
  ReadCodes,
  ToCheck,
  Unit,
  Verdict,
} from '../adapter.ts'
import { scaledOf } from '../decimal-text.ts'
import {
  at,
  exactNumber,
  type ExactJson,
  isList,
  listAt,
  type JsonBody,
  stringifyExact,
  textAt,
} from '../exact-json.ts'
import { isSuccess, moneyOf, failedLookUp, verdictOf } from '../verdicts.ts'
import { pageTarget, readPage } from './tessera-catalog.ts'
import { promisesAt, TESSERA } from './tessera-manifest.ts'

const POLL_SECONDS = 4
const UUID_LENGTH = 36

interface Signed {
  readonly body?: JsonBody
  readonly headers?: Readonly<Record<string, string>>
}

function signedCall(
  method: 'GET' | 'POST',
  target: string,
  account: AdapterAccount,
  { body, headers }: Signed = {},
): Call {
  const { apiKey = '', hmacSecret = '' } = account.secrets
  const { clientId = '' } = account.settings
  const text = body === undefined ? '' : stringifyExact(body)
  const toSign = { method, body: Buffer.from(text, 'utf8'), timestamp: isoTime(account.now) }
  const own = signedHeaders({ clientId, apiKey, hmacSecret }, toSign)
  const all = { ...own, ...headers }
  return { method, host: '', path: target, headers: all, ...(body !== undefined && { body }) }
}

/** The random part of a reference is the idempotency key, and the id of our requests there. */
function keyOf({ reference }: Creation): string {
  return reference.slice(-UUID_LENGTH)
}

function check({ settings }: ToCheck, account: AdapterAccount): Call {
  const { currency = '' } = account.settings
  const path = `/v2/products/${encodeURIComponent(settings['product'] ?? '')}`
  return signedCall('GET', `${path}?currency=${currency}`, account)
}

function readCheck(
  response: Reply,
  { settings, faceValue }: ToCheck,
  account: AdapterAccount,
): Obstacle | undefined {
  const { json, status } = response
  const product = `their product ${settings['product']}`
  if (isAbsent(response)) {
    const detail = `${product} is not there in ${account.settings['currency']}`
    return { for: 'product', detail }
  }
  if (!isSuccess(response) || at(json, 'data') === undefined) {
    return { for: 'account', detail: `${status} ${messageOf(json) ?? ''}`.trim() }
  }
  const currency = textAt(json, 'data', 'currency')
  if (currency !== faceValue.currency) {
    return { for: 'product', detail: `${product} is in ${currency}` }
  }
  const isThere = at(json, 'data', 'inStock') === true
  return isThere ? undefined : { for: 'stock', detail: `${product} is out of stock there` }
}

/** True if the service says that there is nothing. A 404 of another server does not say that. */
function isAbsent({ status, json }: Reply): boolean {
  return status === 404 && textAt(json, 'error', 'code') === 'RESOURCE_NOT_FOUND'
}

function messageOf(json: ExactJson | undefined): string | undefined {
  return textAt(json, 'error', 'message')
}

function create(creation: Creation, account: AdapterAccount): Call {
  const { reference, settings, faceValue, units, recipient, minValidityDays: days } = creation
  const item = {
    productId: exactNumber(settings['product'] ?? '0'),
    amount: exactNumber(faceValue.amount),
    quantity: exactNumber(String(units)),
    ...(Object.keys(recipient).length > 0 && { recipient }),
    ...(days !== undefined && { minValidityDays: exactNumber(String(days)) }),
  }
  const { currency = '' } = account.settings
  const body = { clientReference: reference, currency, items: [item] }
  const key = keyOf(creation)
  const headers = { 'idempotency-key': key, 'x-request-id': key }
  return signedCall('POST', '/v2/orders', account, { body, headers })
}

/** Statuses that refuse the request itself: nothing was done. A 503 may follow a commit. */
const REFUSED_STATUSES = new Set([400, 404, 405, 413, 415, 422])

function readCreate(response: Reply, creation: Creation, account: AdapterAccount): Verdict {
  const { status, json } = response
  if (isSuccess(response)) return verdictOfOrder(at(json, 'data'), creation, account)
  const code = textAt(json, 'error', 'code')
  // An order has the reference or the key already. The look-up finds out whose order it is.
  if (status === 409) return { is: 'duplicate' }
  const verdict = verdictOf(response, { code, message: messageOf(json) }, {})
  if (verdict.is !== 'unknown' || code === undefined) return verdict
  const { detail } = verdict
  if (status === 402) return { is: 'refused', for: 'funds', detail }
  return REFUSED_STATUSES.has(status) ? { is: 'refused', for: 'request', detail } : verdict
}

function lookUp(creation: Creation, account: AdapterAccount): Call {
  const { theirs, reference } = creation
  const headers = { 'x-request-id': keyOf(creation) }
  const target =
    theirs === undefined
      ? `/v2/orders?clientReference=${encodeURIComponent(reference)}`
      : `/v2/orders/${encodeURIComponent(theirs)}`
  return signedCall('GET', target, account, { headers })
}

function readLookUp(response: Reply, creation: Creation, account: AdapterAccount): Verdict {
  const data = at(response.json, 'data')
  if (creation.theirs !== undefined && isAbsent(response)) return { is: 'notFound' }
  if (!isSuccess(response) || data === undefined) {
    return failedLookUp(response, { code: undefined, message: messageOf(response.json) })
  }
  if (!isList(data)) return verdictOfOrder(data, creation, account)
  // A service that ignores the filter could have our order on a later page.
  if (data.some((order) => textAt(order, 'clientReference') !== creation.reference)) {
    return { is: 'unknown', detail: 'a list with orders of other references' }
  }
  return data.length === 0 ? { is: 'notFound' } : verdictOfOrder(data[0], creation, account)
}

/** The ids of their orders that we accept: each is stored, and shown to operators. */
const ORDER_ID = /^[!-~]{1,100}$/

function verdictOfOrder(
  order: ExactJson | undefined,
  creation: Creation,
  { settings }: AdapterAccount,
): Verdict {
  const { reference, units, theirs: known } = creation
  const theirs = textAt(order, 'id')
  const [status, currency] = [textAt(order, 'status'), textAt(order, 'currency')]
  const isNamed = theirs !== undefined && ORDER_ID.test(theirs)
  if (!isNamed || status === undefined || currency === undefined) {
    return { is: 'unknown', detail: 'an order without id, status or currency' }
  }
  if (textAt(order, 'clientReference') !== reference || (known ?? theirs) !== theirs) {
    return { is: 'odd', detail: `their order ${theirs} is of another purchase` }
  }
  const count = textAt(order, 'itemCount') ?? String(units)
  if (currency !== settings['currency'] || count !== String(units)) {
    return { is: 'odd', detail: `their order ${theirs} is of ${count} units in ${currency}` }
  }
  if (status === 'CANCELLED') {
    const detail = `they cancelled their order ${theirs}`
    return mayHaveKeptUnits(order, creation)
      ? { is: 'odd', detail: `${detail}, and may have charged a part that was delivered` }
      : { is: 'refused', for: 'request', detail }
  }
  if (status !== 'COMPLETED') return { is: 'accepted', theirs, askAgainInSeconds: POLL_SECONDS }
  const amount = textAt(order, 'pricing', 'chargedAmount') ?? textAt(order, 'totalAmount')
  return { is: 'done', theirs, units: 'separate', charged: moneyOf(amount, currency) }
}

/**
 * Whether a CANCELLED order may have delivered units that nobody can take back. They charge these.
 * Without price rules, an order does not show its charge. An order of one unit that was delivered
 * is never CANCELLED.
 */
function mayHaveKeptUnits(
  order: ExactJson | undefined,
  { productType, units }: Pick<Creation, 'productType' | 'units'>,
): boolean {
  const charged = textAt(order, 'pricing', 'chargedAmount')
  return isIrrevocable(productType) && (charged === undefined ? units > 1 : /[1-9]/.test(charged))
}

/** Without a page, they send all items of an order. */
function codes(creation: Creation, account: AdapterAccount): Call {
  const headers = { 'x-request-id': keyOf(creation) }
  const path = `/v2/orders/${encodeURIComponent(creation.theirs ?? '')}/items`
  return signedCall('GET', path, account, { headers })
}

function readCodes(response: Reply, creation: Creation): ReadCodes {
  const items = at(response.json, 'data')
  if (!isSuccess(response) || items === undefined || !isList(items)) return 'notYet'
  const fault = items.map((item, index) => faultOf(item, index + 1, creation)).find((one) => one)
  return fault === undefined ? items.map(unitOf) : { odd: fault }
}

function faultOf(item: ExactJson, itemNo: number, creation: Creation): string | undefined {
  const { settings, faceValue } = creation
  const no = textAt(item, 'itemNo')
  if (no !== String(itemNo)) return `item ${no} in the place of ${itemNo}`
  const product = textAt(item, 'productId')
  if (product !== settings['product']) return `item ${no} is of product ${product}`
  const value = moneyOf(textAt(item, 'faceValue'), textAt(item, 'currency'))
  const isSame =
    value?.currency === faceValue.currency && scaledOf(value.amount) === scaledOf(faceValue.amount)
  return isSame ? undefined : `item ${no} is of ${value?.amount} ${value?.currency}`
}

function unitOf(item: ExactJson): Unit {
  return {
    number: textAt(item, 'giftCardNumber'),
    pin: textAt(item, 'giftCardPin'),
    barcode: textAt(item, 'barCodeNumber'),
    url: textAt(item, 'redemptionUrl'),
    expiresOn: dayBefore(textAt(item, 'expiresAt')),
  }
}

/**
 * Returns the last day of a code. The service names the first day on which it is no longer valid.
 */
function dayBefore(day: string | undefined): string | undefined {
  const end = /^\d{4}-\d{2}-\d{2}$/.test(day ?? '') ? Date.parse(day ?? '') : Number.NaN
  return Number.isNaN(end) ? undefined : isoTime(end - MS_PER_DAY).slice(0, 'YYYY-MM-DD'.length)
}

function catalog(account: AdapterAccount, cursor: string | undefined): Call {
  return signedCall('GET', pageTarget(account, cursor), account)
}

function balance(account: AdapterAccount): Call {
  return signedCall('GET', '/v2/accounts/balances', account)
}

function readBalance(response: Reply): Pot[] | undefined {
  const { json } = response
  if (!isSuccess(response) || !isList(at(json, 'fundsList'))) return undefined
  return listAt(json, 'fundsList').flatMap((one) => {
    const money = moneyOf(textAt(one, 'funds'), textAt(one, 'currency'))
    return money ? { name: '', ...money } : []
  })
}

export const tessera: Adapter = {
  manifest: TESSERA,
  promisesAt,
  check,
  readCheck,
  create,
  readCreate,
  lookUp,
  readLookUp,
  codes,
  readCodes,
  catalog,
  readCatalog: readPage,
  balance,
  readBalance,
}
