import { recordAudits, removeOldDays, systemActor } from '../audit/mod.ts'
import { dayText, type Clock, MS_PER_DAY } from '../core/mod.ts'
import { transact, type Database } from '../db/mod.ts'
import { approvalTarget } from './approval.ts'
import { expirePending, forgetResponses, settleDone } from './approval-rows.ts'

const RESPONSE_MS_MAX = MS_PER_DAY
/** Sums per person and day are stored for this time, which is longer than a clock can be wrong. */
const DAYS_KEPT_MS = 7 * MS_PER_DAY
const EXPIRED_MAX = 500

interface Options {
  readonly db: Database
  readonly clock: Clock
}

/** Expires approvals that nobody decided in time, and forgets responses that are a day old. */
export async function sweepApprovals({ db, clock }: Options): Promise<void> {
  const at = clock.now()
  const actor = systemActor('approvals')
  await transact(db, async (tx) => {
    const expired = await tx.rows(expirePending(at, EXPIRED_MAX))
    const entries = expired.map(({ approval_id: id, partner_id: partnerId }) => {
      const target = approvalTarget(Number(id))
      const entry = { action: 'approval.expire', target, valueOut: 'none', at } as const
      return { partnerId: partnerId ?? undefined, actor, ...entry }
    })
    recordAudits(tx, entries)
    tx.write(settleDone(at))
    tx.write(forgetResponses(at - RESPONSE_MS_MAX))
    tx.write(removeOldDays(dayText(at - DAYS_KEPT_MS)))
  })
}
