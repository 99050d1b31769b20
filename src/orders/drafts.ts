import { recordAudit, type Actor } from '../audit/mod.ts'
import { MS_PER_DAY, Refusal, notFound, randomUUID } from '../core/mod.ts'
import {
  between,
  equals,
  list,
  sql,
  type Db,
  type OrderDraftsRow,
  type TimeRange,
  type Tx,
} from '../db/mod.ts'
import { deleteParts } from '../links/mod.ts'
import { draftStateRefusal, isMadeBy, toDraft, type Draft } from './draft.ts'
import { draftKey, formatDraftId } from './draft-id.ts'
import { notifyApprovers, notifyMaker } from './draft-mails.ts'
import {
  DRAFT_COLUMNS,
  draftById,
  insertDraft,
  markLinksShown,
  updateDraft,
  type DraftChange,
} from './draft-rows.ts'
import { makerOf } from './program-makers.ts'
import { lockDrafts, requireDoable, requireOther, type DraftAct } from './locked-drafts.ts'
import { needsNoApproval } from './needs-no-approval.ts'

/** The time that a draft waits for an approval. */
export const WAITS_MS = 7 * MS_PER_DAY

export type NewDraft = Pick<
  Draft,
  'partnerId' | 'kind' | 'clientReference' | 'currency' | 'chargedMinor' | 'itemCount'
> &
  Partial<Pick<Draft, 'draftId' | 'items' | 'sealed' | 'quoteId' | 'metadata'>> & {
    readonly actor: Actor
    readonly at: number
    readonly portalUrl: string | undefined
    /** When its order is placed; at once after an approval unless given. */
    readonly placeAt?: number | undefined
  }

/**
 * Makes a draft, which waits for an approval. If it has a time and the rules of the partner ask for
 * no approval now, it waits for its time.
 */
export async function makeDraft(tx: Tx, draft: NewDraft): Promise<Draft> {
  const { partnerId, actor, at, portalUrl, draftId = randomUUID() } = draft
  const { madeBy, madeByClient } = await makerOf(tx, draft)
  const isFree = draft.placeAt !== undefined && (await needsNoApproval(tx, draft))
  const [row] = await tx.rows(
    insertDraft({
      ...draft,
      state: isFree ? 'SCHEDULED' : 'WAITING',
      draftId,
      currency: draft.currency.code,
      charged: draft.chargedMinor,
      items: JSON.stringify(draft.items ?? []),
      metadata: draft.metadata && JSON.stringify(draft.metadata),
      madeBy,
      madeByClient,
      madeByName: actor.name,
      madeAt: at,
      expiresAt: at + WAITS_MS,
    }),
  )
  if (!row) throw new Error('a draft that was inserted is returned')
  if (!isFree) notifyApprovers(tx, { partnerId, madeBy, at, portalUrl })
  audit(tx, { partnerId, draftId, actor, act: 'make', at })
  return toDraft(row, at)
}

interface DraftFilter extends TimeRange {
  readonly partnerId: number
  readonly state?: string | undefined
  readonly at: number
}

/** Returns one page of the drafts of a partner, newest first. */
export const listDrafts = list({
  from: 'order_drafts',
  columns: DRAFT_COLUMNS,
  where: ({ partnerId, state, ...range }: DraftFilter) => [
    equals('partner_id', partnerId),
    equals('state', state),
    ...between('made_at', range),
  ],
  order: 'made_at desc, draft_id desc',
  sorts: { madeAt: ['made_at', 'draft_id'] },
  to: (row: OrderDraftsRow, { at }: DraftFilter) => toDraft(row, at),
})

interface DraftName {
  readonly partnerId: number
  /** The id of the draft, as people see it. */
  readonly id: string
  readonly at: number
}

/** Returns a draft by the id that people see. Refuses not_found. */
export async function findDraft(db: Db, { partnerId, id, at }: DraftName): Promise<Draft> {
  const [row] = await db.rows(draftById(partnerId, draftKey(id)))
  if (!row) throw notFound('draft')
  return toDraft(row, at)
}

