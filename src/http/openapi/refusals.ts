import { groupBy, type RefusalKind } from '../../core/mod.ts'
import { DIALECTS, FAULT, type Family } from '../dialects.ts'
import { kindsRefusedBy } from '../refusal-kinds.ts'
import type { Route } from '../route.ts'

/** When each kind is refused, for the description of a response. */
const WHEN: Readonly<Record<RefusalKind, string>> = {
  invalid_request: 'The body or a header is invalid',
  invalid_parameters: 'A query parameter is missing, invalid, repeated or unknown',
  unauthenticated: 'The request is not authenticated',
  permission_missing: 'The credential does not have the permission, or not from this address',
  step_up_required:
    'The act needs an approval, or gives one, and your passkey must confirm it: see ' +
    '`POST /auth/v1/step-up/begin`',
  not_found: 'It does not exist, or belongs to another partner',
  method_not_allowed: 'The path has no such method',
  unsupported_media_type: 'The content type or encoding is not supported',
  body_too_large: 'The body is too large',
  insufficient_funds: 'The available funds or a spend limit do not cover it',
  balance_limit: 'A balance would pass 999,999,999,999,999 minor units',
  numbers_exhausted: 'No further id can be assigned; nothing has changed',
  idempotency_conflict: 'Idempotency-Key was used with another payload',
  client_reference_exists:
    'An order with this clientReference exists; `GET /v2/orders?clientReference=` returns it',
  reference_conflict: 'The reference was used with another payload',
  archived: 'It needs a transaction that was archived and removed; nothing has changed',
  order_not_completed: 'The order is not COMPLETED',
  order_final: 'The order is COMPLETED or CANCELLED',
  delivery_under_way: 'A delivery that cannot be taken back is under way',
  consumer_unknown: 'The partner has no such consumer',
  wallet_unknown: 'The partner has no such wallet',
  wallet_exists: 'The consumer has a wallet in this currency, or under this campaign',
  wallet_not_enabled: 'The wallet is FROZEN or CLOSED',
  wallet_insufficient: 'The balance of the wallet is too low; do not repeat the request',
  wallet_not_empty: 'The wallet has a balance',
  campaign_over: 'The campaign has ended, or its budget does not cover the credit',
  state_conflict: 'The current state does not allow it',
  link_invalid: 'The link was altered or has expired',
  rate_limited: 'Too many requests; Retry-After says when to try again',
  upstream_unavailable: 'Another service does not respond; Retry-After says when to try again',
  overloaded: 'The service cannot respond now; Retry-After says when to try again',
}
/** The families have different bodies, and a document can have two families. */
const PREFIXES: Readonly<Record<Family, string>> = {
  v2: '',
  'partner-v1': 'Consumers',
  'admin-v1': 'Operator',
}
const FAULT_TEXT = 'The service is at fault; the outcome is unknown, so send the same request again'

/** One error status of a route. */
export interface ErrorStatus {
  readonly status: number
  /** Made from the reasons, so that routes with the same reasons share one response. */
  readonly name: string
  readonly description: string
}

/** Why a route refuses a request, or fails. */
export interface ErrorReason {
  readonly status: number
  readonly code: string
  /** Undefined for a fault of the service. */
  readonly kind: RefusalKind | undefined
  readonly text: string
}

/** Returns the reasons for errors of a route, by ascending status. */
export function errorReasons(route: Route, family: Family): ErrorReason[] {
  const refusals = kindsRefusedBy(route).map((kind) => {
    return { ...DIALECTS[family][kind], kind, text: WHEN[kind] }
  })
  const all = [...refusals, { ...FAULT, kind: undefined, text: FAULT_TEXT }]
  return all.toSorted((one, other) => one.status - other.status)
}

/** Returns the error statuses of the responses of a route, in ascending order. */
export function errorStatuses(route: Route, family: Family): ErrorStatus[] {
  const byStatus = groupBy(errorReasons(route, family), ({ status }) => status)
  return [...byStatus].map(([status, found]) => ({
    status,
    name: PREFIXES[family] + found.map(nameOf).join('Or'),
    description: found.map(({ code, text }) => `\`${code}\`: ${text}.`).join('\n\n'),
  }))
}

function nameOf({ kind }: ErrorReason): string {
  const words = (kind ?? 'fault')
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  return words.join('')
}
