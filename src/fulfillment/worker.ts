import { MS_PER_SECOND, repeat, repeatInTime, type RepeatedWork, randomUUID } from '../core/mod.ts'
import { LifeHasEnded, PerDatabaseLife, transact } from '../db/mod.ts'
import type { SupplierAccount } from './account.ts'
import { releaseLeases, partnersWithWork } from './lease-rows.ts'
import { LeasedWork, type WorkerOptions } from './leased-work.ts'
import { unservedProducts, serveWaiting } from './restock.ts'
import { resolveSilent } from './silent-alerts.ts'
import { expireProbe } from './unfunded-rows.ts'
import { WorkQueue } from './work-queue.ts'

const POLL_MS = 200
const SWEEP_MS = 1_000
const FLUSH_MS = 5_000
const ALERTS_MS = 10_000
const RENEWALS_PER_LEASE = 3
/** The number of partners that are processed at once. */
const PARTNERS_MAX = 3

/**
 * Fulfills the batches of all partners, a few partners at a time. Any number of workers share the
 * work. A process without a started worker leaves its batches to the others.
 */
export class Worker {
  readonly #options: WorkerOptions
  readonly #owner = randomUUID()
  readonly #work: PerDatabaseLife<LeasedWork>
  readonly #queue: WorkQueue
  #repeated: RepeatedWork[] = []
  #isRunning = false

  constructor(workerOptions: WorkerOptions) {
    const options: WorkerOptions = {
      ...workerOptions,
      onFault(error, of) {
        // The end of a life of the database is not a fault.
        if (!(error instanceof LifeHasEnded)) workerOptions.onFault(error, of)
      },
    }
    this.#options = options
    const signals = {
      owner: this.#owner,
      wake: (partnerId: number) => this.wake(partnerId),
      restocked: (productId: number) => this.restocked(productId),
    }
    this.#work = new PerDatabaseLife(
      options.db,
      (db) => new LeasedWork({ ...options, ...signals, db }),
    )
    this.#queue = new WorkQueue(PARTNERS_MAX, (partnerId) =>
      this.#work.present.process(partnerId).catch(options.onFault),
    )
  }

  start(): void {
    const { orders, leaseSeconds } = this.#options
    const work = this.#work
    this.#isRunning = true
    const renewMs = (leaseSeconds * MS_PER_SECOND) / RENEWALS_PER_LEASE
    this.#repeat(() => this.#poll(), POLL_MS)
    this.#repeat(() => orders.sweep(), SWEEP_MS)
    this.#repeat(() => work.present.settleMissed(), SWEEP_MS)
    this.#repeat(() => this.#serveUnserved(), SWEEP_MS)
    this.#repeat(() => work.present.unfunded.sweep(), SWEEP_MS)
    this.#repeat(() => work.present.circuits.refresh(), SWEEP_MS)
    this.#repeat(() => resolveSilent(this.#options), ALERTS_MS)
    this.#repeat(() => work.present.circuits.flush(), FLUSH_MS)
    this.#repeat(() => work.present.renewLeases(), renewMs, repeatInTime)
  }

  /** Processes the due batches of a partner. */
  wake(partnerId: number): void {
    if (this.#isRunning) this.#queue.add(partnerId)
  }

  /** Gives stock of a product to the batches that wait for it. */
  async restocked(productId: number): Promise<void> {
    const { db, clock } = this.#options
    const woken = await transact(db, (tx) =>
      serveWaiting(tx, productId, { ...this.#options, now: clock.now() }),
    )
    for (const partnerId of woken) this.wake(partnerId)
  }

  /** Probes at once an account of ours whose funds have grown. */
  async supplierFunded(account: SupplierAccount): Promise<void> {
    await this.#options.db.rows(expireProbe(account))
  }

  /** Leases nothing more, finishes running work, and releases the other leases. */
  async stop(): Promise<void> {
    const { db, onFault } = this.#options
    this.#isRunning = false
    this.#work.present.beginStop()
    await Promise.all(this.#repeated.map((one) => one.stop()))
    await this.#queue.stop()
    await this.#work.present.stop()
    // If the database cannot be reached, the leases expire.
    await db.rows(releaseLeases(this.#owner)).catch(onFault)
  }

  #repeat(work: () => Promise<void> | void, pauseMs: number, repeatedly = repeat): void {
    this.#repeated.push(repeatedly(work, pauseMs, (error) => this.#options.onFault(error)))
  }

  async #poll(): Promise<void> {
    const rows = await this.#options.db.rows(partnersWithWork())
    for (const row of rows) this.wake(row.partner_id)
  }

  /** Gives stock to batches that still wait for it because a worker died. */
  async #serveUnserved(): Promise<void> {
    const { db, clock, onFault } = this.#options
    for (const productId of await unservedProducts(db, clock.now())) {
      await this.restocked(productId).catch(onFault)
    }
  }
}
