import {
  isAttemptOver,
  recordAudit,
  recordAudits,
  type ActApproval,
  type Actor,
} from '../audit/mod.ts'
import { Refusal, type Clock, MS_PER_MINUTE, randomUUID } from '../core/mod.ts'
import { maybeRow, oneRow, transact, type Database, type Tx } from '../db/mod.ts'
import type { Vault } from '../vault/mod.ts'
import { approvalTarget, type ActFault, type Approval } from './approval.ts'
import {
  beginAttempt,
  giveUpAttempt,
  isOnePerson,
  setExecuted,
  setFailed,
} from './approval-rows.ts'
import { decidedMeanwhile, notPending, requireSecondPerson, type Decision } from './decide.ts'
import { sealingContext, type StoredResponse } from './request-approval.ts'

/** After this time another attempt may begin: the process of the last one may have ended. */
const ATTEMPT_MS_MAX = MS_PER_MINUTE

interface Context {
  readonly db: Database
  readonly clock: Clock
  readonly vault: Vault
}

/** An attempt to do an approved act. */
export interface Attempt {
  readonly approval: Approval
  /** Who requested the act. Its `approval` names the approver. */
  readonly actor: Actor
  readonly approved: ActApproval
  /** Who approved it. */
  readonly decider: Actor
}

/**
 * Approves an act and begins an attempt to do it. No other attempt can begin for a minute. Once
 * another attempt has begun, this attempt can no longer commit the act: see `recordAudits`.
 *
 * Refuses, in this order:
 *   permission_missing   what `requireSecondPerson` refuses, or a token of theirs requested it
 *   state_conflict       the approval is not pending, or another attempt is under way
 *   step_up_required     the approver has a passkey that has not confirmed it
 */
export async function approve(
  { db, clock }: Context,
  approval: Approval,
  { actor, reason }: Decision,
): Promise<Attempt> {
  requireSecondPerson(approval, actor)
  const { approvalId, partnerId, requester, permission } = approval
  const attempt = randomUUID()
  const at = clock.now()
  await transact(db, async (tx) => {
    await requireOther(tx, requester, actor)
    const decider = { id: actor.id, name: actor.name, reason }
    const until = at + ATTEMPT_MS_MAX
    const pending = await maybeRow(tx, beginAttempt({ approvalId, attempt, decider, at, until }))
    if (!pending) throw notPending()
    const target = approvalTarget(approvalId)
    // Claims no Idempotency-Key: an act that fails can be approved again.
    const entry = { action: 'approval.approve', target, valueOut: 'beyond', reason, at } as const
    recordAudits(tx, [{ partnerId, actor, ...entry, needs: { operator: [permission] } }])
  }).catch(decidedMeanwhile)
  const approved = { approvalId, attempt, approverId: actor.id ?? '', approver: actor.name }
  return {
    approval,
    approved,
    decider: actor,
    actor: { ...requester, permission, approval: approved },
  }
}

/** Refuses the person whose token requested the act. */
async function requireOther(tx: Tx, requester: Actor, actor: Actor): Promise<void> {
  const { is_one: isOne } = await oneRow(tx, isOnePerson(nameOf(requester), nameOf(actor)))
  if (!isOne) return
  throw new Refusal(
    'permission_missing',
    'your token requested this act, so another user must decide',
  )
}

function nameOf({ kind, id = '' }: Actor): string {
  return `${kind}:${id}`
}

/** Ends an attempt that did the act. Fails with `isAttemptOver` if another attempt did. */
export async function finishAttempt(
  { db, clock, vault }: Context,
  { approval, approved, actor }: Attempt,
  response: StoredResponse,
): Promise<void> {
  const { approvalId, partnerId, kind, request } = approval
  const plaintext = Buffer.from(JSON.stringify(response), 'utf8')
  const sealed = vault.seal('credentials', sealingContext(approvalId, 'response'), plaintext)
  const target = approvalTarget(approvalId)
  const after = { kind, request, status: response.status }
  const at = clock.now()
  await transact(db, async (tx) => {
    vault.requireKeys(tx, [sealed])
    tx.write(setExecuted(approvalId, approved.attempt, sealed))
    // Claims the act even if it changed nothing, so that it is not done again.
    recordAudit(tx, {
      partnerId,
      actor,
      action: 'approval.execute',
      valueOut: 'none',
      target,
      after,
      at,
    })
  })
}

/** Ends an attempt that was refused: the act is not attempted again. */
export async function failAttempt(
  { db, clock }: Context,
  { approval, approved, decider }: Attempt,
  error: ActFault,
): Promise<void> {
  const { approvalId, partnerId } = approval
  const target = approvalTarget(approvalId)
  const after = { code: error.code, message: error.message }
  const at = clock.now()
  await transact(db, async (tx) => {
    const failed = await maybeRow(tx, setFailed(approvalId, approved.attempt, error))
    if (!failed) return
    recordAudit(tx, {
      partnerId,
      actor: decider,
      action: 'approval.fail',
      valueOut: 'none',
      target,
      after,
      at,
    })
  })
}

/** Ends an attempt that did nothing because of an outage: the act can be approved again. */
export async function abandonAttempt({ db }: Context, { approved }: Attempt): Promise<void> {
  await db.rows(giveUpAttempt(approved.approvalId, approved.attempt)).catch((error: unknown) => {
    if (!isAttemptOver(error)) throw error
  })
}
