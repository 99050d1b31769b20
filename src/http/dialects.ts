import type { FieldFault, FieldRefusalKind, Refusal, RefusalKind } from '../core/mod.ts'

/**
 * The three error formats. The portal and the paths of sign-in use the format of operators. A path
 * that belongs to no family uses that of `v2`.
 */
export type Family = 'v2' | 'partner-v1' | 'admin-v1'

/** The status and code of one kind of refusal. */
export interface ErrorCode {
  readonly status: number
  readonly code: string
}

/** An error response. */
export interface ErrorResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: object
}

/** A status other than 400, which is only for kinds whose refusals always have details. */
interface OtherCode extends ErrorCode {
  readonly status: 401 | 402 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 500 | 503
}
type ErrorCodes = Record<FieldRefusalKind, ErrorCode> &
  Record<Exclude<RefusalKind, FieldRefusalKind>, OtherCode>

const V2 = {
  invalid_request: { status: 400, code: 'VALIDATION_ERROR' },
  invalid_parameters: { status: 400, code: 'VALIDATION_ERROR' },
  unauthenticated: { status: 401, code: 'AUTHENTICATION_ERROR' },
  permission_missing: { status: 403, code: 'AUTHORIZATION_ERROR' },
  step_up_required: { status: 403, code: 'AUTHORIZATION_ERROR' },
  not_found: { status: 404, code: 'RESOURCE_NOT_FOUND' },
  method_not_allowed: { status: 405, code: 'VALIDATION_ERROR' },
  unsupported_media_type: { status: 415, code: 'VALIDATION_ERROR' },
  body_too_large: { status: 413, code: 'VALIDATION_ERROR' },
  insufficient_funds: { status: 402, code: 'BUSINESS_RULE_VIOLATION' },
  balance_limit: { status: 409, code: 'BUSINESS_RULE_VIOLATION' },
  numbers_exhausted: { status: 409, code: 'BUSINESS_RULE_VIOLATION' },
  idempotency_conflict: { status: 409, code: 'BUSINESS_RULE_VIOLATION' },
  client_reference_exists: { status: 409, code: 'BUSINESS_RULE_VIOLATION' },
  reference_conflict: { status: 409, code: 'BUSINESS_RULE_VIOLATION' },
  archived: { status: 409, code: 'BUSINESS_RULE_VIOLATION' },
  order_not_completed: { status: 409, code: 'BUSINESS_RULE_VIOLATION' },
  order_final: { status: 409, code: 'BUSINESS_RULE_VIOLATION' },
  delivery_under_way: { status: 409, code: 'BUSINESS_RULE_VIOLATION' },
  consumer_unknown: { status: 404, code: 'RESOURCE_NOT_FOUND' },
  wallet_unknown: { status: 404, code: 'RESOURCE_NOT_FOUND' },
  wallet_exists: { status: 409, code: 'BUSINESS_RULE_VIOLATION' },
  wallet_not_enabled: { status: 409, code: 'BUSINESS_RULE_VIOLATION' },
  wallet_insufficient: { status: 409, code: 'BUSINESS_RULE_VIOLATION' },
  wallet_not_empty: { status: 409, code: 'BUSINESS_RULE_VIOLATION' },
  campaign_over: { status: 409, code: 'BUSINESS_RULE_VIOLATION' },
  state_conflict: { status: 409, code: 'BUSINESS_RULE_VIOLATION' },
  link_invalid: { status: 403, code: 'AUTHORIZATION_ERROR' },
  rate_limited: { status: 429, code: 'RATE_LIMIT_EXCEEDED' },
  upstream_unavailable: { status: 503, code: 'INTERNAL_SERVER_ERROR' },
  overloaded: { status: 503, code: 'INTERNAL_SERVER_ERROR' },
} as const satisfies ErrorCodes

/** Operators get the codes of /v2, and two that partners have no use for. */
const ADMIN_V1 = {
  ...V2,
  step_up_required: { status: 403, code: 'STEP_UP_REQUIRED' },
  upstream_unavailable: { status: 503, code: 'UPSTREAM_UNAVAILABLE' },
} as const satisfies ErrorCodes

