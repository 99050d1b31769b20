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
 * Why a call failed. The codes of the service are in its guide to errors; two are the client's own:
 *
 * CONNECTION_FAILED     no whole response arrived: a write may have been done, or not
 * UNEXPECTED_RESPONSE   the response is not one of the interface, such as a page of a proxy
 */
export type ErrorCode = (typeof SERVICE_CODES)[number] | 'CONNECTION_FAILED' | 'UNEXPECTED_RESPONSE'

/** What is wrong in particular: the guide to errors has a section for each. */
export type ErrorKind = (typeof ERROR_KINDS)[number]

/** A field, header or parameter at fault. The numbers are in major units, of a 402 only. */
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

interface ErrorParts {
  readonly code: ErrorCode
  readonly kind?: ErrorKind | undefined
  readonly message: string
  readonly reason?: string
  readonly docUrl: string
  readonly status?: number | undefined
  readonly requestId?: string | undefined
  readonly details?: readonly ErrorDetail[]
  readonly retryAfterSeconds?: number | undefined
  readonly idempotencyKey?: string | undefined
  readonly cause?: unknown
}

/** The header of an error: the address of the section about it. */
const HELP = /<([^>#]*)#([\w-]+)>; *rel="help"/
const SERVER_FAULTS_FROM = 500
const TOO_MANY_REQUESTS = 429

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
  /** Tells the errors of a code apart. Undefined for a fault of the service, or if none arrived. */
  readonly kind: ErrorKind | undefined
  /** What the service says: the message without status and code. */
  readonly reason: string
  /** The status of the response; undefined if none arrived. */
  readonly status: number | undefined
  /** The id that the log of the service has. */
  readonly requestId: string | undefined
  readonly details: readonly ErrorDetail[]
  readonly retryAfterSeconds: number | undefined
  /** The Idempotency-Key or referenceId of a write: pass it again to repeat the write safely. */
  readonly idempotencyKey: string | undefined
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
    this.docUrl = parts.docUrl
  }

  /** True if the same call may succeed later. An overdraft, a 500 SYSTEM_ERROR, is an answer. */
  get retryable(): boolean {
    if (this.code === 'SYSTEM_ERROR') return false
    const { status } = this
    if (status === undefined) return true
    return status === TOO_MANY_REQUESTS || status >= SERVER_FAULTS_FROM
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

/** Returns the error of a response without success, or of one whose body is not of the interface. */
export async function errorOf(
  response: Response,
  known: { readonly docUrl: string; readonly idempotencyKey: string | undefined },
): Promise<TesseraError> {
  const { status, headers } = response
  const fault = response.bodyUsed ? undefined : parseFault(await response.text())
  const code = SERVICE_CODES.find((one) => one === fault?.code) ?? 'UNEXPECTED_RESPONSE'
  const reason = fault?.message ?? 'not a response of the service'
  const retryAfter = headers.get('retry-after') ?? ''
  const [, page = '', section] = HELP.exec(headers.get('link') ?? '') ?? []
  return new TesseraError({
    ...known,
    docUrl: `${page.startsWith('http') ? page : known.docUrl}#${section ?? code.toLowerCase()}`,
    status,
    code,
    kind: ERROR_KINDS.find((one) => one === section),
    message: `${status} ${fault?.code ?? code}: ${reason}`,
    reason,
    requestId: headers.get('x-request-id') ?? undefined,
    details: fault?.details ?? [],
    retryAfterSeconds: /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) : undefined,
  })
}

/** Returns the address of the section about a code on the page of errors. */
export function sectionOf(page: string, code: ErrorCode): string {
  return `${page}#${code.toLowerCase()}`
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
