import { PerDatabaseLife, type Database } from '../db/mod.ts'
import { partnerById } from './partner-rows.ts'

const CACHED_MAX = 10_000

/** Tells test partners from live ones. A partner never changes from one to the other. */
export class LivePartners {
  readonly #db: Database
  readonly #cache: PerDatabaseLife<Map<number, boolean>>

  constructor(db: Database) {
    this.#db = db
    this.#cache = new PerDatabaseLife(db, () => new Map())
  }

  /** Returns false for a test partner. Reads only partners that are not cached. */
  async isLive(partnerId: number): Promise<boolean> {
    const { present } = this.#cache
    const isCachedLive = present.get(partnerId)
    if (isCachedLive !== undefined) return isCachedLive
    const [row] = await this.#db.rows(partnerById(partnerId))
    const isLive = row?.test_of === null
    if (present.size >= CACHED_MAX) present.clear()
    present.set(partnerId, isLive)
    return isLive
  }
}
