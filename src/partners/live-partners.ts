import type { Database } from '../db/mod.ts'
import { partnerById } from './partner-rows.ts'

const CACHED_MAX = 10_000

/** Tells test partners from live ones. A partner never changes from one to the other. */
export class LivePartners {
  readonly #db: Database
  readonly #known = new Map<number, boolean>()

  constructor(db: Database) {
    this.#db = db
    db.life.onNew(() => this.#known.clear())
  }

  /** Returns false for a test partner. Reads each partner once, while it is cached. */
  async isLive(partnerId: number): Promise<boolean> {
    const known = this.#known.get(partnerId)
    if (known !== undefined) return known
    const [row] = await this.#db.rows(partnerById(partnerId))
    const isLive = row?.test_of === null
    if (this.#known.size >= CACHED_MAX) this.#known.clear()
    this.#known.set(partnerId, isLive)
    return isLive
  }
}
