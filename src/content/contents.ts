import { SingleFlight, type Clock } from '../core/mod.ts'
import { PerDatabaseLife, type Database } from '../db/mod.ts'
import type { ProductContent } from './content.ts'
import { readContents, readContentVersion } from './content-rows.ts'

/** Changes that another process makes are visible within this time. */
const FRESH_MS = 250

/** The contents of all products at one version. Immutable. */
export interface ContentSnapshot {
  readonly version: bigint
  /** By productId. */
  readonly contents: ReadonlyMap<number, ProductContent>
}

/** The cached contents of this process, read at the first use. */
export interface Contents {
  /** Returns contents that are at most FRESH_MS old. */
  current(): Promise<ContentSnapshot>
  /** Makes the next `current()` read the database, because this process changed the contents. */
  changed(): void
}

export function createContents({ db, clock }: { db: Database; clock: Clock }): Contents {
  // A database that is restored from a backup may use these versions for other contents.
  const memory = new PerDatabaseLife(db, () => new SingleFlight<ContentSnapshot>(clock, FRESH_MS))

  async function read(before: ContentSnapshot | undefined): Promise<ContentSnapshot> {
    // The version is read before the rows. Rows newer than it are read again at the next version.
    const version = await readContentVersion(db)
    if (before?.version === version) return before
    return { version, contents: await readContents(db) }
  }

  return {
    current: async () => {
      const { present } = memory
      return present.fresh ?? (await present.read(() => read(present.last)))
    },
    changed: () => memory.present.forget(),
  }
}
