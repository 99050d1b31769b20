import { randomUUID } from 'node:crypto'
import { repeat, waitAtMost, type Repeated } from '../core/mod.ts'
import { transact } from '../db/mod.ts'
import { traced, type Tracing } from '../telemetry/mod.ts'
import type { SupplierAccount } from './account.ts'
import { requestIssue } from './request-issue.ts'
import { STOCK_WEIGHT_MAX, weightOf, type BatchOutcome, type LeasedBatch } from './batch.ts'
import { batchSpan, ordersOf, tracedBatches } from './batch-span.ts'
import { Circuits } from './circuits.ts'
import { deliver, settleDelivered, type DeliveryContext } from './deliver.ts'
import { WriteLimiter } from './write-limiter.ts'
import { leaseBatches, releaseLeases, partnersWithWork } from './lease-rows.ts'
import { Leases } from './leases.ts'
import { OPEN_ORDERS_MAX, openOrders, type OpenOrder } from './unsettled-rows.ts'
import { unservedProducts, serveWaiting } from './restock.ts'
import { returnGoods } from './return-goods.ts'
import { resolveSilent } from './silent-alerts.ts'
import { WorkQueue } from './work-queue.ts'
import { expireProbe } from './unfunded-rows.ts'
import { UnfundedAccounts } from './unfunded.ts'

export interface WorkerOptions extends DeliveryContext {
  readonly leaseSeconds: number
  readonly tracing?: Tracing | undefined
  /** True while clients of this process write: they share the processor and the database log. */
  isBusy(): boolean
  /** See `Sale`. */
  onEmptied?(): void
}

const LEASE_BATCHES_MAX = 500
/** Units leased at a time, which bounds memory, and concurrent writes of one partner. */
const LIMITS = { unitsMax: 25_000, writesMax: 3 }
const BUSY_LIMITS = { unitsMax: 2_000, writesMax: 1 }
type Limits = typeof LIMITS
/** A lease is full from this share of its units: as many batches of stock as may be leased. */
const FULL_SHARE = (LEASE_BATCHES_MAX * STOCK_WEIGHT_MAX) / LIMITS.unitsMax
/** Units of one product and partner that a slow supplier may be asked for at a time. */
const LEASED_UNITS_MAX = 100_000
/** How many partners are processed at once. */
const PARTNERS_MAX = 3
/** A supplier that takes longer does not delay its partner's next lease. */
const QUICK_CALL_MS = 50
const POLL_MS = 200
const SWEEP_MS = 1_000
const FLUSH_MS = 5_000
const ALERTS_MS = 10_000
const RENEWALS_PER_LEASE = 3
const UNSETTLED_AFTER_MS = 3_000
const FIRST_ORDER: OpenOrder = { partner_id: 0, order_no: 0n }
const STOP_WAIT_MS = 3_000
const MS_PER_SECOND = 1_000

/**
 * Fulfills the batches of all partners, a few partners at a time. Any number of workers share the
 * work. A process whose worker is not started leaves its batches to the others.
 */
export class Worker {
  readonly #options: WorkerOptions
  readonly #owner = randomUUID()
  readonly #leases = new Leases()
  readonly #underWay = new Set<Promise<void>>()
  readonly #queue: WorkQueue
  readonly #writes = new WriteLimiter()
  /** The last settlement of each partner. */
  readonly #settling = new Map<number, Promise<void>>()
  readonly #unfunded: UnfundedAccounts
  readonly #circuits: Circuits
  #repeated: Repeated[] = []
  #isRunning = false
  #hasEnded = false
  #lastRead = FIRST_ORDER

