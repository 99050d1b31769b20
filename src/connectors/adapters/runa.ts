import type {
  Adapter,
  AdapterAccount,
  Reply,
  Call,
  Creation,
  Pot,
  Unit,
  Verdict,
} from '../adapter.ts'
import { at, exactNumber, type ExactJson, isList, listAt, textAt } from '../exact-json.ts'
import {
  failedLookUp,
  isSuccess,
  type Meaning,
  moneyOf,
  type SupplierError,
  verdictOf,
} from '../verdicts.ts'
import { catalog, headersOf, readCatalog } from './runa-catalog.ts'
import { RUNA } from './runa-manifest.ts'
import { readWebhook } from './runa-webhook.ts'

const POLL_SECONDS = 5
/** The date that Runa sends for a card that never expires. */
const NEVER = '3000-01-01'

const MEANINGS: Readonly<Record<string, Meaning>> = {
  insufficient_funds: 'funds',
  product_validation_error: 'product',
  currency_mismatch: 'request',
  validation_error: 'request',
  ordering_restricted: 'account',
  unauthorized: 'account',
  invalid_api_key: 'account',
  version_removed: 'account',
  idempotency_in_progress: 'busy',
  idempotency_validation_error: 'duplicate',
  timeout: 'look',
  internal_server_error: 'look',
}

function create({ reference, settings, faceValue }: Creation, account: AdapterAccount): Call {
  const headers = {
    ...headersOf(account),
    'x-idempotency-key': reference,
    'x-execution-mode': 'sync',
  }
  const product = { type: 'SINGLE', value: settings['product'] }
  const item = {
    face_value: exactNumber(faceValue.amount),
    distribution_method: { type: 'PAYOUT_LINK' },
    products: product,
  }
  const body = {
    payment_method: { type: 'ACCOUNT_BALANCE', currency: faceValue.currency },
    description: reference,
    items: [item],
  }
  return { method: 'POST', host: 'api', path: '/order', headers, body }
}

function lookUp({ theirs }: Creation, account: AdapterAccount): Call | 'repeat' {
  if (theirs === undefined) return 'repeat'
  const path = `/order/${encodeURIComponent(theirs)}`
  return { method: 'GET', host: 'api', path, headers: headersOf(account) }
}

function readCreate(response: Reply, _creation: Creation, account: AdapterAccount): Verdict {
  const { json } = response
  if (response.status === 102) return { is: 'busy', detail: 'the first create is still running' }
  if (!isSuccess(response)) return verdictOf(response, errorOf(json), MEANINGS)
  return verdictOfOrder(json, account)
}

function readLookUp(response: Reply, _creation: Creation, account: AdapterAccount): Verdict {
  const { json } = response
  return isSuccess(response) ? verdictOfOrder(json, account) : failedLookUp(response, errorOf(json))
}

function errorOf(json: ExactJson | undefined): SupplierError {
  return { code: textAt(json, 'type'), message: textAt(json, 'message') }
}

function verdictOfOrder(json: ExactJson | undefined, account: AdapterAccount): Verdict {
  const theirs = textAt(json, 'id')
  if (theirs === undefined) return { is: 'unknown', detail: 'an order without an id' }
  switch (textAt(json, 'status') ?? '') {
    case 'PROCESSING':
      return { is: 'accepted', theirs, askAgainInSeconds: POLL_SECONDS }
    case 'FAILED':
      return { is: 'refused', for: 'request', detail: textAt(json, 'message') ?? 'FAILED' }
    case 'COMPLETED':
      return completed(json, theirs, account)
    default:
      return { is: 'unknown', detail: 'an order in a state that is not known' }
  }
}

function completed(
  json: ExactJson | undefined,
  theirs: string,
  { settings }: AdapterAccount,
): Verdict {
  const [item] = listAt(json, 'items')
  const payout = at(item, 'payout')
  const url = textAt(payout, 'url')
  if (url === undefined) return { is: 'unknown', detail: 'an order without a link' }
  if (textAt(payout, 'status') === 'CANCELLED') {
    return { is: 'reversed', theirs, detail: 'their link is CANCELLED' }
  }
  const currency = textAt(json, 'payment_method', 'currency') ?? textAt(item, 'currency')
  const charged = moneyOf(textAt(json, 'total_price'), currency)
  const expiresOn = dayOf(textAt(payout, 'expiry_date'))
  const units = settings['codes'] === 'read' ? 'separate' : [{ url, expiresOn }]
  return { is: 'done', theirs, units, charged }
}

function dayOf(text: string | undefined): string | undefined {
  const day = text?.slice(0, 10)
  return day === NEVER ? undefined : day
}

function codes({ theirs = '' }: Creation, account: AdapterAccount): Call {
  const path = `/order/${encodeURIComponent(theirs)}`
  return { method: 'GET', host: 'api', path, headers: headersOf(account) }
}

/**
 * Reads an order, which names the link to its code, or the response of that link. The link is
 * itself a credential, so it is requested without our key. It responds with 200 even to faults.
 */
function readCodes({ json }: Reply): Unit[] | 'notYet' | { readonly next: Call } {
  const [item] = listAt(json, 'items')
  const link = textAt(item, 'payout', 'url')
  if (link !== undefined && URL.canParse(link)) {
    const { pathname: path } = new URL(link)
    return { next: { method: 'GET', host: 'spend', path, query: { format: 'json' } } }
  }
  const card = at(json, 'e_code')
  if (textAt(json, 'status') !== 'SUCCESS' || card === undefined) return 'notYet'
  const unit = {
    number: textAt(card, 'code'),
    pin: textAt(card, 'pin'),
    barcode: textAt(card, 'barcode_string'),
    barcodeType: textAt(card, 'barcode_format'),
    url: textAt(card, 'url'),
    expiresOn: dayOf(textAt(card, 'expiry_date')),
  }
  return [unit]
}

function balance(account: AdapterAccount): Call {
  return { method: 'GET', host: 'api', path: '/balance', headers: headersOf(account) }
}

function readBalance(response: Reply): Pot[] | undefined {
  const { json } = response
  if (!isSuccess(response) || json === undefined) return undefined
  return (isList(json) ? json : [json]).flatMap((one) => {
    const money = moneyOf(textAt(one, 'balance'), textAt(one, 'currency'))
    return money ? { name: '', ...money } : []
  })
}

export const runa: Adapter = {
  manifest: RUNA,
  create,
  readCreate,
  lookUp,
  readLookUp,
  codes,
  readCodes,
  catalog,
  readCatalog,
  balance,
  readBalance,
  readWebhook,
}
