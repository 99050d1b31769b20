import type { Actor } from '../audit/mod.ts'
import { Refusal, MS_PER_MINUTE, type Clock } from '../core/mod.ts'
import { maybeRow, transact, type Database, type Tx } from '../db/mod.ts'
import { getPartner } from '../partners/mod.ts'
import { refusalOfAct } from '../policy/mod.ts'
import { orderOfDraft } from './draft-order.ts'
import { draftsToPlace, leaseToPlace, updateDraft, type PastDraft } from './draft-rows.ts'
import { formatDraftId } from './draft-id.ts'
import { toDraft, type Draft } from './draft.ts'
import { notifyApprovers, notifyMaker } from './draft-mails.ts'
import { finishDraft, lockDraft, WAITS_MS } from './drafts.ts'
import { orderId } from './order.ts'
import type { Orders } from './orders.ts'

const DRAFTS_PER_RUN = 200
/** Longer than an order takes. If the process dies or hangs, another one continues. */
const LEASE_MS = MS_PER_MINUTE

interface Options {
  readonly db: Database
  readonly clock: Clock
  readonly orders: Orders
  readonly publicUrl?: string | undefined
}

/**
 * Places the orders of scheduled drafts whose time has come, at present prices and by present
 * rules. A draft whose order is refused waits for an approval, and its maker is mailed. After any
 * other failure, it is tried again. Any number of processes may run this.
 */
export async function placeScheduledDrafts(options: Options): Promise<void> {
  const { db, clock } = options
  const failures: unknown[] = []
  for (const name of await db.rows(draftsToPlace(clock.now(), DRAFTS_PER_RUN))) {
    try {
      await placeOne(options, name)
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}

async function placeOne(
  options: Options,
  { partner_id: partnerId, draft_id: draftId }: PastDraft,
): Promise<void> {
  const { db, clock, orders, publicUrl: portalUrl } = options
  const at = clock.now()
  // Another process may have leased it meanwhile, or its maker has withdrawn it.
  const row = await maybeRow(db, leaseToPlace(partnerId, draftId, { at, until: at + LEASE_MS }))
  if (!row) return
  const draft = toDraft(row, at)
  const { testOf } = await getPartner(db, partnerId)
  const people = peopleOf(draft)
  const act = { draftId, how: 'schedule', portalUrl } as const
  try {
    const input = { ...orderOfDraft(draft), ...people, isTest: testOf !== undefined, draft: act }
    const { order, isReplayed } = await orders.place(partnerId, input)
    if (!isReplayed) return
    const finish = { act, orderId: orderId(order), at: clock.now() }
    await transact(db, (tx) => finishDraft(tx, draft, finish))
  } catch (error) {
    const refusal = error instanceof Refusal ? error : refusalOfAct(error)
    if (!refusal || refusal.kind === 'overloaded') throw error
    const { message: reason } = refusal
    const refused = { draft, reason, portalUrl, at: clock.now() }
    await transact(db, (tx) => returnScheduled(tx, refused))
  }
}

/**
 * Returns the maker of a draft and, if a person approved it, that person and the approved price.
 */
function peopleOf(draft: Draft) {
  const { madeBy, madeByName, decidedBy, decidedByName, chargedMinor } = draft
  const kind = { kind: 'partner_user' } as const
  const actor: Actor = {
    ...kind,
    id: String(madeBy),
    name: madeByName,
    permission: 'orders:write',
  }
  if (decidedBy === undefined || decidedByName === undefined) return { actor }
  const by = { ...kind, id: String(decidedBy), name: decidedByName }
  const approvedBy: Actor = { ...by, permission: 'orders:approve' }
  return { actor, approvedBy, approvedUpTo: chargedMinor }
}

interface RefusedDraft {
  readonly draft: Draft
  readonly reason: string
  readonly at: number
  readonly portalUrl: string | undefined
}

/**
 * Makes a draft wait for an approval, with the reason, because its order was refused at its time.
 * Mails its maker and the people who may approve it.
 */
async function returnScheduled(
  tx: Tx,
  { draft, reason, at, portalUrl }: RefusedDraft,
): Promise<void> {
  const { partnerId, draftId } = draft
  // It was withdrawn or done meanwhile, or another process has made it wait.
  if (!(await lockDraft(tx, { partnerId, id: formatDraftId(draftId), at })).isDue) return
  const expiresAt = at + WAITS_MS
  await tx.rows(
    updateDraft(partnerId, draftId, { state: 'WAITING', reason, triedAt: at, expiresAt }),
  )
  const news = { partnerId, madeBy: draft.madeBy, at, portalUrl }
  notifyMaker(tx, news)
  notifyApprovers(tx, news)
}
