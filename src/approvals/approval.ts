import type { Actor, ActorKind, AuditValue } from '../audit/mod.ts'
import type { ApprovalKind } from '../core/mod.ts'
import type { ApprovalsRow } from '../db/mod.ts'
import type { OperatorPermission } from '../policy/mod.ts'

export const APPROVAL_STATES = [
  'PENDING',
  'EXECUTED',
  'FAILED',
  'REJECTED',
  'CANCELED',
  'EXPIRED',
] as const
export type ApprovalState = (typeof APPROVAL_STATES)[number]

/** The error of an approved act that was refused, as responses show it. */
export interface ActFault {
  readonly code: string
  readonly message: string
  readonly details?: readonly { readonly field: string; readonly message: string }[] | undefined
}

/** The decision on a request. */
export interface ApprovalDecision {
  readonly by: string
  readonly at: number
  readonly reason: string | undefined
}

/** A request for an act that a second person must approve. Instants are in milliseconds. */
export interface Approval {
  readonly approvalId: number
  readonly kind: ApprovalKind
  /** The permission that the second person needs. */
  readonly permission: OperatorPermission
  /** The route, such as `PUT /admin/v1/fx-rates`. */
  readonly route: string
  /** The method, and the path with its query. */
  readonly request: string
  readonly partnerId: number | undefined
  readonly requester: Actor
  readonly reason: string | undefined
  /** The state before and after the act, as computed when the act was requested. */
  readonly before: AuditValue
  readonly after: AuditValue
  /** SHA-256 of the request. */
  readonly digest: Buffer
  readonly requestedAt: number
  readonly expiresAt: number
  readonly state: ApprovalState
  readonly decision: ApprovalDecision | undefined
  /** The end of the lease of the last attempt; undefined before the first one. */
  readonly attemptUntil: number | undefined
  /** The target that was written, as the audit log names it. */
  readonly target: string | undefined
  readonly error: ActFault | undefined
}

/** The request without its headers. It is stored sealed, because it may have a secret. */
export interface StoredRequest {
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, unknown>>
  readonly body?: unknown
  /** An uploaded file, as Base64. */
  readonly file?: string | undefined
}

export interface ApprovalRow extends Omit<ApprovalsRow, 'before' | 'after' | 'error'> {
  before: AuditValue
  after: AuditValue
  error: ActFault | null
  target: string | null
}

export function toApproval(row: ApprovalRow): Approval {
  const { decider, decided_at: decidedAt } = row
  return {
    approvalId: Number(row.approval_id),
    kind: row.kind as ApprovalKind,
    permission: row.permission as OperatorPermission,
    route: row.route,
    request: row.request,
    partnerId: row.partner_id ?? undefined,
    requester: {
      kind: row.requester_kind as ActorKind,
      id: row.requester_id ?? undefined,
      name: row.requester,
      address: row.requester_address ?? undefined,
    },
    reason: row.reason ?? undefined,
    before: row.before,
    after: row.after,
    digest: row.digest,
    requestedAt: row.requested_at.getTime(),
    expiresAt: row.expires_at.getTime(),
    state: row.state as ApprovalState,
    decision:
      decider === null || decidedAt === null
        ? undefined
        : { by: decider, at: decidedAt.getTime(), reason: row.decision_reason ?? undefined },
    attemptUntil: row.attempt_until?.getTime(),
    target: row.target ?? undefined,
    error: row.error ?? undefined,
  }
}

/** The name of an approval in the audit log. */
export function approvalTarget(approvalId: number): string {
  return `approval:${approvalId}`
}

/** True if these two are the same person or machine. */
export function isSameActor(one: Actor, other: Actor): boolean {
  return one.kind === other.kind && one.id === other.id
}
