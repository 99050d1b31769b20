import { ERROR_KINDS } from './error-kinds.ts'

/** The codes that the service sends. */
const SERVICE_CODES = [
  'VALIDATION_ERROR',
  'AUTHENTICATION_ERROR',
  'AUTHORIZATION_ERROR',
  'RESOURCE_NOT_FOUND',
  'BUSINESS_RULE_VIOLATION',
  'BUSINESS_RULE_ERROR',
  'RATE_LIMIT_EXCEEDED',
  'SYSTEM_ERROR',
  'INTERNAL_SERVER_ERROR',
] as const

/**
 * Why a call failed. The codes of the service are in its guide to errors; three are the client's
 * own. After each of these three, a write may or may not have been done:
 *
 * CONNECTION_FAILED     no whole response arrived
 * UNEXPECTED_RESPONSE   the response is not one of the interface, such as a page of a proxy
 * ABORTED               your signal was aborted, or a function that you passed threw: see `cause`
 */
export type ErrorCode =
  | (typeof SERVICE_CODES)[number]
  | 'CONNECTION_FAILED'
  | 'UNEXPECTED_RESPONSE'
  | 'ABORTED'

/** The kinds of refusals: the guide to errors has a section for each. */
export type ErrorKind = (typeof ERROR_KINDS)[number]

/** A field, header or parameter at fault. Only a 402 has the amounts, in major units. */
export interface ErrorDetail {
  readonly field: string
  readonly message: string
  readonly available?: number
  readonly required?: number
  readonly missing?: number
  readonly currency?: string
}

/** The error of a response, as the service describes it. */
export interface Fault {
  readonly code: string
  readonly message: string
  readonly details: readonly ErrorDetail[]
}

/** The key with which a write is repeated, so that it takes effect once. */
export interface WriteKeys {
  /** The key of the write, from a header or the body. Undefined for a read or without a key. */
  readonly idempotencyKey: string | undefined
  /** The `referenceId` in the body of a wallet transaction, which is its key. */
  readonly referenceId: string | undefined
}

/** The facts about a call that are known before its first attempt. */
export interface Exchange extends WriteKeys {
  /** The address of the page about errors. */
  readonly docUrl: string
}

interface ErrorParts extends Exchange {
  readonly code: ErrorCode
  readonly kind?: ErrorKind | undefined
  readonly message: string
  readonly reason?: string
  readonly status?: number | undefined
  readonly requestId?: string | undefined
  readonly details?: readonly ErrorDetail[]
  readonly retryAfterSeconds?: number | undefined
  readonly cause?: unknown
}

