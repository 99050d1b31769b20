import { isoTime } from '../core/mod.ts'
import type { Reply, Call, Fields } from './adapter.ts'
import { type ExactJson, isList, parseExact, stringifyExact } from './exact-json.ts'
import { hideSecrets } from './hide-secrets.ts'
import { cutText, oneLine } from './one-line.ts'

/** The purpose of a request. */
export type CallPurpose = 'create' | 'lookUp' | 'codes' | 'undo'

/** A request and its response, as an operator reads them. */
export interface ShownExchange {
  readonly at: string
  readonly for: CallPurpose
  readonly tookMs: number
  readonly request: string
  /** Undefined if no response came; `fault` says why. */
  readonly status?: number
  readonly response?: string
  readonly fault?: string
}

/**
 * Fields that never hold a code, a secret or a recipient. The values of all others are left out, so
 * an unforeseen field is not shown.
 */
const SHOWN = new Set(
  `status state is for detail message error type context result ResultCode errorCode error_code
   ProcessingState amount currency currencyCode CurrencyIso quantity units unitPrice faceValue price
   face_value cost cost_value total_price total_discount discount fee totalFee balance newBalance
   oldBalance available_balance SendValue SendCurrencyIso Price CommissionApplied ReceiveValue
   ReceiveCurrencyIso productId productName product brand operatorId billerId SkuCode sku id
   transactionId reference referenceId customIdentifier client_request_id DistributorRef TransferRef
   theirs askAgainInSeconds created_at completed_at transactionCreatedTime StartedUtc CompletedUtc
   useLocalAmount delivery_method sector ValidateOnly`
    .split(/\s+/)
    .map((name) => name.toLowerCase()),
)
/** Paths that end with an error code, not a code to redeem. */
const SHOWN_PATHS = new Set(['code', 'errorcodes.code', 'errors.code'])

const HIDDEN = '…'
const VALUE_LENGTH_MAX = 160
const TEXT_LENGTH_MAX = 2_000
const PATH_PART_LENGTH_MAX = 24

export function showExchange(
  sent: { readonly for: CallPurpose; readonly call: Call; readonly at: number },
  outcome: {
    readonly response: Reply | undefined
    readonly fault?: string
    readonly tookMs: number
  },
  secrets: Fields,
): ShownExchange {
  const { call, at } = sent
  const { response, fault, tookMs } = outcome
  const body =
    call.body === undefined ? '' : ` ${shownText(parseExact(stringifyExact(call.body)), secrets)}`
  // The path of a code is not shown: with it, anybody might redeem the code.
  const path = sent.for === 'codes' ? '' : shownPath(hideSecrets(call.path, secrets))
  return {
    at: isoTime(at),
    for: sent.for,
    tookMs,
    request: `${call.method} ${call.host}${path}${body}`,
    ...(response && { status: response.status, response: shownText(response.json, secrets) }),
    ...(fault !== undefined && { fault: shownLine(fault, secrets) }),
  }
}

function shownPath(path: string): string {
  const parts = path.split('/').map((part) => (part.length > PATH_PART_LENGTH_MAX ? HIDDEN : part))
  return hideNumbers(parts.join('/'))
}

function shownText(json: ExactJson | undefined, secrets: Fields): string {
  if (json === undefined) return 'not JSON'
  return cutText(JSON.stringify(maskJson(json, secrets)), TEXT_LENGTH_MAX)
}

function maskJson(json: ExactJson, secrets: Fields, path = ''): ExactJson {
  if (isList(json)) return json.map((one) => maskJson(one, secrets, path))
  if (json !== null && typeof json === 'object') {
    return Object.fromEntries(
      Object.entries(json).map(([name, value]) => {
        const below = `${path === '' ? '' : `${path}.`}${name.toLowerCase()}`
        return [shownLine(name, secrets), maskJson(value, secrets, below)]
      }),
    )
  }
  if (typeof json !== 'string') return json
  const name = path.split('.').at(-1) ?? ''
  if (!SHOWN.has(name) && !SHOWN_PATHS.has(path)) return HIDDEN
  const isId = /(id|ref|reference|identifier|theirs)$/.test(name)
  return shownLine(json, secrets, isId)
}

/** Hides secrets before it cuts the text, because a part of a secret would not be found. */
function shownLine(text: string, secrets: Fields, isId = false): string {
  const line = oneLine(hideSecrets(text, secrets))
  return cutText(isId ? line : hideNumbers(line), VALUE_LENGTH_MAX)
}

/** A message may name a telephone number, or a code. */
function hideNumbers(text: string): string {
  return text.replaceAll(/\d(?:[ -]?\d){6,}/g, HIDDEN)
}