const PARTNER_V1 = {
  invalid_request: { status: 400, code: 'VALIDATION_ERROR' },
  invalid_parameters: { status: 422, code: 'VALIDATION_ERROR' },
  unauthenticated: { status: 403, code: 'AUTHENTICATION_ERROR' },
  permission_missing: { status: 403, code: 'AUTHORIZATION_ERROR' },
  step_up_required: { status: 403, code: 'AUTHORIZATION_ERROR' },
  not_found: { status: 404, code: 'RESOURCE_NOT_FOUND' },
  method_not_allowed: { status: 405, code: 'VALIDATION_ERROR' },
  unsupported_media_type: { status: 415, code: 'VALIDATION_ERROR' },
  body_too_large: { status: 413, code: 'VALIDATION_ERROR' },
  insufficient_funds: { status: 402, code: 'BUSINESS_RULE_ERROR' },
  balance_limit: { status: 409, code: 'BUSINESS_RULE_ERROR' },
  numbers_exhausted: { status: 409, code: 'BUSINESS_RULE_ERROR' },
  idempotency_conflict: { status: 409, code: 'BUSINESS_RULE_ERROR' },
  client_reference_exists: { status: 409, code: 'BUSINESS_RULE_ERROR' },
  reference_conflict: { status: 403, code: 'BUSINESS_RULE_ERROR' },
  archived: { status: 409, code: 'BUSINESS_RULE_ERROR' },
  order_not_completed: { status: 409, code: 'BUSINESS_RULE_ERROR' },
  order_final: { status: 409, code: 'BUSINESS_RULE_ERROR' },
  delivery_under_way: { status: 409, code: 'BUSINESS_RULE_ERROR' },
  consumer_unknown: { status: 422, code: 'VALIDATION_ERROR' },
  wallet_unknown: { status: 404, code: 'RESOURCE_NOT_FOUND' },
  wallet_exists: { status: 400, code: 'VALIDATION_ERROR' },
  wallet_not_enabled: { status: 409, code: 'BUSINESS_RULE_ERROR' },
  wallet_insufficient: { status: 500, code: 'SYSTEM_ERROR' },
  wallet_not_empty: { status: 409, code: 'BUSINESS_RULE_ERROR' },
  campaign_over: { status: 409, code: 'BUSINESS_RULE_ERROR' },
  state_conflict: { status: 409, code: 'BUSINESS_RULE_ERROR' },
  link_invalid: { status: 403, code: 'AUTHORIZATION_ERROR' },
  rate_limited: { status: 429, code: 'RATE_LIMIT_EXCEEDED' },
  upstream_unavailable: { status: 503, code: 'INTERNAL_SERVER_ERROR' },
  overloaded: { status: 503, code: 'INTERNAL_SERVER_ERROR' },
} as const satisfies ErrorCodes

/** The status and code of each kind of refusal, by family. */
export const DIALECTS: Readonly<Record<Family, Readonly<Record<RefusalKind, ErrorCode>>>> = {
  v2: V2,
  'partner-v1': PARTNER_V1,
  'admin-v1': ADMIN_V1,
}

/** The response to a bug of ours: it shows no detail. The same in every family. */
export const FAULT: ErrorCode = { status: 500, code: 'INTERNAL_SERVER_ERROR' }

const RETRY_AFTER_SECONDS = 1

const PREFIXES: readonly (readonly [string, Family])[] = [
  ['/api/partner/v1', 'partner-v1'],
  ['/admin/v1', 'admin-v1'],
  ['/auth/v1', 'admin-v1'],
  ['/portal/v1', 'admin-v1'],
]

/** Returns the family of a request target. Query and fragment do not matter. */
export function familyOf(target: string): Family {
  for (const [prefix, family] of PREFIXES) {
    if (!target.startsWith(prefix)) continue
    const next = target[prefix.length]
    if (next === undefined || '/?#'.includes(next)) return family
  }
  return 'v2'
}

/**
 * Returns the response to a refusal. 429 and 503 carry Retry-After, 405 carries Allow, and 415 for
 * a compressed body carries Accept-Encoding (RFC 9110, 15.5.16).
 */
export function refusalResponse(
  family: Family,
  { kind, message, extras }: Refusal,
  publicUrl?: string,
): ErrorResponse {
  const { status, code } = DIALECTS[family][kind]
  const headers: Record<string, string> = { ...extras.rateLimit }
  if (status === 429 || status === 503) {
    headers['retry-after'] = String(extras.retryAfterSeconds ?? RETRY_AFTER_SECONDS)
  }
  if (extras.allow !== undefined) headers['allow'] = extras.allow
  if (extras.acceptEncoding !== undefined) headers['accept-encoding'] = extras.acceptEncoding
  if (family === 'admin-v1' && kind === 'unauthenticated') headers['www-authenticate'] = 'Bearer'
  Object.assign(headers, helpHeaders(family, kind, publicUrl))
  const { details } = extras
  const body = errorBody(family, { code, message, details, section: kind }, publicUrl)
  return { status, headers, body }
}

/** Returns the response to a bug of ours. */
export function faultResponse(family: Family, publicUrl?: string): ErrorResponse {
  const { status, code } = FAULT
  const section = code.toLowerCase()
  const body = errorBody(family, { code, message: 'unexpected error', section }, publicUrl)
  return { status, headers: helpHeaders(family, section, publicUrl), body }
}

interface ErrorText {
  readonly code: string
  readonly message: string
  readonly details?: readonly FieldFault[] | undefined
  /** The anchor of the section about it in `docs/errors.md`. */
  readonly section: string
}

/**
 * Returns the error body of a family. `details` is left out if it is empty. Operators get a link to
 * the documentation, below `publicUrl` if it is given.
 */
export function errorBody(
  family: Family,
  { code, message, details, section }: ErrorText,
  publicUrl?: string,
): object {
  const error = {
    code,
    message,
    ...(details && details.length > 0 && { details }),
    ...(family === 'admin-v1' && { docUrl: docUrlOf(section, publicUrl) }),
  }
  return family === 'partner-v1' ? { success: false, error } : { error }
}

/**
 * Returns the Link header (RFC 8288) that tells partners the kind of an error. It is not in the
 * body, because the interface fixes that.
 */
export function helpHeaders(
  family: Family,
  section: string,
  publicUrl?: string,
): Readonly<Record<string, string>> {
  return family === 'admin-v1' ? {} : { link: `<${docUrlOf(section, publicUrl)}>; rel="help"` }
}

function docUrlOf(section: string, publicUrl = ''): string {
  return `${publicUrl}/docs/errors#${section}`
}
