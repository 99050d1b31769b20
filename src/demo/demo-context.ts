import type { Catalog } from '../catalog/mod.ts'
import type { Clock } from '../core/mod.ts'
import type { Database } from '../db/mod.ts'
import type { Ledger } from '../ledger/mod.ts'
import type { Vault } from '../vault/mod.ts'

/** The parts of a running service that the demo is seeded through. */
export interface DemoContext {
  readonly db: Database
  readonly vault: Vault
  readonly ledger: Ledger
  readonly clock: Clock
  readonly catalog: Catalog
  readonly dataDir: string
  /** Where the service answers partners; undefined where this process does not. */
  readonly url: string | undefined
  readonly adminToken: string
}
