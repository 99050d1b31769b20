import { Type } from 'typebox'
import { isSameSecret, MS_PER_SECOND } from '../../core/mod.ts'
import type {
  Adapter,
  AdapterAccount,
  Reply,
  Call,
  CatalogPage,
  Creation,
  RawReply,
  Listing,
  Manifest,
  Money,
  Offer,
  OfferRequest,
  Pot,
  RefusedFor,
  UndoResult,
  Unit,
  Verdict,
} from '../adapter.ts'
import {
  at,
  type ExactJson,
  isList,
  listAt,
  type JsonBody,
  stringifyExact,
  textAt,
  textsAt,
} from '../exact-json.ts'
import { signRequest, signResponse } from '../plugin-signature.ts'
import { isSuccess, moneyOf, failedLookUp, verdictOf } from '../verdicts.ts'

/**
 * A process of any language that buys for us, behind the port that docs/connectors.md describes. It
 * issues once under each reference, so a repeat of a create is safe, and every response is signed:
 * an unsigned one is ignored.
 */
const manifest: Manifest = {
  name: 'plugin',
  types: ['GIFT_CARD', 'TOP_UP', 'BILL_PAYMENT'],
  hosts: 'ofAccount',
  secrets: Type.Object({
    keyId: Type.String({ description: 'Names the secret to the plug-in' }),
    secret: Type.String({ description: 'Requests and responses are signed with it' }),
  }),
  account: Type.Object({}),
  settings: Type.Object(
    { product: Type.String({ description: 'What is bought, by the name that the plug-in has' }) },
    { additionalProperties: Type.String() },
  ),
  unitsPerCreate: 1,
  referenceForm: 'hex',
  repeat: { does: 'replays', mayOverlap: true },
  visibleAfterSeconds: 0,
  notFoundIsDefiniteAfterSeconds: 'never',
  responseSeconds: 60,
  finalWithinSeconds: 86_400,
  requestsPerMinute: 6_000,
  isReversible: true,
  isSpecifiedHere: true,
}

const POLL_SECONDS = 10
const POLL_SECONDS_MAX = 3_600

function signedCall(
  method: Call['method'],
  path: string,
  { account, body }: { readonly account: AdapterAccount; readonly body?: JsonBody },
): Call {
  const timestamp = String(Math.floor(account.now / MS_PER_SECOND))
  const text = body === undefined ? '' : stringifyExact(body)
  const key = keyOf(account)
  const headers = {
    'tessera-timestamp': timestamp,
    'tessera-key-id': key.keyId,
    'tessera-signature': signRequest(key, { method, target: path, body: text, timestamp }),
  }
  return { method, host: '', path, headers, ...(body !== undefined && { body }) }
}

function keyOf({ secrets: { keyId = '', secret = '' } }: Pick<AdapterAccount, 'secrets'>) {
  return { keyId, secret }
}

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

function catalog(account: AdapterAccount, cursor: string | undefined): Call {
  const query = cursor === undefined ? '' : `?cursor=${encodeURIComponent(cursor)}`
  return signedCall('GET', `/v1/catalog${query}`, { account })
}

function readCatalog(response: Reply): CatalogPage | undefined {
  const { json } = response
  if (!isSuccess(response) || !isList(at(json, 'listings'))) return undefined
  const listings = listAt(json, 'listings').flatMap((one) => listingOf(one) ?? [])
  return { listings, cursor: textAt(json, 'cursor') }
}

function listingOf(json: ExactJson): Listing | undefined {
  const [listing, currency] = [textAt(json, 'listing'), textAt(json, 'currency')]
  const productType = manifest.types.find((one) => one === textAt(json, 'productType'))
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

function fieldsAt(json: ExactJson | undefined, field: string): Record<string, string> {
  const fields = at(json, field)
  if (typeof fields !== 'object' || fields === null || isList(fields)) return {}
  const texts = Object.entries(fields).filter((one): one is [string, string] => {
    return typeof one[1] === 'string'
  })
  return Object.fromEntries(texts)
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
  manifest,
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
}
