import type {
  Adapter,
  AdapterAccount,
  Reply,
  Call,
  Creation,
  Pot,
  UndoResult,
  Unit,
  Verdict,
} from '../adapter.ts'
import { at, exactNumber, type ExactJson, isList, textAt } from '../exact-json.ts'
import { failedLookUp, isSuccess, type Meaning, moneyOf, verdictOf } from '../verdicts.ts'
import { catalog, headersOf, readCatalog } from './tillo-catalog.ts'
import { TILLO } from './tillo-manifest.ts'

const SECTOR = 'gift-card-mall'
const POLL_SECONDS = 10

const MEANINGS: Readonly<Record<string, Meaning>> = {
  ...meaning('funds', '610', '615'),
  ...meaning('amount', '704'),
  ...meaning('product', '072', '706', '712', '713', '716', '719', '720', '721', '723'),
  ...meaning('account', '210', '434'),
  ...meaning('request', '060', '070', '433', '717'),
  ...meaning('busy', '429'),
  ...meaning('look', '600', '602', '603', '715', '999'),
}

function meaning(of: Meaning, ...codes: readonly string[]): Record<string, Meaning> {
  return Object.fromEntries(codes.map((code) => [code, of]))
}

function create(creation: Creation, account: AdapterAccount): Call {
  const { reference, settings, faceValue } = creation
  const path = isAsync(creation) ? '/digital/order-card' : '/digital/issue'
  const headers = headersOf(account, { method: 'POST', path, reference, brand: settings['brand'] })
  const body = {
    client_request_id: reference,
    brand: settings['brand'],
    face_value: { amount: exactNumber(faceValue.amount), currency: faceValue.currency },
    delivery_method: settings['delivery'] ?? 'code',
    fulfilment_by: 'partner',
    sector: account.settings['sector'] ?? SECTOR,
  }
  return { method: 'POST', host: 'api', path, headers, body }
}

function isAsync({ settings }: Creation): boolean {
  return settings['mode'] === 'async'
}

/**
 * A synchronous create is looked up by a repeat, an asynchronous create by a request for its
 * status.
 */
function lookUp(creation: Creation, account: AdapterAccount): Call | 'repeat' {
  if (!isAsync(creation)) return 'repeat'
  const { reference } = creation
  const path = '/digital/order-status'
  const headers = headersOf(account, { method: 'GET', path, reference })
  return { method: 'GET', host: 'api', path, headers, query: { client_request_id: reference } }
}

function readCreate(response: Reply, creation: Creation): Verdict {
  const { json } = response
  const code = textAt(json, 'code')
  if (!isSuccess(response) || code !== '000') {
    return verdictOf(response, { code, message: textAt(json, 'message') }, MEANINGS)
  }
  const data = at(json, 'data')
  const theirs = textAt(data, 'reference')
  const unit = unitOf(data)
  if (unit) {
    const charged = moneyOf(
      textAt(data, 'cost_value', 'amount'),
      textAt(data, 'cost_value', 'currency'),
    )
    return { is: 'done', theirs: theirs ?? creation.reference, units: [unit], charged }
  }
  // An asynchronous create, or a synchronous one that is sold but has no code yet.
  return {
    is: 'accepted',
    ...(theirs !== undefined && { theirs }),
    askAgainInSeconds: POLL_SECONDS,
  }
}

function readLookUp(response: Reply, creation: Creation): Verdict {
  const code = textAt(response.json, 'code')
  if (code === '724') return { is: 'notFound' }
  if (isSuccess(response) && code === '000') return readCreate(response, creation)
  return failedLookUp(response, { code, message: textAt(response.json, 'message') })
}

function unitOf(data: ExactJson | undefined): Unit | undefined {
  const [number, url] = [textAt(data, 'code'), textAt(data, 'url')]
  if (number === undefined && url === undefined) return undefined
  const pin = textAt(data, 'pin') ?? textAt(data, 'security_code')
  const barcode = textAt(data, 'barcode')
  return { number, url, pin, barcode, expiresOn: textAt(data, 'expiration_date')?.slice(0, 10) }
}

function balance(account: AdapterAccount): Call {
  const headers = headersOf(account, { method: 'GET', path: '/check-floats' })
  return { method: 'GET', host: 'api', path: '/check-floats', headers }
}

/** Three pots for each currency: the universal float and two of single brands. */
function readBalance(response: Reply): Pot[] | undefined {
  const floats = at(response.json, 'data', 'floats')
  if (!isSuccess(response) || typeof floats !== 'object' || floats === null) return undefined
  if (isList(floats)) return []
  return Object.entries(floats).flatMap(([currency, pots]) =>
    typeof pots === 'object' && pots !== null && !isList(pots)
      ? Object.entries(pots).flatMap(([pot, one]) => {
          const money = moneyOf(textAt(one, 'available_balance'), currency)
          return money ? { name: pot === 'universal-float' ? '' : pot, ...money } : []
        })
      : [],
  )
}

/**
 * Cancels a create whose response was lost. This works by our reference and within 48 hours, and
 * needs no code.
 */
function undo(creation: Creation, account: AdapterAccount): Call {
  const { reference, settings, faceValue } = creation
  const path = '/digital/reverse'
  const own = `${reference.slice(0, 31)}r`
  const brand = settings['brand']
  const body = {
    client_request_id: own,
    original_client_request_id: reference,
    brand,
    face_value: { amount: exactNumber(faceValue.amount), currency: faceValue.currency },
    sector: account.settings['sector'] ?? SECTOR,
  }
  const headers = headersOf(account, { method: 'POST', path, reference: own, brand })
  return { method: 'POST', host: 'api', path, headers, body }
}

/** Code 100 counts as unknown, because it also stands for a create that was cancelled before. */
const NOT_UNDONE = '720'
const NO_SALE = '724'

function readUndo(response: Reply): UndoResult {
  const code = textAt(response.json, 'code') ?? ''
  if (isSuccess(response) && code === '000') return 'undone'
  if (code === NO_SALE) return 'absent'
  return code === NOT_UNDONE ? 'refused' : 'unknown'
}

export const tillo: Adapter = {
  manifest: TILLO,
  create,
  readCreate,
  lookUp,
  readLookUp,
  catalog,
  readCatalog,
  balance,
  readBalance,
  undo,
  readUndo,
}
