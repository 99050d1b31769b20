import type { Catalog } from '../catalog/mod.ts'
import type { Clock } from '../core/mod.ts'
import type { Database } from '../db/mod.ts'
import type { Ledger } from '../ledger/mod.ts'
import type { SupplierRegistry } from '../supply/mod.ts'
import type { Vault } from '../vault/mod.ts'
import type { DemoStandIns } from './stand-ins.ts'

/** The services that seeding the demo needs. */
export interface DemoContext {
  readonly db: Database
  readonly vault: Vault
  readonly ledger: Ledger
  readonly clock: Clock
  readonly catalog: Catalog
  readonly suppliers: Pick<SupplierRegistry, 'types'>
  readonly dataDir: string
  /** The URL of the partners' API, or undefined if this process does not serve it. */
  readonly url: string | undefined
  /** The URL at which the service buys from itself, if it is not `url`. */
  readonly sellerUrl?: string
  readonly adminToken: string
  /** The stand-ins that some products are bought at. Without them, these products are left out. */
  readonly standIns?: DemoStandIns | undefined
}
