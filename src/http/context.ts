import type { Catalog } from '../catalog/mod.ts'
import type { Contents } from '../content/mod.ts'
import type { Config } from '../settings/mod.ts'
import type { Clock, SingleFlight } from '../core/mod.ts'
import type { Database, PerDatabaseLife } from '../db/mod.ts'
import type { EventFeed } from '../events/mod.ts'
import type { OidcClient } from '../identity/mod.ts'
import type { SoldOut } from '../inventory/mod.ts'
import type { Ledger, VerificationRow, Verifications } from '../ledger/mod.ts'
import type { ReadFromSns } from '../mail/mod.ts'
import type { Orders } from '../orders/mod.ts'
import type { CredentialStore, CredentialUses } from '../partners/mod.ts'
import type { HourOfActivity, HourOfMargin, Overview } from '../reports/mod.ts'
import type { RequestLog } from '../requests/mod.ts'
import type { SupplierRegistry } from '../supply/mod.ts'
import type { Tracing } from '../telemetry/mod.ts'
import type { Vault } from '../vault/mod.ts'
import type { WebhookSender } from '../webhooks/mod.ts'
import type { ClientWrites } from './limits/client-writes.ts'
import type { EnteredCodes } from './limits/entered-codes.ts'
import type { CodeGuesses } from './limits/code-guesses.ts'
import type { LiveChanges } from './responses/live-changes.ts'
import type { Log } from './observability/log.ts'
import type { Metrics } from './observability/metrics.ts'
import type { OpenStreams } from './responses/open-streams.ts'
import type { RateLimiter } from './limits/rate-limit.ts'
import type { Readiness, Unready } from './readiness.ts'
import type { CatalogPages } from './catalog/catalog-pages.ts'

/** The services that routes use. `service.ts` creates them. */
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
  readonly credentialUses: CredentialUses
  /** The credentials of merchants. */
  readonly merchantCredentials: CredentialStore
  readonly requestLog: RequestLog
  readonly eventFeed: EventFeed
  readonly webhookSender: WebhookSender
  /** Reads certificates and confirms subscriptions at Amazon SNS. */
  readonly readFromSns: ReadFromSns
  /** Undefined if the process records no spans. */
  readonly tracing: Tracing | undefined
  /** Undefined if no OpenID Connect provider is set. */
  readonly oidc: OidcClient | undefined
  readonly catalog: Catalog
  readonly contents: Contents
  readonly orders: Orders
  readonly suppliers: SupplierRegistry
  /** Tells this process's worker, if it has one, that the partner has new work. */
  wake(partnerId: number): void
  /** Wakes this process's webhook worker, if it has one. */
  wakeWebhooks(partnerId: number): void
  /** Serves the orders that wait for stock of this product. */
  restocked(productId: number): Promise<void>
  /** Returns the reason why this process must not serve, if it knows one. */
  findFault(): Unready | undefined
  /** Returns the number of unfinished batches by status. */
  countBatches(): Promise<ReadonlyMap<string, number>>
}

/** The data of the console's overview, at an instant. */
export interface Standing {
  readonly at: number
  readonly overview: Overview
  readonly openAlerts: number
  readonly lastVerification: VerificationRow | undefined
}

/** The services, and what the requests of one server share. */
export interface Context extends Services {
  readonly polls: RateLimiter
  /** Counts codes that name no card. */
  readonly codeGuesses: CodeGuesses
  /** Counts the codes of links and wallets that people enter. */
  readonly enteredCodes: EnteredCodes
  readonly openStreams: OpenStreams
  readonly catalogPages: CatalogPages
  /** The overview of the console, shared by concurrent readers. */
  readonly overview: SingleFlight<Standing>
  /** The completed orders of each hour. */
  readonly activity: PerDatabaseLife<SingleFlight<readonly HourOfActivity[]>>
  /** The margin of each hour. */
  readonly marginOfDay: PerDatabaseLife<SingleFlight<readonly HourOfMargin[]>>
  /** Changes of the database, polled once for all open pages. */
  readonly liveChanges: LiveChanges
  readonly readiness: Readiness
  /** Returns the scheme and host of links for programs, without a trailing slash. */
  apiUrl(): string
  /** Returns the base of pages that browsers open, with `localhost` for a loopback address. */
  baseUrl(): string
  /** Returns the base of the addresses of links; undefined if no process serves their pages. */
  claimUrl(): string | undefined
  /** Returns the address of the console and of the paths for operators. */
  operatorUrl(): string
  isDraining(): boolean
  /** True while the process drains, or is about to. */
  isLeaving(): boolean
}
