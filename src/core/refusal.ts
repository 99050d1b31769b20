/**
 * Every expected "no". Each path family maps each kind in one table (`satisfies ErrorCodes`), so a
 * new kind does not compile until all of them do.
 */
export type RefusalKind =
  | 'invalid_request' // the body, or a header of the request
  | 'invalid_parameters' // the query, or an id in the path
  | 'unauthenticated'
  | 'permission_missing'
  | 'step_up_required' // a passkey must prove who acts
  | 'not_found'
  | 'method_not_allowed'
  | 'unsupported_media_type'
  | 'body_too_large'
  | 'insufficient_funds'
  | 'balance_limit' // a balance would exceed what a JSON number carries exactly
  | 'numbers_exhausted' // a counter of ids has reached its end
  | 'idempotency_conflict' // Idempotency-Key with another payload
  | 'client_reference_exists'
  | 'reference_conflict' // referenceId, or a deposit's reference, with another payload
  | 'archived' // it needs a transaction that was removed after it was archived
  | 'order_not_completed'
  | 'order_final' // COMPLETED and CANCELLED take no more transitions
  | 'delivery_under_way' // a delivery in progress cannot be taken back
  | 'consumer_unknown'
  | 'wallet_unknown'
  | 'wallet_exists'
  | 'wallet_not_enabled'
  | 'wallet_insufficient'
  | 'wallet_not_empty'
  | 'campaign_over' // its budget is spent or its end has passed
  | 'state_conflict' // the current state does not allow an operator's write
  | 'link_invalid' // a download link that is altered or expired
  | 'rate_limited'
  | 'upstream_unavailable' // another service does not respond, or is busy
  | 'overloaded' // the queue is full, the service drains, or the database is away

/** Kinds that may be mapped to 400. The interface names a field with each 400. */
export type FieldRefusalKind = 'invalid_request' | 'invalid_parameters' | 'wallet_exists'

/** The fault of one field, as in `details`. A nested field is written `items[0].amount`. */
export interface FieldFault {
  readonly field: string
  readonly message: string
  /** Set in a refusal for lack of money, in major units of `currency`. */
  readonly available?: number
  readonly required?: number
  readonly missing?: number
  readonly currency?: string
}

export interface RefusalExtras {
  readonly details?: readonly FieldFault[]
  /** Seconds after which a retry makes sense, for the Retry-After header. */
  readonly retryAfterSeconds?: number
  /** Methods that the path has, for the Allow header. */
  readonly allow?: string
  /** The headers that announce the limit that was exceeded. */
  readonly rateLimit?: Readonly<Record<string, string>>
  /** Content codings that a body may have, for the Accept-Encoding header. */
  readonly acceptEncoding?: string
}

/** The extras of a refusal that names fields. */
export type FieldExtras = RefusalExtras & Required<Pick<RefusalExtras, 'details'>>

/** An expected "no": safe to show, and never logged as a bug. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly kind: RefusalKind
  readonly extras: RefusalExtras

  /** A kind that may be a 400 needs details. */
  constructor(kind: Exclude<RefusalKind, FieldRefusalKind>, message: string, extras?: RefusalExtras)
  constructor(kind: RefusalKind, message: string, extras: FieldExtras)
  constructor(kind: RefusalKind, message: string, extras: RefusalExtras = {}) {
    super(message)
    this.kind = kind
    this.extras = extras
  }
}

/** The most faults that one response names. */
export const DETAILS_MAX = 100

/** Returns the first fault of each field. */
export function onePerField(faults: readonly FieldFault[]): FieldFault[] {
  const firsts = new Map<string, FieldFault>()
  for (const fault of faults) if (!firsts.has(fault.field)) firsts.set(fault.field, fault)
  return [...firsts.values()]
}

/** Returns the refusal for one or more faults. Its message is the first one. */
export function invalidFields(
  kind: 'invalid_request' | 'invalid_parameters',
  faults: readonly FieldFault[],
): Refusal {
  const [first] = faults
  if (!first) throw new Error('a refusal of fields names at least one')
  const details = faults.slice(0, DETAILS_MAX)
  return new Refusal(kind, `${first.field} ${first.message}`, { details })
}

/** Returns the refusal of a body field, header or command argument. */
export function invalidField(field: string, message: string): Refusal {
  return invalidFields('invalid_request', [{ field, message }])
}

/**
 * Returns the refusal of a part of a request as a whole, such as its body: the interface names a
 * field with each 400.
 */
export function invalidPart(
  part: 'body' | 'path' | 'request',
  message: string,
  kind: 'invalid_request' | 'invalid_parameters' = 'invalid_request',
): Refusal {
  return new Refusal(kind, `the ${part} ${message}`, { details: [{ field: part, message }] })
}

/** Returns the refusal of a query parameter or path id. */
export function invalidParameter(field: string, message: string): Refusal {
  return invalidFields('invalid_parameters', [{ field, message }])
}

/** Returns the refusal of a thing that does not exist, or that the caller may not know of. */
export function notFound(thing: string): Refusal {
  return new Refusal('not_found', `no such ${thing}`)
}
