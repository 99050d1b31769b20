import { isIrrevocable } from '../../catalog/mod.ts'
import type { Adapter, AdapterAccount, Reply, Call, Creation, Pot, Verdict } from '../adapter.ts'
import { at, exactNumber, type ExactJson, isList, listAt, textAt } from '../exact-json.ts'
import { failedLookUp, isSuccess, moneyOf, verdictOf } from '../verdicts.ts'
import { isAbsent, keyOf, messageOf, signedCall } from './tessera-call.ts'
import { pageTarget, readPage } from './tessera-catalog.ts'
import { check, readCheck } from './tessera-check.ts'
import { codes, readCodes } from './tessera-items.ts'
import { promisesAt, TESSERA } from './tessera-manifest.ts'
import { readWebhook } from './tessera-webhook.ts'

const POLL_SECONDS = 4

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
 * Returns whether a CANCELLED order may have delivered, and charged, units that nobody can take
 * back. Without price rules, an order does not show its charge. Then only an order of several units
 * may have done so: an order of one delivered unit is never CANCELLED.
 */
function mayHaveKeptUnits(
  order: ExactJson | undefined,
  { productType, units }: Pick<Creation, 'productType' | 'units'>,
): boolean {
  const charged = textAt(order, 'pricing', 'chargedAmount')
  return isIrrevocable(productType) && (charged === undefined ? units > 1 : /[1-9]/.test(charged))
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
  readWebhook,
}
