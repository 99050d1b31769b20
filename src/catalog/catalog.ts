import { SingleFlight, type Clock } from '../core/mod.ts'
import type { Database, Db, Tx } from '../db/mod.ts'
import type { CatalogSnapshot } from './snapshot.ts'
import { CatalogMoments, readSnapshot, type CatalogMoment } from './snapshot-rows.ts'

/** Changes that another process makes are visible within this time. */
const FRESH_MS = 250

/** What prices an order, and when: both are of one instant. */
export interface Pricing {
  readonly snapshot: CatalogSnapshot
  /** Of the process's clock; undefined if that does not follow the database's. */
  readonly at: number | undefined
}

/**
 * The cached catalog of this process. Writers price against the database's version; readers use
 * `current()`, at most FRESH_MS old.
 */
export interface Catalog {
  current(): Promise<CatalogSnapshot>
  /** Returns the snapshot of the version that `db` sees now, with the rates in force now. */
  asOf(db: Db): Promise<CatalogSnapshot>
  /** Returns the same, with the instant that the orders which it prices are accepted at. */
  pricing(tx: Tx): Promise<Pricing>
  /** Makes the next `current()` read again, because this process has changed the catalog. */
  changed(): void
}

export function createCatalog({ db, clock }: { db: Database; clock: Clock }): Catalog {
  /** The last snapshot read. It is valid while the database has its version. */
  let snapshot: CatalogSnapshot | undefined
  let moments = new CatalogMoments()
  const checked = new SingleFlight<CatalogSnapshot>(clock, FRESH_MS)

  async function snapshotOf(on: Db, moment: CatalogMoment): Promise<CatalogSnapshot> {
    if (snapshot && isInForce(snapshot, moment)) return snapshot
    snapshot = await readSnapshot(on, moment)
    return snapshot
  }

  async function asOf(on: Db): Promise<CatalogSnapshot> {
    return snapshotOf(on, await moments.read(on))
  }

  db.life.onNew(() => {
    snapshot = undefined
    // Its transactions may have the ids of others.
    moments = new CatalogMoments()
    checked.forget()
  })
  return {
    current: async () => checked.fresh ?? (await checked.read(() => asOf(db))),
    asOf,
    async pricing(tx) {
      const moment = await moments.read(tx)
      return { snapshot: await snapshotOf(tx, moment), at: clock.atDatabase?.(moment.now) }
    },
    changed: () => checked.forget(),
  }
}

function isInForce(snapshot: CatalogSnapshot, { version, now }: CatalogMoment): boolean {
  const { validFrom, validUntil } = snapshot
  return snapshot.version === version && validFrom <= now && now < validUntil
}
