import { isSameSecret } from '../../core/mod.ts'
import type {
  Adapter,
  AdapterAccount,
  Reply,
  Call,
  Creation,
  RawReply,
  Money,
  Offer,
  OfferRequest,
  Pot,
  RefusedFor,
  UndoResult,
  Unit,
  Verdict,
} from '../adapter.ts'
import { at, type ExactJson, isList, listAt, textAt } from '../exact-json.ts'
import { signResponse } from '../plugin-signature.ts'
import { failedLookUp, isSuccess, moneyOf, verdictOf } from '../verdicts.ts'
import { keyOf, signedCall } from './plugin-call.ts'
import { catalog, fieldsAt, readCatalog } from './plugin-catalog.ts'
import { PLUGIN } from './plugin-manifest.ts'
import { readWebhook } from './plugin-webhook.ts'

const POLL_SECONDS = 10
const POLL_SECONDS_MAX = 3_600

function isGenuine(
  { status, headers, body }: RawReply,
  call: Call,
  account: AdapterAccount,
): boolean {
  const requestSignature = call.headers?.['tessera-signature'] ?? ''
  const expected = signResponse(keyOf(account), { status, requestSignature, body })
  return isSameSecret(headers['tessera-signature'] ?? '', expected)
}

function create(creation: Creation, account: AdapterAccount): Call {
  const { reference, productType, settings, faceValue, units, recipient } = creation
  const body = {
    productType,
    settings,
    currency: faceValue.currency,
    faceValue: faceValue.amount,
    units: String(units),
    recipient,
    offer: creation.offer,
  }
  return signedCall('PUT', `/v1/purchases/${reference}`, { account, body })
}

function lookUp({ reference }: Creation, account: AdapterAccount): Call {
  return signedCall('GET', `/v1/purchases/${reference}`, { account })
}

/**
 * A signed 4xx is a definite refusal, unless it says that the reference belongs to another
 * purchase.
 */
function readCreate(response: Reply): Verdict {
  const signedVerdict = verdictIn(response)
  if (signedVerdict) return signedVerdict
  const verdict = verdictOf(response, messageOf(response), {})
  const isOurFault = response.status >= 400 && response.status <= 499 && response.status !== 409
  if (verdict.is !== 'unknown' || !isOurFault) return verdict
  return { is: 'refused', for: 'request', detail: verdict.detail }
}

/** Only a verdict is definite: a 404 for the path itself is not one. */
function readLookUp(response: Reply): Verdict {
  return verdictIn(response) ?? failedLookUp(response, messageOf(response))
}

function messageOf({ json }: Reply) {
  return { code: undefined, message: textAt(json, 'detail') }
}

const REFUSED_FOR: readonly RefusedFor[] = [
  'funds',
  'stock',
  'amount',
  'recipient',
  'product',
  'account',
  'request',
]

/** Returns the verdict of a response; undefined if it has none. */
function verdictIn({ json, status }: Reply): Verdict | undefined {
  const detail = textAt(json, 'detail') ?? 'the plug-in says no more'
  const theirs = textAt(json, 'theirs')
  const is = textAt(json, 'is')
  const isDone = status <= 299
  if (is === 'notFound') return { is }
  if (is === 'refused') {
    const why = REFUSED_FOR.find((one) => one === textAt(json, 'for')) ?? 'request'
    return { is, for: why, detail }
  }
  if (!isDone) return undefined
  if (is === 'done' && theirs !== undefined && isList(at(json, 'units'))) {
    const units = listAt(json, 'units').map(unitOf)
    return { is, theirs, units, charged: moneyAt(json, 'charged') }
  }
  if (is === 'accepted') {
    const askAgainInSeconds = secondsAt(json, 'askAgainInSeconds')
    return { is, askAgainInSeconds, ...(theirs !== undefined && { theirs }) }
  }
  if (is === 'reversed') return { is, theirs: theirs ?? '', detail }
  return undefined
}

function secondsAt(json: ExactJson | undefined, field: string): number {
  const text = textAt(json, field) ?? ''
  const seconds = /^[0-9]{1,9}$/.test(text) ? Number(text) : POLL_SECONDS
  return Math.min(Math.max(seconds, 1), POLL_SECONDS_MAX)
}

function moneyAt(json: ExactJson | undefined, field: string): Money | undefined {
  return moneyOf(textAt(json, field, 'amount'), textAt(json, field, 'currency'))
}

function unitOf(json: ExactJson): Unit {
  return {
    number: textAt(json, 'number'),
    pin: textAt(json, 'pin'),
    barcode: textAt(json, 'barcode'),
    barcodeType: textAt(json, 'barcodeType'),
    url: textAt(json, 'url'),
    expiresOn: textAt(json, 'expiresOn'),
  }
}

function balance(account: AdapterAccount): Call {
  return signedCall('GET', '/v1/balances', { account })
}

function readBalance(response: Reply): Pot[] | undefined {
  if (!isSuccess(response) || !isList(at(response.json, 'balances'))) return undefined
  return listAt(response.json, 'balances').flatMap((one) => {
    const money = moneyOf(textAt(one, 'amount'), textAt(one, 'currency'))
    return money ? { name: textAt(one, 'name') ?? '', ...money } : []
  })
}

function offer(request: OfferRequest, account: AdapterAccount): Call {
  const { productType, settings, recipient, faceValue } = request
  const { amount, currency } = faceValue ?? {}
  const body = { productType, settings, recipient, faceValue: amount, currency }
  return signedCall('POST', '/v1/quote', { account, body })
}

function readOffer(response: Reply): Offer | undefined {
  const { json } = response
  if (!isSuccess(response) || textAt(json, 'is') !== 'offered') return undefined
  return {
    fields: fieldsAt(json, 'fields'),
    operator: textAt(json, 'operator'),
    due: moneyAt(json, 'due'),
    fee: moneyAt(json, 'fee'),
    ...(textAt(json, 'validSeconds') !== undefined && {
      validSeconds: secondsAt(json, 'validSeconds'),
    }),
  }
}

function undo({ reference }: Creation, account: AdapterAccount): Call {
  return signedCall('POST', `/v1/purchases/${reference}/undo`, { account })
}

const UNDO_RESULTS: readonly UndoResult[] = ['undone', 'absent', 'refused']

function readUndo(response: Reply): UndoResult {
  const result = UNDO_RESULTS.find((one) => one === textAt(response.json, 'is'))
  if (result) return result
  return response.status >= 400 && response.status <= 499 ? 'refused' : 'unknown'
}

export const plugin: Adapter = {
  manifest: PLUGIN,
  isGenuine,
  create,
  readCreate,
  lookUp,
  readLookUp,
  catalog,
  readCatalog,
  balance,
  readBalance,
  offer,
  readOffer,
  undo,
  readUndo,
  readWebhook,
}
