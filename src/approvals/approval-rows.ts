import { dateAt, type ApprovalKind } from '../core/mod.ts'
import {
  between,
  equals,
  list,
  insertRow,
  sql,
  type Statement,
  type TimeRange,
  type ApprovalsRow,
} from '../db/mod.ts'
import {
  toApproval,
  type ActFault,
  type Approval,
  type ApprovalRow,
  type ApprovalState,
} from './approval.ts'

/**
 * Returns the state at an instant. A process may have died after it executed an act and before it
 * updated the approval.
 */
function stateAt(now: number): Statement<never> {
  return sql`
    case when approvals.state <> 'PENDING' then approvals.state
         when acts.approval_id is not null then 'EXECUTED'
         when approvals.expires_at <= ${dateAt(now)} then 'EXPIRED'
         else 'PENDING' end`
}

const COLUMNS = sql`
  approvals.approval_id, approvals.kind, approvals.permission, approvals.route,
  approvals.request, approvals.partner_id, approvals.requester_kind, approvals.requester_id,
  approvals.requester, approvals.requester_address, approvals.reason, approvals.before,
  approvals.after, approvals.sealed, approvals.digest, approvals.requested_at,
  approvals.expires_at, approvals.decider_id, approvals.decider, approvals.decided_at,
  approvals.decision_reason, approvals.attempt, approvals.attempt_until, approvals.response,
  approvals.error, acts.target`

const WITH_ACTS = 'approvals left join approved_acts as acts using (approval_id)'

export function nextApprovalId(): Statement<{ approval_id: bigint }> {
  return sql`select nextval('approvals_approval_id_seq') as approval_id`
}

export interface NewApprovalRow extends Omit<
  Approval,
  'requestedAt' | 'state' | 'decision' | 'attemptUntil' | 'error' | 'target'
> {
  readonly sealed: Buffer
  readonly at: number
}

export function insertApproval(row: NewApprovalRow): Statement<never> {
  const { requester } = row
  return insertRow<ApprovalsRow>('approvals', {
    approval_id: row.approvalId,
    kind: row.kind,
    permission: row.permission,
    route: row.route,
    request: row.request,
    partner_id: row.partnerId,
    requester_kind: requester.kind,
    requester_id: requester.id,
    requester: requester.name,
    requester_address: requester.address,
    reason: row.reason,
    before: JSON.stringify(row.before),
    after: JSON.stringify(row.after),
    sealed: row.sealed,
    digest: row.digest,
    requested_at: dateAt(row.at),
    expires_at: dateAt(row.expiresAt),
    state: 'PENDING',
  })
}

export function approvalById(approvalId: number, now: number): Statement<ApprovalRow> {
  return sql`
    select ${COLUMNS}, ${stateAt(now)} as state from ${sql.raw(WITH_ACTS)}
    where approval_id = ${approvalId}`
}

export interface ApprovalFilter extends TimeRange {
  readonly state?: ApprovalState | undefined
  readonly kind?: ApprovalKind | undefined
  /** The permissions of the acts that are listed. */
  readonly permissions: readonly string[]
  readonly now: number
}

export const listStoredApprovals = list({
  from: WITH_ACTS,
  columns: ({ now }: ApprovalFilter) => sql`${COLUMNS}, ${stateAt(now)} as state`,
  where: ({ state, kind, permissions, now, ...range }: ApprovalFilter) => [
    sql`approvals.permission = any(${permissions}::text[])`,
    equals(stateAt(now), state),
    equals('approvals.kind', kind),
    ...between('approvals.requested_at', range),
  ],
  order: 'approval_id desc',
  sorts: { requestedAt: ['approval_id'] },
  to: toApproval,
})

/** The person who decides, and the reason. */
export interface Decider {
  readonly id: string | undefined
  readonly name: string
  readonly reason: string | undefined
}

export interface NewAttempt {
  readonly approvalId: number
  readonly attempt: string
  readonly decider: Decider
  readonly at: number
  /** The instant before which no other attempt begins. */
  readonly until: number
}

const IS_OPEN = sql`
  approvals.state = 'PENDING'
  and (select acts.approval_id from approved_acts as acts
       where acts.approval_id = approvals.approval_id) is null`

