import { SingleFlight, type Clock } from '../core/mod.ts'
import type { Database, Db } from '../db/mod.ts'
import type { CatalogSnapshot } from './snapshot.ts'
import { readMoment, readSnapshot } from './snapshot-rows.ts'

/** Another process's change of a product or rate is seen in reads within this time. */
const FRESH_MS = 250

/**
 * The catalog in memory, shared by all reads of this process. Writers price against `asOf(tx)`,
 * which is never older than the database; readers take `current()`, at most FRESH_MS old.
 */
export interface Catalog {
  current(): Promise<CatalogSnapshot>
  /** The snapshot of the version that `db` sees now, with the rates in force now. */
  asOf(db: Db): Promise<CatalogSnapshot>
  /** This process changed products or rates: the next `current()` reads anew. */
  changed(): void
}

export function createCatalog({ db, clock }: { db: Database; clock: Clock }): Catalog {
  /** Whatever was read last; it holds for who finds its version in the database. */
  let snapshot: CatalogSnapshot | undefined
  const checked = new SingleFlight<CatalogSnapshot>(clock, FRESH_MS)

  async function asOf(on: Db): Promise<CatalogSnapshot> {
    const { version, now } = await readMoment(on)
    if (snapshot?.version === version && now < snapshot.ratesUntil) return snapshot
    snapshot = await readSnapshot(on)
    return snapshot
  }

  db.life.onNew(() => {
    snapshot = undefined
    checked.forget()
  })
  return {
    current: async () => checked.fresh ?? (await checked.read(() => asOf(db))),
    asOf,
    changed: () => checked.forget(),
  }
}