export async function lockDraft(tx: Tx, { partnerId, id, at }: DraftName): Promise<Draft> {
  const [row] = await tx.rows(sql<OrderDraftsRow>`${draftById(partnerId, draftKey(id))} for update`)
  if (!row) throw notFound('draft')
  return toDraft(row, at)
}

export interface Decision extends DraftName {
  /** The address of the portal, for the link in the mail to the draft's maker. */
  readonly portalUrl?: string | undefined
  readonly actor: Actor
  readonly reason?: string | undefined
}

/**
 * Records that a person approves a draft whose time is still to come. Refuses as `requireDoable`
 * does.
 */
export async function approveDraft(
  tx: Tx,
  { priced, ...decision }: Decision & Pick<DraftChange, 'priced'>,
): Promise<Draft> {
  const { actor: by, portalUrl } = decision
  const draft = await lockDraft(tx, decision)
  requireDoable(draft, { draftId: draft.draftId, how: 'approve', by, portalUrl })
  const change = { state: 'SCHEDULED', decidedBy: Number(by.id), priced }
  return await decide(tx, draft, { ...decision, act: 'approve', change })
}

/**
 * Rejects a draft.
 *
 * Refuses, in this order:
 *   not_found           no such draft of this partner
 *   state_conflict      it was decided, or has expired
 *   permission_missing  the person is its maker
 */
export async function rejectDraft(tx: Tx, decision: Decision): Promise<Draft> {
  const draft = await lockDraft(tx, decision)
  requireOpen(draft)
  requireOther(draft, decision.actor)
  notifyMaker(tx, newsOf(draft, decision))
  return await decide(tx, draft, { ...decision, act: 'reject', change: { state: 'REJECTED' } })
}

function newsOf(
  { partnerId, madeBy }: Draft,
  { at, portalUrl }: Pick<Decision, 'at' | 'portalUrl'>,
) {
  return { partnerId, madeBy, at, portalUrl }
}

/**
 * Withdraws a draft. Refuses as `rejectDraft` does, except that permission_missing is for a person
 * who is not its maker.
 */
export async function withdrawDraft(tx: Tx, decision: Decision): Promise<Draft> {
  const draft = await lockDraft(tx, decision)
  requireOpen(draft)
  if (!isMadeBy(draft, decision.actor)) {
    throw new Refusal('permission_missing', 'whoever made a draft withdraws it')
  }
  return await decide(tx, draft, { ...decision, act: 'withdraw', change: { state: 'WITHDRAWN' } })
}

/** Shows the new price of a draft that has become dearer, so that it can be approved. */
export async function repriceDraft(
  tx: Tx,
  { partnerId, draftId, expiresMs }: Draft,
  priced: DraftChange['priced'],
): Promise<void> {
  const name = { partnerId, id: formatDraftId(draftId), at: expiresMs - 1 }
  const { state } = await lockDraft(tx, name)
  if (state === 'WAITING') await tx.rows(updateDraft(partnerId, draftId, { state, priced }))
}

/**
 * Returns a draft whose order, links or credits exist. A write that was a replay, for example
 * because a process of the previous version had done it, has not recorded that the draft is done.
 * Then this function does. Refuses as `requireDoable` does.
 */
export async function finishDraft(
  tx: Tx,
  { partnerId, draftId }: Pick<Draft, 'partnerId' | 'draftId'>,
  { act, ...done }: { act: DraftAct; at: number; orderId?: string | undefined },
): Promise<Draft> {
  const { at } = done
  const drafts = await lockDrafts(tx, { partnerId, acts: [act], at })
  if (!drafts.isDone(act)) {
    drafts.require(act)
    for (const entry of drafts.finish(act, done)) recordAudit(tx, entry)
    drafts.save(tx)
  }
  return await findDraft(tx, { partnerId, id: formatDraftId(draftId), at })
}