/**
 * Returns whether two actors, such as `user:7` and `service_token:3`, stand for one person: the
 * user, or a token that the user made.
 */
export function isOnePerson(one: string, other: string): Statement<{ is_one: boolean }> {
  return sql`select person_behind(${one}) = person_behind(${other}) as is_one`
}

/**
 * Returns nothing if the approval is not pending, or another attempt is under way. Waits and fails
 * as `setClosed` does.
 */
export function beginAttempt(one: NewAttempt): Statement<{ sealed: Buffer }> {
  const { decider, at } = one
  return sql`
    update approvals set
      attempt = ${one.attempt}, attempt_until = ${dateAt(one.until)},
      decider_id = ${decider.id ?? null}, decider = ${decider.name}, decided_at = ${dateAt(at)},
      decision_reason = ${decider.reason ?? null}
    where approval_id = ${one.approvalId} and ${IS_OPEN} and expires_at > ${dateAt(at)}
      and (attempt_until is null or attempt_until <= ${dateAt(at)})
    returning sealed`
}

/** Clears an attempt that changed nothing, so that another one may begin at once. */
export function giveUpAttempt(approvalId: number, attempt: string): Statement<never> {
  return sql`
    update approvals set
      attempt = null, attempt_until = null, decider_id = null, decider = null,
      decided_at = null, decision_reason = null
    where approval_id = ${approvalId} and attempt = ${attempt} and ${IS_OPEN}`
}

export function setExecuted(
  approvalId: number,
  attempt: string,
  response: Buffer,
): Statement<never> {
  return sql`
    update approvals set state = 'EXECUTED', sealed = null, response = ${response}
    where approval_id = ${approvalId} and attempt = ${attempt}`
}

/** Returns nothing if the act was done meanwhile, or another attempt has begun. */
export function setFailed(
  approvalId: number,
  attempt: string,
  error: ActFault,
): Statement<{ approval_id: bigint }> {
  return sql`
    update approvals set
      state = 'FAILED', sealed = null, error = ${JSON.stringify(error)}::jsonb
    where approval_id = ${approvalId} and attempt = ${attempt} and ${IS_OPEN}
    returning approval_id`
}

/**
 * Returns nothing if the approval is not pending, or an attempt is under way. Replaces the attempt:
 * this waits for an act that is being committed, and a later act fails with `isAttemptOver`.
 */
export function setClosed(
  approvalId: number,
  { state, decider, at }: { state: 'REJECTED' | 'CANCELED'; decider: Decider; at: number },
): Statement<{ approval_id: bigint }> {
  return sql`
    update approvals set
      state = ${state}, sealed = null, attempt = null, decider_id = ${decider.id ?? null},
      decider = ${decider.name}, decided_at = ${dateAt(at)},
      decision_reason = ${decider.reason ?? null}
    where approval_id = ${approvalId} and ${IS_OPEN} and expires_at > ${dateAt(at)}
      and (attempt_until is null or attempt_until <= ${dateAt(at)})
    returning approval_id`
}

/** Expires approvals that nobody decided in time, except those whose act is under way. */
export function expirePending(
  at: number,
  limit: number,
): Statement<{ approval_id: bigint; partner_id: number | null }> {
  return sql`
    update approvals set state = 'EXPIRED', sealed = null, attempt = null
    where approval_id = any(array(
      select approval_id from approvals
      where ${IS_OPEN} and expires_at <= ${dateAt(at)}
        and (attempt_until is null or attempt_until <= ${dateAt(at)})
      order by approval_id limit ${limit}
      for update skip locked))
    returning approval_id, partner_id`
}

export function forgetResponses(before: number): Statement<never> {
  return sql`
    update approvals set response = null
    where response is not null and decided_at < ${dateAt(before)}`
}

/**
 * If a process died after it committed an act and before it updated the approval, marks the
 * approval as EXECUTED and drops its sealed body.
 */
export function settleDone(at: number): Statement<never> {
  return sql`
    update approvals set state = 'EXECUTED', sealed = null
    where state = 'PENDING' and attempt_until <= ${dateAt(at)}
      and (select acts.approval_id from approved_acts as acts
           where acts.approval_id = approvals.approval_id) is not null`
}
