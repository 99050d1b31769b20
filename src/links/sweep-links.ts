import { Refusal, type Clock } from '../core/mod.ts'
import type { Db } from '../db/mod.ts'
import { linksPast } from './link-rows.ts'
import type { EndLink } from './link-input.ts'

const LINKS_PER_SWEEP = 1_000

interface SweepOptions {
  readonly db: Db
  readonly clock: Clock
  /** Submits the write to the partner's book. */
  end(partnerId: number, act: EndLink): Promise<unknown>
}

/**
 * Ends links whose claim-by date has passed: all that is left of them goes back. Each is decided
 * under the lock of its book, so a claim at the last second wins or loses once.
 */
export async function sweepLinks({ db, clock, end }: SweepOptions): Promise<void> {
  const rows = await db.rows(linksPast(clock.now(), LINKS_PER_SWEEP))
  const ends = rows.map(({ partner_id: partnerId, link_no: linkNo }) =>
    end(partnerId, { act: 'expire', linkNo: Number(linkNo) }),
  )
  await Promise.all(ends.map((write) => write.catch(ignoreRefusal)))
}

/** All of it was chosen meanwhile, or its book is busy: a later sweep tries again. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof Refusal)) throw error
}
