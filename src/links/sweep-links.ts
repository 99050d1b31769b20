import { Refusal, type Clock } from '../core/mod.ts'
import type { Db } from '../db/mod.ts'
import type { EndLink } from './link-input.ts'
import { linksPast, type PastLink } from './link-rows.ts'
import { reviewsPast } from './review-rows.ts'

const LINKS_PER_SWEEP = 1_000
const WRITES_MAX = 100

interface SweepOptions {
  readonly db: Db
  readonly clock: Clock
  readonly linksPerSweep?: number
  /** The number of links that are ended at a time. */
  readonly writesMax?: number
  /** Submits the write to the partner's book. */
  end(partnerId: number, act: EndLink): Promise<unknown>
}

/**
 * Returns a function that ends links whose claim-by date has passed; their rest goes back to the
 * funds. Each is decided under the lock of its book, so a claim at the last second either wins or
 * loses. A call continues where the last one ended, and starts over after the last link. So links
 * that are refused do not hold up others, and are tried again in the next round.
 */
export function createLinkSweep(options: SweepOptions): () => Promise<void> {
  const { db, clock, linksPerSweep: limit = LINKS_PER_SWEEP, writesMax = WRITES_MAX } = options
  let after: PastLink | undefined
  return async () => {
    await endReviews(options, limit)
    const rows = await db.rows(linksPast(clock.now(), { after, limit }))
    after = rows.length < limit ? undefined : rows.at(-1)
    for (let at = 0; at < rows.length; at += writesMax) {
      await endAll(rows.slice(at, at + writesMax), options)
    }
  }
}

/** Ends links whose review nobody has decided in time. A refused one is tried again. */
async function endReviews({ db, clock, end }: SweepOptions, limit: number): Promise<void> {
  const rows = await db.rows(reviewsPast(clock.now(), limit))
  for (const { partner_id: partnerId, link_no: linkNo } of rows) {
    const reason = 'its review was not decided in time'
    await end(partnerId, { act: 'lapse', linkNo: Number(linkNo), reason }).catch(ignoreRefusal)
  }
}

async function endAll(rows: readonly PastLink[], { end }: SweepOptions): Promise<void> {
  const ends = rows.map(({ partner_id: partnerId, link_no: linkNo }) =>
    end(partnerId, { act: 'expire', linkNo: Number(linkNo) }),
  )
  await Promise.all(ends.map((write) => write.catch(ignoreRefusal)))
}

/**
 * Ignores the refusal of a link that was claimed meanwhile, or whose book is busy: a later sweep
 * tries again.
 */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof Refusal)) throw error
}