/** The header of an error: the address of the section about it. */
const HELP = /<([^>#]*)#([\w-]+)>; *rel="help"/
const SERVER_FAULTS_FROM = 500
/** Statuses below 500 that allow a retry: the request was too slow, or there were too many. */
const TRY_AGAIN = [408, 429]
const MS_PER_SECOND = 1_000

/**
 * Why a call failed. A `switch` on `code` or `kind` is exhaustive at compile time.
 *
 * @example
 * try {
 *   await tessera.orders.create(order)
 * } catch (error) {
 *   if (!(error instanceof TesseraError) || error.kind !== 'insufficient_funds') throw error
 *   console.log(error.details[0]?.missing, error.requestId, error.docUrl)
 * }
 */
export class TesseraError extends Error {
  override readonly name = 'TesseraError'
  readonly code: ErrorCode
  /** Distinguishes the errors of a code. Undefined for a fault of the service, or no response. */
  readonly kind: ErrorKind | undefined
  /** The message of the service, without status and code. */
  readonly reason: string
  /** The status of the response; undefined if none arrived. */
  readonly status: number | undefined
  /** The id of the request in the log of the service. */
  readonly requestId: string | undefined
  readonly details: readonly ErrorDetail[]
  readonly retryAfterSeconds: number | undefined
  /**
   * The Idempotency-Key of a write, or the referenceId of a wallet transaction. A write that is
   * repeated with it takes effect once.
   */
  readonly idempotencyKey: string | undefined
  /** The referenceId of a wallet transaction. */
  readonly referenceId: string | undefined
  /** The section of the documentation that explains the kind, or the code if there is no kind. */
  readonly docUrl: string

  constructor(parts: ErrorParts) {
    super(parts.message, parts.cause === undefined ? undefined : { cause: parts.cause })
    this.code = parts.code
    this.kind = parts.kind
    this.reason = parts.reason ?? parts.message
    this.status = parts.status
    this.requestId = parts.requestId
    this.details = parts.details ?? []
    this.retryAfterSeconds = parts.retryAfterSeconds
    this.idempotencyKey = parts.idempotencyKey
    this.referenceId = parts.referenceId
    this.docUrl = parts.docUrl
  }

  /**
   * True if the same call may succeed later. A 500 SYSTEM_ERROR is final: the wallet lacks the
   * balance.
   */
  get retryable(): boolean {
    const { code, status } = this
    if (code === 'CONNECTION_FAILED') return true
    if (code === 'SYSTEM_ERROR' || status === undefined) return false
    return TRY_AGAIN.includes(status) || status >= SERVER_FAULTS_FROM
  }
}

/**
 * Returns the error that a body describes; undefined if the body is not an error of the interface.
 *
 * @example
 * const fault = parseFault(await response.text())
 */
export function parseFault(text: string): Fault | undefined {
  const error = fieldOf(parsed(text), 'error')
  const code = fieldOf(error, 'code')
  const message = fieldOf(error, 'message')
  if (typeof code !== 'string' || typeof message !== 'string') return undefined
  const details = fieldOf(error, 'details')
  return { code, message, details: Array.isArray(details) ? details.filter(isDetail) : [] }
}

/** Returns the error of a response that is not successful, or not one of the interface. */
export async function errorOf(response: Response, exchange: Exchange): Promise<TesseraError> {
  const { status, headers } = response
  const fault = response.bodyUsed ? undefined : parseFault(await response.text())
  const code = SERVICE_CODES.find((one) => one === fault?.code) ?? 'UNEXPECTED_RESPONSE'
  const reason = fault?.message ?? 'not a response of the service'
  const [, page = '', section] = HELP.exec(headers.get('link') ?? '') ?? []
  return new TesseraError({
    ...exchange,
    docUrl: `${page.startsWith('http') ? page : exchange.docUrl}#${section ?? code.toLowerCase()}`,
    status,
    code,
    kind: ERROR_KINDS.find((one) => one === section),
    message: `${status} ${fault?.code ?? code}: ${reason}`,
    reason,
    requestId: headers.get('x-request-id') ?? undefined,
    details: fault?.details ?? [],
    retryAfterSeconds: retryAfterOf(headers),
  })
}

/** Returns the error of a call without a whole response. */
export function connectionFailed(cause: unknown, exchange: Exchange): TesseraError {
  return ended('CONNECTION_FAILED', 'no whole response arrived', cause, exchange)
}

/** Returns the error of a call that its caller ended. */
export function aborted(cause: unknown, exchange: Exchange): TesseraError {
  return ended('ABORTED', 'the call was aborted', cause, exchange)
}

function ended(
  code: ErrorCode,
  what: string,
  cause: unknown,
  { docUrl, ...keys }: Exchange,
): TesseraError {
  const message = [what, ...reasonsOf(cause)].join(': ')
  return new TesseraError({
    ...keys,
    code,
    message,
    cause,
    docUrl: `${docUrl}#${code.toLowerCase()}`,
  })
}

/** Returns the messages of an error and its causes, because `fetch failed` alone says nothing. */
function reasonsOf(cause: unknown): string[] {
  if (typeof cause === 'string') return [cause]
  if (!(cause instanceof Error)) return []
  const { message, errors = [] }: Error & { readonly errors?: readonly unknown[] } = cause
  const causes = errors.flatMap(reasonsOf).join(', ')
  return [message, causes, ...reasonsOf(cause.cause)].filter((text) => text !== '')
}

/** Returns seconds. A date is compared with that of the response: our clock may be wrong. */
function retryAfterOf(headers: Headers): number | undefined {
  const text = headers.get('retry-after') ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text)
  const now = Date.parse(headers.get('date') ?? '') || Date.now()
  const seconds = Math.ceil((Date.parse(text) - now) / MS_PER_SECOND)
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}

/** Returns undefined if the text is not JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined
}

function isDetail(value: unknown): value is ErrorDetail {
  return (
    typeof fieldOf(value, 'field') === 'string' && typeof fieldOf(value, 'message') === 'string'
  )
}
