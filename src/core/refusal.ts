/**
 * Every "no" that a caller can hear. Each path family answers each kind in one table
 * (`satisfies Record<RefusalKind, ...>`), so a new kind does not compile until all of them do.
 */
export type RefusalKind =
  | 'invalid_request' // the body, or a header of the request
  | 'invalid_parameters' // the query, or an id in the path
  | 'unauthenticated'
  | 'permission_missing'
  | 'not_found'
  | 'method_not_allowed'
  | 'unsupported_media_type'
  | 'body_too_large'
  | 'insufficient_funds'
  | 'balance_limit' // a balance would pass what a JSON number carries exactly
  | 'numbers_exhausted' // a counter that ids are made of has come to its end
  | 'idempotency_conflict' // Idempotency-Key with another payload
  | 'client_reference_exists'
  | 'reference_conflict' // referenceId, or a deposit's reference, with another payload
  | 'order_not_completed'
  | 'order_final' // COMPLETED and CANCELLED take no more transitions
  | 'delivery_under_way' // what is on its way cannot be taken back
  | 'consumer_unknown'
  | 'wallet_unknown'
  | 'wallet_exists'
  | 'wallet_not_enabled'
  | 'wallet_insufficient'
  | 'wallet_not_empty'
  | 'campaign_over' // its budget is spent or its end has passed
  | 'state_conflict' // an operator's write that the state of things does not allow
  | 'link_invalid' // a download link that was altered or has expired
  | 'rate_limited'
  | 'overloaded' // the queue is full, the service drains, or what it needs is away

/**
 * One field's fault, as `details` carries it. `items[0].amount` is how a nested field is written.
 */
export interface FieldFault {
  readonly field: string
  readonly message: string
}

export interface RefusalExtras {
  readonly details?: readonly FieldFault[]
  /** Whole seconds after which a retry makes sense; becomes the Retry-After header. */
  readonly retryAfterSeconds?: number
  /** Methods that the path does take; becomes the Allow header. */
  readonly allow?: string
  /** Content codings that a body may have; becomes the Accept-Encoding header. */
  readonly acceptEncoding?: string
}

/** An expected "no": safe to show, never logged as a fault. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly kind: RefusalKind
  readonly extras: RefusalExtras

  constructor(kind: RefusalKind, message: string, extras: RefusalExtras = {}) {
    super(message)
    this.kind = kind
    this.extras = extras
  }
}

/** Faults that one response names at most. */
export const DETAILS_MAX = 100

/** Refuses for all of these faults, of which there is at least one; the message is the first. */
export function invalidFields(
  kind: 'invalid_request' | 'invalid_parameters',
  faults: readonly FieldFault[],
): Refusal {
  const [first] = faults
  if (!first) throw new Error('a refusal of fields names at least one')
  const details = faults.slice(0, DETAILS_MAX)
  return new Refusal(kind, `${first.field} ${first.message}`, { details })
}

/** A body, header or command field that does not hold. */
export function invalidField(field: string, message: string): Refusal {
  return invalidFields('invalid_request', [{ field, message }])
}

/** A query parameter or a path id that does not hold. */
export function invalidParameter(field: string, message: string): Refusal {
  return invalidFields('invalid_parameters', [{ field, message }])
}