/** Returns true if a draft of the partner has this key. */
export async function hasDraft(db: Db, partnerId: number, draftId: string): Promise<boolean> {
  return (await db.rows(draftById(partnerId, draftId))).length > 0
}

/**
 * Ends the draft of a file of credits that was started or cancelled. If this was done by the maker
 * of the draft, the draft is withdrawn, never approved. Does nothing unless the draft waits.
 */
export async function settleDraft(
  tx: Tx,
  { isDone, ...decision }: Decision & { readonly isDone: boolean },
): Promise<void> {
  const { partnerId, id, actor, at } = decision
  const [row] = await tx.rows(sql<OrderDraftsRow>`${draftById(partnerId, draftKey(id))} for update`)
  if (row?.kind !== 'CREDIT_FILE' || row.state !== 'WAITING') return
  const draft = toDraft(row, at)
  if (isMadeBy(draft, actor)) {
    await decide(tx, draft, { ...decision, act: 'withdraw', change: { state: 'WITHDRAWN' } })
    return
  }
  notifyMaker(tx, newsOf(draft, decision))
  const outcome = isDone
    ? ({ act: 'approve', change: { state: 'ORDERED' } } as const)
    : ({ act: 'reject', change: { state: 'REJECTED' } } as const)
  await decide(tx, draft, { ...decision, ...outcome })
}

/**
 * Records that the addresses of a draft's links are shown, audited.
 *
 * Refuses, in this order:
 *   not_found           no such draft of this partner
 *   permission_missing  the person is not its maker
 *   state_conflict      it sent no links, or their addresses were shown already
 */
export async function showDraftLinks(
  tx: Tx,
  { actor, ...name }: DraftName & Pick<Decision, 'actor'>,
): Promise<Draft> {
  const draft = await lockDraft(tx, name)
  const { partnerId, draftId } = draft
  if (!isMadeBy(draft, actor)) {
    throw new Refusal('permission_missing', 'whoever asked for links gets their addresses')
  }
  const [row] = await tx.rows(markLinksShown(partnerId, draftId, name.at))
  if (!row) {
    const why = 'the addresses are shown once, after the links were sent; replace those of a link'
    throw new Refusal('state_conflict', why)
  }
  audit(tx, { partnerId, draftId, actor, act: 'show', at: name.at })
  return toDraft(row, name.at)
}

function requireWaiting(draft: Draft): void {
  if (draft.state !== 'WAITING') throw draftStateRefusal(draft)
}

function requireOpen(draft: Draft): void {
  if (draft.state !== 'SCHEDULED') requireWaiting(draft)
}

type Act = 'make' | 'approve' | 'reject' | 'withdraw' | 'show'

async function decide(
  tx: Tx,
  { partnerId, draftId }: Draft,
  {
    actor,
    at,
    reason,
    act,
    change,
  }: Decision & { readonly act: Act; readonly change: DraftChange },
): Promise<Draft> {
  const decided = { ...change, decidedByName: actor.name, decidedAt: at, reason }
  const [row] = await tx.rows(updateDraft(partnerId, draftId, decided))
  if (!row) throw new Error('a draft that was locked exists')
  if (change.state === 'REJECTED' || change.state === 'WITHDRAWN') {
    tx.write(deleteParts({ partnerId, partsId: draftId }))
  }
  audit(tx, { partnerId, draftId, actor, act, at, reason })
  return toDraft(row, at)
}

function audit(
  tx: Tx,
  {
    draftId,
    act,
    ...entry
  }: { draftId: string; act: Act } & Pick<Decision, 'actor' | 'at' | 'reason' | 'partnerId'>,
): void {
  const target = `draft:${formatDraftId(draftId)}`
  recordAudit(tx, { ...entry, action: `order_draft.${act}`, target, valueOut: 'none' })
}
