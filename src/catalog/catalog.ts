import { SingleFlight, type Clock } from '../core/mod.ts'
import type { Database, Db } from '../db/mod.ts'
import type { CatalogSnapshot } from './snapshot.ts'
import { readMoment, readSnapshot } from './snapshot-rows.ts'

/** Changes that another process makes are visible within this time. */
const FRESH_MS = 250

/**
 * The cached catalog of this process. Writers price against `asOf(tx)`, which is as new as the
 * database; readers use `current()`, at most FRESH_MS old.
 */
export interface Catalog {
  current(): Promise<CatalogSnapshot>
  /** Returns the snapshot of the version that `db` sees now, with the rates in force now. */
  asOf(db: Db): Promise<CatalogSnapshot>
  /** Makes the next `current()` read again, because this process has changed the catalog. */
  changed(): void
}

export function createCatalog({ db, clock }: { db: Database; clock: Clock }): Catalog {
  /** The last snapshot read. It is valid while the database has its version. */
  let snapshot: CatalogSnapshot | undefined
  const checked = new SingleFlight<CatalogSnapshot>(clock, FRESH_MS)

  async function asOf(on: Db): Promise<CatalogSnapshot> {
    const { version, now } = await readMoment(on)
    if (snapshot?.version === version && now < snapshot.validUntil) return snapshot
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
