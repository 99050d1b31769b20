import { MS_PER_SECOND, waitAtMost } from '../core/mod.ts'
import { transact } from '../db/mod.ts'
import { traced, type Tracing } from '../telemetry/mod.ts'
import { STOCK_WEIGHT_MAX, weightOf, type BatchOutcome, type LeasedBatch } from './batch.ts'
import { batchSpan, ordersOf, tracedBatches } from './batch-span.ts'
import { Circuits } from './circuits.ts'
import { deliver, settleDelivered, type DeliveryContext } from './deliver.ts'
import { leaseBatches } from './lease-rows.ts'
import { Leases } from './leases.ts'
import { requestIssue } from './request-issue.ts'
import { returnGoods } from './return-goods.ts'
import { OPEN_ORDERS_MAX, openOrders, type OpenOrder } from './unsettled-rows.ts'
import { UnfundedAccounts } from './unfunded.ts'
import { WriteLimiter } from './write-limiter.ts'

const LEASE_BATCHES_MAX = 500
/**
 * `unitsMax` bounds the units leased at a time, and so the memory; `writesMax` the concurrent
 * writes of one partner.
 */
const LIMITS = { unitsMax: 25_000, writesMax: 3 }
const BUSY_LIMITS = { unitsMax: 2_000, writesMax: 1 }
type Limits = typeof LIMITS
/**
 * A lease counts as full from this share of its units on. LEASE_BATCHES_MAX batches from stock make
 * up this share.
 */
const FULL_SHARE = (LEASE_BATCHES_MAX * STOCK_WEIGHT_MAX) / LIMITS.unitsMax
/**
 * The most leased units of a partner and product. A slow supplier reaches it.
 */
const LEASED_UNITS_MAX = 100_000
/** If a call takes longer, the partner's next lease does not wait for it. */
const QUICK_CALL_MS = 50
const UNSETTLED_AFTER_MS = 3_000
const FIRST_ORDER: OpenOrder = { partner_id: 0, order_no: 0n }
const STOP_WAIT_MS = 3_000

export interface WorkerOptions extends DeliveryContext {
  readonly leaseSeconds: number
  readonly tracing?: Tracing | undefined
  /** True while clients of this process write: they share the processor and the database log. */
  isBusy(): boolean
  /** See `Sale`. */
  onEmptied?(): void
}

export interface LeasedWorkOptions extends WorkerOptions {
  /** Names the worker in its leases. */
  readonly owner: string
  /** Processes the due batches of a partner. */
  wake(partnerId: number): void
  /** Gives stock of a product to the batches that wait for it. */
  restocked(productId: number): Promise<void>
}

/**
 * The leases, supplier responses and caches of a worker in one life of the database: see
 * `PerDatabaseLife`. Responses from an earlier life are not written, because the database may have
 * lost what the supplier wrote along with them. When the leases have expired, the suppliers are
 * called again under the same keys.
 */
export class LeasedWork {
  readonly #options: LeasedWorkOptions
  readonly #leases = new Leases()
  readonly #underWay = new Set<Promise<void>>()
  readonly #writes = new WriteLimiter()
  /** The last settlement of each partner. */
  readonly #settling = new Map<number, Promise<void>>()
  #isStopping = false
  #hasEnded = false
  #lastRead = FIRST_ORDER
  readonly unfunded: UnfundedAccounts
  readonly circuits: Circuits

  constructor(options: LeasedWorkOptions) {
    this.#options = options
    this.circuits = new Circuits(options)
    this.unfunded = new UnfundedAccounts(options)
  }

  renewLeases(): void {
    const { db, leaseSeconds, onFault } = this.#options
    this.#leases.renew(db, leaseSeconds, onFault)
  }

  /** Settles orders whose worker died after the delivery. */
  async settleMissed(): Promise<void> {
    const { db, orders, clock, onFault } = this.#options
    const open = await db.rows(openOrders(this.#lastRead, clock.now() - UNSETTLED_AFTER_MS))
    this.#lastRead = (open.length === OPEN_ORDERS_MAX && open.at(-1)) || FIRST_ORDER
    for (const row of open.filter((one) => one.is_unsettled)) {
      await orders.settle(row.partner_id, [Number(row.order_no)]).catch(onFault)
    }
  }

  /** From now on, each order is settled as soon as its own batches are delivered. */
  beginStop(): void {
    this.#isStopping = true
  }

  /** Waits a while for running work. Delivers nothing afterwards. */
  async stop(): Promise<void> {
    await waitAtMost(STOP_WAIT_MS, Promise.all(this.#underWay))
    this.#hasEnded = true
  }

  /** Leases due batches of a partner, calls their suppliers, and delivers. */
  async process(partnerId: number): Promise<void> {
    const { clock, leaseSeconds } = this.#options
    const begunAt = clock.monotonic()
    const limits = this.#options.isBusy() ? BUSY_LIMITS : LIMITS
    const batches = await this.#lease(partnerId, limits.unitsMax)
    if (batches.length === 0) return
    // The leases may have expired: another worker may be calling the same suppliers.
    if (clock.monotonic() - begunAt > leaseSeconds * MS_PER_SECOND) return
    this.#leases.add(partnerId, batches)
    this.#options.wake(partnerId)
    const about = { 'tessera.partner_id': partnerId }
    const start = { ...batchSpan('fulfill batches', batches, about), isUnrelated: true }
    await traced(this.#options.tracing, start, () => this.#fulfill(partnerId, batches, limits))
  }

  async #fulfill(
    partnerId: number,
    batches: readonly LeasedBatch[],
    limits: Limits,
  ): Promise<void> {
    const returned = batches.filter((batch) => batch.isTakenBack)
    const ordered = batches.filter((batch) => !batch.isTakenBack)
    const returning = this.#track(partnerId, returned, () => this.#return(partnerId, returned))
    const calls = requestIssue({ ...this.#options, circuits: this.circuits }, ordered)
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
      owner: this.#options.owner,
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
      this.unfunded.recordIssued(issued)
      await this.#settle(partnerId, issued)
      // Some batches may go to another supplier.
      if (outcomes.some(({ outcome }) => outcome.outcome !== 'issued'))
        this.#options.wake(partnerId)
      // Stock may have arrived between the supplier's response and the commit.
      for (const productId of short) await this.#options.restocked(productId)
    })
  }

  /**
   * Settles orders while the next batches are leased and issued: waits only for the previous
   * settlement. If the worker is stopping, waits for this settlement instead.
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
    await (this.#isStopping ? settled : last)
  }

  async #return(partnerId: number, batches: readonly LeasedBatch[]): Promise<void> {
    const products = await returnGoods(this.#options, partnerId, batches)
    for (const productId of products) await this.#options.restocked(productId)
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
