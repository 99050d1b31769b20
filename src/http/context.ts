import type { Catalog, SupplierTypes } from '../catalog/mod.ts'
import type { Config } from '../config.ts'
import type { Clock } from '../core/mod.ts'
import type { Database } from '../db/mod.ts'
import type { SoldOut } from '../inventory/mod.ts'
import type { Ledger, Verifications } from '../ledger/mod.ts'
import type { Orders } from '../orders/mod.ts'
import type { CredentialStore } from '../partners/mod.ts'
import type { Vault } from '../vault/mod.ts'
import type { ClientWrites } from './client-writes.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import type { OpenStreams } from './open-streams.ts'
import type { RateLimiter } from './rate-limit.ts'
import type { Readiness, Unready } from './readiness.ts'
import type { CatalogPages } from './v2/catalog-pages.ts'

/** What routes work with; the composition root makes it. */
export interface Services {
  readonly config: Config
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
  readonly db: Database
  readonly ledger: Ledger
  readonly verifications: Verifications
  readonly clientWrites: ClientWrites
  readonly vault: Vault
  readonly soldOut: SoldOut
  readonly credentials: CredentialStore
  readonly catalog: Catalog
  readonly orders: Orders
  /** The suppliers that a product may name, and what each can issue. */
  readonly suppliers: SupplierTypes
  /** Wakes this process's worker, if it has one: the partner has new work. */
  wake(partnerId: number): void
  /** There may be stock of this product for those that wait for it. */
  restocked(productId: number): Promise<void>
  /** Why this process must not serve, as far as it has found out itself. */
  findFault(): Unready | undefined
  /** Batches that are not completed, by their status. */
  countBatches(): Promise<ReadonlyMap<string, number>>
}

/** The services, and what requests of one server share. */
export interface Context extends Services {
  readonly polls: RateLimiter
  readonly openStreams: OpenStreams
  readonly catalogPages: CatalogPages
  readonly readiness: Readiness
  /** Base of the links in answers: scheme and host, without a slash at its end. */
  baseUrl(): string
  isDraining(): boolean
}
