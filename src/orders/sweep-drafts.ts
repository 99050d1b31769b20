import { recordAudit, systemActor } from '../audit/mod.ts'
import { dayText, MS_PER_DAY, type Clock } from '../core/mod.ts'
import { transact, type Database } from '../db/mod.ts'
import { deleteParts } from '../links/mod.ts'
import { formatDraftId } from './draft-id.ts'
import { deleteOldDraftMails } from './draft-mail-rows.ts'
import { notifyMaker } from './draft-mails.ts'
import { removeOldRuleDays } from './rule-day-rows.ts'
import { draftsPast, expireDraft, type PastDraft } from './draft-rows.ts'

const DRAFTS_PER_SWEEP = 200
/** The age at which a mail is deleted. It is longer than a draft waits. */
const MAILS_KEPT_MS = 14 * MS_PER_DAY

interface SweepOptions {
  readonly db: Database
  readonly clock: Clock
  readonly publicUrl?: string | undefined
}

/**
 * Expires drafts that nobody decided in time: deletes their items, and queues mails to their
 * makers.
 */
export async function sweepDrafts(options: SweepOptions): Promise<void> {
  const { db, clock } = options
  const at = clock.now()
  for (const past of await db.rows(draftsPast(at, DRAFTS_PER_SWEEP))) await expire(past, options)
  await db.rows(deleteOldDraftMails(at - MAILS_KEPT_MS))
  await db.rows(removeOldRuleDays(dayText(at - 2 * MS_PER_DAY)))
}

async function expire(past: PastDraft, { db, clock, publicUrl }: SweepOptions): Promise<void> {
  const { partner_id: partnerId, draft_id: draftId } = past
  const at = clock.now()
  await transact(db, async (tx) => {
    // The draft was decided meanwhile, or another process has expired it.
    const [draft] = await tx.rows(expireDraft(partnerId, draftId, at))
    if (!draft) return
    tx.write(deleteParts({ partnerId, partsId: draftId }))
    const news = { partnerId, portalUrl: publicUrl, at: draft.expires_at.getTime() }
    notifyMaker(tx, { ...news, madeBy: draft.made_by })
    recordAudit(tx, {
      partnerId,
      actor: systemActor('drafts'),
      action: 'order_draft.expire',
      target: `draft:${formatDraftId(draftId)}`,
      valueOut: 'none',
      at,
    })
  })
}
