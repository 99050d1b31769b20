import { SingleFlight, type Clock } from '../core/mod.ts'
import { PerDatabaseLife, type Database, type Db, type Tx } from '../db/mod.ts'
import type { CatalogSnapshot } from './snapshot.ts'
import { CatalogMoments, readSnapshot, type CatalogMoment } from './snapshot-rows.ts'

/** Changes that another process makes are visible within this time. */
const FRESH_MS = 250

/** The catalog that prices an order, and the instant for which it was read. */
export interface Pricing {
  readonly snapshot: CatalogSnapshot
  /** By the process's clock; undefined if that clock differs from the database's. */
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
  /**
   * Returns the same snapshot, with the instant at which the orders that it prices are accepted.
   */
  pricing(tx: Tx): Promise<Pricing>
  /** Makes the next `current()` read again, because this process has changed the catalog. */
  changed(): void
}

export function createCatalog({ db, clock }: { db: Database; clock: Clock }): Catalog {
  const memory = new PerDatabaseLife(db, () => new Memory(clock))

  async function asOf(on: Db): Promise<CatalogSnapshot> {
    const { present } = memory
    return present.snapshotOf(on, await present.moments.read(on))
  }

  return {
    current: async () => {
      const { checked } = memory.present
      return checked.fresh ?? (await checked.read(() => asOf(db)))
    },
    asOf,
    async pricing(tx) {
      const { present } = memory
      const moment = await present.moments.read(tx)
      const snapshot = await present.snapshotOf(tx, moment)
      return { snapshot, at: clock.atDatabase?.(moment.now) }
    },
    changed: () => memory.present.checked.forget(),
  }
}

/** Cached rows of one life of the database. In the next life, an id may belong to another row. */
class Memory {
  readonly moments = new CatalogMoments()
  readonly checked: SingleFlight<CatalogSnapshot>
  /** The last snapshot read. It is valid while the database has its version. */
  #snapshot: CatalogSnapshot | undefined

  constructor(clock: Clock) {
    this.checked = new SingleFlight<CatalogSnapshot>(clock, FRESH_MS)
  }

  async snapshotOf(on: Db, moment: CatalogMoment): Promise<CatalogSnapshot> {
    const cached = this.#snapshot
    if (cached && isInForce(cached, moment)) return cached
    return (this.#snapshot = await readSnapshot(on, moment))
  }
}

function isInForce(snapshot: CatalogSnapshot, { version, now }: CatalogMoment): boolean {
  const { validFrom, validUntil } = snapshot
  return snapshot.version === version && validFrom <= now && now < validUntil
}
