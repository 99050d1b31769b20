import { readFundsLeft } from '../alerts/mod.ts'
import type { Clock } from '../core/mod.ts'
import type { Database } from '../db/mod.ts'
import { isLow, isRisen } from './is-low.ts'
import {
  lowNoticesAfter,
  noticeLow,
  noticeRisen,
  type NoticePlace,
  type NoticeRow,
} from './notice-rows.ts'

interface Options {
  readonly db: Database
  readonly clock: Clock
  /** Funds are no longer low once they last this many days longer than the threshold. */
  readonly lowFundsMarginDays: number
}

const NOTICES_PER_READ = 1_000
const FIRST: NoticePlace = { partner_id: 0, user_id: 0, currency: '' }

/**
 * Queues a mail for each notice whose funds have become low, and resets notices whose funds have
 * risen. Any number of processes may run this at the same time.
 */
export async function checkFundsNotices(
  options: Options,
  noticesPerRead = NOTICES_PER_READ,
): Promise<void> {
  let after: NoticePlace | undefined = FIRST
  while (after) {
    const notices: NoticeRow[] = await options.db.rows(lowNoticesAfter(after, noticesPerRead))
    await check(options, notices)
    after = notices.length < noticesPerRead ? undefined : notices.at(-1)
  }
}

async function check(
  { db, clock, lowFundsMarginDays }: Options,
  notices: readonly NoticeRow[],
): Promise<void> {
  const now = clock.now()
  const partnerIds = [...new Set(notices.map((notice) => notice.partner_id))]
  const funds = await readFundsLeft(db, partnerIds, now)
  const byPlace = new Map(funds.map((left) => [placeOf(left), left]))
  for (const notice of notices) {
    const left = byPlace.get(placeOf(notice))
    if (!left) continue
    if (notice.noticed_at === null) {
      if (isLow(notice, left)) await db.rows(noticeLow(notice, now))
    } else if (isRisen(notice, left, lowFundsMarginDays)) await db.rows(noticeRisen(notice))
  }
}

function placeOf(place: { readonly partner_id: number; readonly currency: string }): string {
  return `${place.partner_id} ${place.currency}`
}
