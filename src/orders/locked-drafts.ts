import assert from 'node:assert/strict'
import type { Actor, AuditEntry, OperatorWrite } from '../audit/mod.ts'
import { Refusal, notFound } from '../core/mod.ts'
import type { Tx, Writer } from '../db/mod.ts'
import { formatDraftId } from './draft-id.ts'
import { notifyMaker } from './draft-mails.ts'
import { draftsToLock, updateDraft, type DraftChange } from './draft-rows.ts'
import { draftStateRefusal, isMadeBy, toDraft, type Draft } from './draft.ts'
import { lockProgramMakers } from './program-makers.ts'

/**
 * A write that carries out a draft: it places the order, sends the links or makes the credits.
 * `how` is `schedule` if the time of the draft has come, `approve` if another person approves it,
 * and `retry` if its maker tries it again.
 */
export type DraftAct = {
  readonly draftId: string
  /** The address of the portal, for the link in the mail to its maker. */
  readonly portalUrl: string | undefined
  /** Its price, if it was priced anew. */
  readonly priced?: DraftChange['priced']
} & (
  | { readonly how: 'schedule' }
  | {
      readonly how: 'approve' | 'retry'
      readonly by: Actor
      readonly reason?: string | undefined
      /** The Idempotency-Key of the request. */
      readonly write?: OperatorWrite | undefined
    }
)

/** An act of a person on a draft. */
export type PersonAct = Exclude<DraftAct, { readonly how: 'schedule' }>

interface DoneAt {
  readonly at: number
  readonly orderId?: string | undefined
}

interface LockedRows {
  readonly partnerId: number
  readonly drafts: readonly Draft[]
  readonly programs: ReadonlySet<string>
}

/**
 * The drafts that the writes of a group carry out. Their rows are locked from the decision to the
 * commit that moves the money. So a draft that was withdrawn or done meanwhile moves no money, even
 * if its process was delayed.
 */
export class LockedDrafts {
  readonly #partnerId: number
  readonly #drafts: Map<string, Draft>
  /** The credentials that may still ask for orders. */
  readonly #programs: ReadonlySet<string>
  readonly #changes: (DraftAct & DoneAt)[] = []

  constructor({ partnerId, drafts, programs }: LockedRows) {
    this.#partnerId = partnerId
    this.#drafts = new Map(drafts.map((draft) => [draft.draftId, draft]))
    this.#programs = programs
  }

  isDone({ draftId }: DraftAct): boolean {
    return this.#drafts.get(draftId)?.state === 'ORDERED'
  }

  /**
   * Refuses, in this order:
   *   not_found           no such draft of the partner
   *   state_conflict      it is over, its time is still to come, or it does not wait for its time
   *   permission_missing  its maker approves it, or somebody else tries it again; the credential
   *                       that asked for it has ended
   */
  require(act: DraftAct): void {
    const draft = this.#drafts.get(act.draftId)
    if (!draft) throw notFound('draft')
    requireDoable(draft, act)
    const { madeByClient } = draft
    if (madeByClient === undefined || this.#programs.has(madeByClient)) return
    throw new Refusal(
      'permission_missing',
      'the credential that asked for this was revoked or has expired; reject it, and ask anew',
    )
  }

  /** Records that a draft is done. Returns the audit entry of the person who did it. */
  finish(act: DraftAct, done: DoneAt): AuditEntry[] {
    const draft = this.#drafts.get(act.draftId)
    assert(draft, 'a draft that is done was locked')
    this.#drafts.set(act.draftId, { ...draft, state: 'ORDERED' })
    this.#changes.push({ ...act, ...done })
    if (act.how === 'schedule') return []
    const { by: actor, how, reason, write } = act
    return [
      {
        partnerId: this.#partnerId,
        actor,
        action: `order_draft.${how}`,
        target: `draft:${formatDraftId(act.draftId)}`,
        valueOut: 'none',
        reason,
        write,
        at: done.at,
      },
    ]
  }

  save(tx: Writer): void {
    for (const act of this.#changes) {
      const { draftId, orderId, priced, portalUrl, at } = act
      const partnerId = this.#partnerId
      const change = { state: 'ORDERED', orderId, priced, ...decisionOf(act) }
      tx.write(updateDraft(partnerId, draftId, change))
      const madeBy = this.#drafts.get(draftId)?.madeBy
      if (act.how === 'retry' || madeBy === undefined) continue
      notifyMaker(tx, { partnerId, madeBy, at, portalUrl })
    }
  }
}

/** Returns the columns of a draft that show who did it, and when. */
function decisionOf(act: DraftAct & DoneAt): Partial<DraftChange> {
  if (act.how === 'schedule') return { triedAt: act.at }
  if (act.how === 'retry') return {}
  const { by, reason, at } = act
  return { decidedBy: Number(by.id), decidedByName: by.name, decidedAt: at, reason }
}

export const NO_DRAFTS = new LockedDrafts({ partnerId: 0, drafts: [], programs: new Set() })

/** Refuses as `LockedDrafts.require` does. */
export function requireDoable(draft: Draft, act: DraftAct): void {
  const { state, isDue } = draft
  if (act.how === 'schedule') {
    // APPROVED: a process of the previous version has leased it.
    if (isDue && (state === 'SCHEDULED' || state === 'APPROVED')) return
    throw draftStateRefusal(draft)
  }
  // APPROVED: a process of the previous version died before it placed the order.
  const isOpen = state === 'WAITING' || (act.how === 'approve' && state === 'APPROVED' && !isDue)
  if (!isOpen) throw draftStateRefusal(draft)
  if (act.how === 'approve') return requireOther(draft, act.by)
  if (!isMadeBy(draft, act.by)) {
    throw new Refusal('permission_missing', 'whoever made a draft tries it again')
  }
  if (draft.kind === 'ORDER' && !draft.isAhead) return
  throw new Refusal(
    'state_conflict',
    'only an order whose time has come is tried again; withdraw this one, and ask anew',
  )
}

export function requireOther(draft: Draft, actor: Actor): void {
  if (!isMadeBy(draft, actor)) return
  throw new Refusal('permission_missing', 'nobody decides on a draft of their own')
}

interface Acts {
  readonly partnerId: number
  readonly acts: readonly DraftAct[]
  readonly at: number
}

/**
 * Locks, until the transaction ends, the drafts that the writes carry out. Sends no query if there
 * are none.
 */
export async function lockDrafts(tx: Tx, { partnerId, acts, at }: Acts): Promise<LockedDrafts> {
  if (acts.length === 0) return NO_DRAFTS
  const ids = acts.map(({ draftId }) => draftId)
  const rows = await tx.rows(draftsToLock(partnerId, ids))
  const drafts = rows.map((row) => toDraft(row, at))
  const clientIds = drafts.flatMap(({ madeByClient }) => madeByClient ?? [])
  const programs = await lockProgramMakers(tx, { partnerId, clientIds, at })
  return new LockedDrafts({ partnerId, drafts, programs })
}
