import { createHmac } from 'node:crypto'
import { Type } from 'typebox'
import type {
  Adapter,
  AdapterAccount,
  Reply,
  Call,
  CatalogPage,
  Creation,
  Listing,
  Manifest,
  Pot,
  UndoResult,
  Unit,
  Verdict,
} from '../adapter.ts'
import { at, exactNumber, type ExactJson, isList, textAt, textsAt } from '../exact-json.ts'
import { isSuccess, moneyOf, failedLookUp, verdictOf, type Meaning } from '../verdicts.ts'

/**
 * Tillo, API v2. One unit for each create; the same `client_request_id` returns the first response.
 * The code in the body decides, because Tillo's pages name different statuses for one code.
 */
const manifest: Manifest = {
  name: 'tillo',
  types: ['GIFT_CARD'],
  hosts: {
    api: { live: 'https://app.tillo.io/api/v2', sandbox: 'https://sandbox.tillo.dev/api/v2' },
  },
  secrets: Type.Object({ apiKey: Type.String(), secret: Type.String() }),
  account: Type.Object({ sector: Type.Optional(Type.String({ default: 'gift-card-mall' })) }),
  settings: Type.Object({
    brand: Type.String({ description: 'The slug of the brand' }),
    delivery: Type.Optional(Type.Enum(['code', 'url'])),
    mode: Type.Optional(Type.Enum(['sync', 'async'])),
  }),
  unitsPerCreate: 1,
  referenceForm: 'hex',
  repeat: { does: 'replays' },
  visibleAfterSeconds: 0,
  notFoundIsDefiniteAfterSeconds: 'never',
  responseSeconds: 60,
  finalWithinSeconds: 3_600,
  requestsPerMinute: 600,
  isReversible: false,
}

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

interface SignedParts {
  readonly method: Call['method']
  readonly path: string
  readonly reference?: string
  readonly brand?: string | undefined
}

/** The signature covers the parts that exist, joined by dashes: Tillo's short form. */
function signed(
  { secrets, now }: AdapterAccount,
  { method, path, reference, brand }: SignedParts,
): Record<string, string> {
  const { apiKey = '', secret = '' } = secrets
  const endpoint = path.slice(1).replaceAll('/', '-')
  const parts = [apiKey, method, endpoint, reference, brand, String(now)]
  const text = parts.filter((part) => part !== undefined).join('-')
  return {
    'api-key': apiKey,
    timestamp: String(now),
    signature: createHmac('sha256', secret).update(text).digest('hex'),
  }
}

function create(creation: Creation, account: AdapterAccount): Call {
  const { reference, settings, faceValue } = creation
  const path = isAsync(creation) ? '/digital/order-card' : '/digital/issue'
  const headers = signed(account, { method: 'POST', path, reference, brand: settings['brand'] })
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

/** A synchronous create is its own look-up; an asynchronous one has a status. */
function lookUp(creation: Creation, account: AdapterAccount): Call | 'repeat' {
  if (!isAsync(creation)) return 'repeat'
  const { reference } = creation
  const path = '/digital/order-status'
  const headers = signed(account, { method: 'GET', path, reference })
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
  // Also a synchronous one that is sold without a code yet.
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

function catalog(account: AdapterAccount): Call {
  const headers = signed(account, { method: 'GET', path: '/brands' })
  return { method: 'GET', host: 'api', path: '/brands', headers, query: { detail: 'true' } }
}

/** The brands are an object by slug; without any, an empty list. */
function readCatalog(response: Reply): CatalogPage | undefined {
  const brands = at(response.json, 'data', 'brands')
  if (!isSuccess(response) || typeof brands !== 'object' || brands === null) return undefined
  if (isList(brands)) return brands.length === 0 ? { listings: [] } : undefined
  return { listings: Object.values(brands).flatMap((brand) => listingOf(brand) ?? []) }
}

function listingOf(brand: ExactJson): Listing | undefined {
  const [slug, currency] = [textAt(brand, 'slug'), textAt(brand, 'currency')]
  if (slug === undefined || currency === undefined) return undefined
  const name = textAt(brand, 'name') ?? slug
  const fixed = [...textsAt(brand, 'denominations'), ...textsAt(brand, 'digital_denominations')]
  const min = textAt(brand, 'digital_face_value_limits', 'lower')
  const max = textAt(brand, 'digital_face_value_limits', 'upper')
  const step = textAt(brand, 'digital_face_value_limits', 'minor_unit')
  const faceValues =
    fixed.length === 0 && min !== undefined && max !== undefined
      ? { min, max, step }
      : [...new Set(fixed)]
  return {
    listing: slug,
    name,
    brand: name,
    productType: 'GIFT_CARD',
    currency,
    countries: textsAt(brand, 'countries_served'),
    faceValues,
    discountPercent: textAt(brand, 'discount'),
    isOnSale: textAt(brand, 'status', 'code') === 'ENABLED',
    settings: { brand: slug, ...(at(brand, 'async_only') === true && { mode: 'async' }) },
    imageUrl: textAt(brand, 'detail', 'assets', 'gift_card_url'),
    redemption: textAt(brand, 'detail', 'description'),
    terms: textAt(brand, 'detail', 'terms_and_conditions_url'),
  }
}

function balance(account: AdapterAccount): Call {
  const headers = signed(account, { method: 'GET', path: '/check-floats' })
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
 * Cancels a create whose response was lost: by our reference, within 48 hours, without the code.
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
  const headers = signed(account, { method: 'POST', path, reference: own, brand })
  return { method: 'POST', host: 'api', path, headers, body }
}

/** Code 100 is not listed: it also stands for a create that was cancelled before. */
const NOT_UNDONE = '720'
const NO_SALE = '724'

function readUndo(response: Reply): UndoResult {
  const code = textAt(response.json, 'code') ?? ''
  if (isSuccess(response) && code === '000') return 'undone'
  if (code === NO_SALE) return 'absent'
  return code === NOT_UNDONE ? 'refused' : 'unknown'
}

export const tillo: Adapter = {
  manifest,
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
