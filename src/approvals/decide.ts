import { isAttemptOver, recordAudit, type Actor } from '../audit/mod.ts'
import { checkLine, REASON_LENGTH_MAX, Refusal, type Clock } from '../core/mod.ts'
import { maybeRow, transact, type Database } from '../db/mod.ts'
import { approvalTarget, isSameActor, type Approval } from './approval.ts'
import { setClosed } from './approval-rows.ts'

interface Context {
  readonly db: Database
  readonly clock: Clock
}

export interface Decision {
  readonly actor: Actor
  readonly reason: string | undefined
}

/**
 * Rejects a request of somebody else. Refuses permission_missing as `requireSecondPerson` does, and
 * state_conflict unless the approval is pending.
 */
export async function rejectApproval(
  context: Context,
  approval: Approval,
  decision: Decision,
): Promise<void> {
  requireSecondPerson(approval, decision.actor)
  await close(context, approval, { state: 'REJECTED', action: 'approval.reject', ...decision })
}

/**
 * Withdraws a request. Refuses permission_missing to anybody but its requester, and state_conflict
 * unless the approval is pending.
 */
export async function cancelApproval(
  context: Context,
  approval: Approval,
  decision: Decision,
): Promise<void> {
  if (!isSameActor(approval.requester, decision.actor)) {
    const message = `only ${approval.requester.name}, who requested it, can cancel it; reject it`
    throw new Refusal('permission_missing', message)
  }
  await close(context, approval, { state: 'CANCELED', action: 'approval.cancel', ...decision })
}

/** Refuses permission_missing to machines, and to the requester of the act. */
export function requireSecondPerson({ requester }: Approval, actor: Actor): void {
  if (actor.kind !== 'user') {
    throw new Refusal('permission_missing', 'a token cannot approve or reject; sign in as a user')
  }
  if (isSameActor(requester, actor)) {
    throw new Refusal('permission_missing', 'you requested this act, so another user must decide')
  }
}

interface Closing extends Decision {
  readonly state: 'REJECTED' | 'CANCELED'
  readonly action: string
}

async function close(
  { db, clock }: Context,
  { approvalId, partnerId }: Approval,
  { state, action, actor, reason }: Closing,
): Promise<void> {
  if (reason !== undefined) checkLine('reason', reason, REASON_LENGTH_MAX)
  const at = clock.now()
  await transact(db, async (tx) => {
    const decider = { id: actor.id, name: actor.name, reason }
    const closed = await maybeRow(tx, setClosed(approvalId, { state, decider, at }))
    if (!closed) throw notPending()
    const target = approvalTarget(approvalId)
    const entry = { action, target, valueOut: 'none', reason, after: { state }, at } as const
    recordAudit(tx, { partnerId, actor, ...entry })
  }).catch(decidedMeanwhile)
}

/** Returns the refusal to decide on an approval that is no longer pending. */
export function notPending(): Refusal {
  return new Refusal(
    'state_conflict',
    'the approval was decided, has expired, or is being executed',
  )
}

/** Throws `notPending` if a decision failed because the act was done meanwhile. */
export function decidedMeanwhile(error: unknown): never {
  throw isAttemptOver(error) ? notPending() : error
}