  constructor(options: WorkerOptions) {
    this.#options = options
    this.#circuits = new Circuits(options)
    this.#unfunded = new UnfundedAccounts(options)
    this.#queue = new WorkQueue(PARTNERS_MAX, (partnerId) =>
      this.#process(partnerId).catch((error: unknown) => options.onFault(error)),
    )
    options.db.life.onNew(() => {
      this.#leases.clear()
      this.#unfunded.clearCache()
      this.#circuits.clear()
      this.#lastRead = FIRST_ORDER
    })
  }

  start(): void {
    const { db, orders, leaseSeconds, onFault } = this.#options
    this.#isRunning = true
    const renewMs = (leaseSeconds * MS_PER_SECOND) / RENEWALS_PER_LEASE
    this.#repeat(() => this.#poll(), POLL_MS)
    this.#repeat(() => orders.sweep(), SWEEP_MS)
    this.#repeat(() => this.#settleMissed(), SWEEP_MS)
    this.#repeat(() => this.#serveUnserved(), SWEEP_MS)
    this.#repeat(() => this.#unfunded.sweep(), SWEEP_MS)
    this.#repeat(() => this.#circuits.refresh(), SWEEP_MS)
    this.#repeat(() => resolveSilent(this.#options), ALERTS_MS)
    this.#repeat(() => this.#circuits.flush(), FLUSH_MS)
    this.#repeat(() => this.#leases.renew(db, leaseSeconds, onFault), renewMs)
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

  /** Probes an account of ours at once that has more money than before. */
  async supplierFunded(account: SupplierAccount): Promise<void> {
    await this.#options.db.rows(expireProbe(account))
  }

  /** Leases nothing more, finishes what is under way, and releases the other leases. */
  async stop(): Promise<void> {
    this.#isRunning = false
    await Promise.all(this.#repeated.map((one) => one.stop()))
    await this.#queue.stop()
    await waitAtMost(STOP_WAIT_MS, Promise.all(this.#underWay))
    this.#hasEnded = true
    // If the database cannot be reached, the leases expire.
    await this.#options.db.rows(releaseLeases(this.#owner)).catch(this.#options.onFault)
  }

  /** Leases due batches of a partner, calls their suppliers, and delivers. */
  async #process(partnerId: number): Promise<void> {
    const { clock, leaseSeconds } = this.#options
    const begunAt = clock.monotonic()
    const limits = this.#options.isBusy() ? BUSY_LIMITS : LIMITS
    const batches = await this.#lease(partnerId, limits.unitsMax)
    if (batches.length === 0) return
    // The leases may have expired: another worker may be calling the same suppliers.
    if (clock.monotonic() - begunAt > leaseSeconds * MS_PER_SECOND) return
    this.#leases.add(partnerId, batches)
    this.wake(partnerId)
    const about = { 'tessera.partner_id': partnerId }
    const start = { ...batchSpan('fulfill batches', batches, about), isUnrelated: true }
    await traced(this.#options.tracing, start, () => this.#fulfill(partnerId, batches, limits))
  }

  async #fulfill(
    partnerId: number,
    batches: readonly LeasedBatch[],
    limits: Limits,
  ): Promise<void> {
    const returned = batches.filter((batch) => batch.takingBack)
    const ordered = batches.filter((batch) => !batch.takingBack)
    const returning = this.#track(partnerId, returned, () => this.#return(partnerId, returned))
    const calls = requestIssue({ ...this.#options, circuits: this.#circuits }, ordered)
    const quick = await settledWithin(calls, QUICK_CALL_MS)
    for (const call of calls.filter((one) => !quick.has(one))) {
      this.#awaitOnStop(call.then((outcomes) => this.#deliver(partnerId, outcomes)))
    }
    const written = this.#deliver(partnerId, [...quick.values()].flat())
    // The next lease waits for these writes, so that it is larger.
    const next = isFull(batches, limits)
      ? this.#writes.waitForRoom(partnerId, written, limits.writesMax)
      : written
    await Promise.all([returning, next])
  }

  async #lease(partnerId: number, unitsMax: number): Promise<LeasedBatch[]> {
    const { db, clock, leaseSeconds } = this.#options
    const request = {
      partnerId,
      owner: this.#owner,
      leaseSeconds,
      nowMs: clock.now(),
      busyProducts: this.#leases.busyProducts(partnerId, LEASED_UNITS_MAX),
      batchesMax: LEASE_BATCHES_MAX,
      unitsMax,
    }
    const isTracing = this.#options.tracing !== undefined
    return transact(db, async (tx) =>
      tracedBatches(tx, await tx.rows(leaseBatches(request)), { partnerId, isTracing }),
    )
  }

  #deliver(partnerId: number, outcomes: readonly BatchOutcome[]): Promise<void> {
    // The leases were released: another worker uses the same keys.
    if (this.#hasEnded) return Promise.resolve()
    const batches = outcomes.map((one) => one.batch)
    return this.#track(partnerId, batches, async () => {
      const start = batchSpan('deliver batches', batches, { 'tessera.partner_id': partnerId })
      const { issued, short } = await traced(this.#options.tracing, start, () =>
        deliver(this.#options, partnerId, outcomes),
      )
      this.#unfunded.recordIssued(issued)
      await this.#settle(partnerId, issued)
      // Some may go to another supplier.
      if (outcomes.some(({ outcome }) => outcome.outcome !== 'issued')) this.wake(partnerId)
      // Stock may have arrived between the supplier's response and the commit.
      for (const productId of short) await this.restocked(productId)
    })
  }

  /**
   * Settles orders while the next batches are leased and issued: waits for the settlement before
   * this one only. A worker that stops waits for its own.
   */
  async #settle(partnerId: number, issued: readonly LeasedBatch[]): Promise<void> {
    const last = this.#settling.get(partnerId)
    const settled = settleDelivered(this.#options, partnerId, issued)
      .catch((error: unknown) => this.#options.onFault(error))
      .finally(() => {
        if (this.#settling.get(partnerId) === settled) this.#settling.delete(partnerId)
      })
    this.#settling.set(partnerId, settled)
    this.#awaitOnStop(settled)
    await (this.#isRunning ? last : settled)
  }

  async #return(partnerId: number, batches: readonly LeasedBatch[]): Promise<void> {
    const products = await returnGoods(this.#options, partnerId, batches)
    for (const productId of products) await this.restocked(productId)
  }

  /** Runs work on leased batches. When it ends, even by an error, their leases are not renewed. */
  async #track(
    partnerId: number,
    batches: readonly LeasedBatch[],
    work: () => Promise<void>,
  ): Promise<void> {
    if (batches.length === 0) return
    const run = work()
      .catch((error: unknown) => this.#options.onFault(error, ordersOf(batches)))
      .finally(() => this.#leases.remove(partnerId, batches))
    this.#awaitOnStop(run)
    await run
  }

  #awaitOnStop(run: Promise<void>): void {
    this.#underWay.add(run)
    void run.finally(() => this.#underWay.delete(run))
  }

  #repeat(work: () => Promise<void> | void, pauseMs: number): void {
    this.#repeated.push(repeat(work, pauseMs, (error) => this.#options.onFault(error)))
  }

  async #poll(): Promise<void> {
    const rows = await this.#options.db.rows(partnersWithWork())
    for (const row of rows) this.wake(row.partner_id)
  }

  /** Settles orders whose worker ended after the delivery. */
  async #settleMissed(): Promise<void> {
    const { db, orders, clock, onFault } = this.#options
    const open = await db.rows(openOrders(this.#lastRead, clock.now() - UNSETTLED_AFTER_MS))
    this.#lastRead = (open.length === OPEN_ORDERS_MAX && open.at(-1)) || FIRST_ORDER
    for (const row of open.filter((one) => one.is_unsettled)) {
      await orders.settle(row.partner_id, [Number(row.order_no)]).catch(onFault)
    }
  }

  /** Gives stock to batches that wait although there is some, because a worker ended. */
  async #serveUnserved(): Promise<void> {
    const { db, clock, onFault } = this.#options
    for (const productId of await unservedProducts(db, clock.now())) {
      await this.restocked(productId).catch(onFault)
    }
  }
}

function isFull(batches: readonly LeasedBatch[], { unitsMax }: Limits): boolean {
  return batches.reduce((sum, batch) => sum + weightOf(batch), 0) >= unitsMax * FULL_SHARE
}

/** Returns the outcomes of the calls that end in time. */
async function settledWithin(
  calls: readonly Promise<BatchOutcome[]>[],
  waitMs: number,
): Promise<Map<Promise<BatchOutcome[]>, BatchOutcome[]>> {
  const settled = new Map<Promise<BatchOutcome[]>, BatchOutcome[]>()
  const all = calls.map(async (call) => {
    settled.set(call, await call)
  })
  await waitAtMost(waitMs, Promise.all(all))
  return new Map(settled)
}
