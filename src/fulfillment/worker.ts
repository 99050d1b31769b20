import { setTimeout as pause } from 'node:timers/promises'
import { randomUUID } from 'node:crypto'
import { repeat, type Repeated } from '../core/mod.ts'
import { transact } from '../db/mod.ts'
import type { SupplierAccount } from './account.ts'
import { askSuppliers } from './ask-suppliers.ts'
import { STOCK_WEIGHT_MAX, toLeased, weightOf, type Answered, type LeasedBatch } from './batch.ts'
import { Circuits } from './circuits.ts'
import { deliver, settleWhole, type DeliveryContext } from './deliver.ts'
import { FullTurns } from './full-turns.ts'
import { claimBatches, giveBackLeases, partnersWithWork } from './lease-rows.ts'
import { Leases } from './leases.ts'
import { OPEN_ORDERS_MAX, openOrders, type OpenOrder } from './unsettled-rows.ts'
import { neglectedProducts, serveWaiting } from './restock.ts'
import { returnGoods } from './return-goods.ts'
import { resolveSilent } from './silent-alerts.ts'
import { Turns } from './turns.ts'
import { expireProbe } from './unfunded-rows.ts'
import { UnfundedAccounts } from './unfunded.ts'

export interface WorkerOptions extends DeliveryContext {
  readonly leaseSeconds: number
  /** Whether clients of this process write just now: they wait for what a turn takes as well. */
  isBusy(): boolean
  /** See `Sale`. */
  onEmptied?(): void
}

const CLAIM_BATCHES_MAX = 500
/** What is claimed at a time, and so takes memory; how many turns of a partner go on at once. */
const TURN = { unitsMax: 25_000, fullTurnsMax: 3 }
/** While others wait for the processor and for the database's log, which are shared with a turn. */
const SMALL_TURN = { unitsMax: 2_000, fullTurnsMax: 1 }
type Turn = typeof TURN
/** Of a turn's units: what the most batches of stock that are claimed at a time weigh. */
const FULL_SHARE = (CLAIM_BATCHES_MAX * STOCK_WEIGHT_MAX) / TURN.unitsMax
/** Units of one product and partner that a slow supplier may be asked for at a time. */
const LEASED_UNITS_MAX = 100_000
/** How many partners are served at once. */
const TURNS_MAX = 3
/** A supplier that takes longer no longer holds up its partner's next turn. */
const TURN_WAIT_MS = 50
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
 * Fulfils the batches of all partners, each partner in turn, beside any number of workers like it.
 * A process whose worker is not started only leaves work in the table, for others to find.
 */
export class Worker {
  readonly #options: WorkerOptions
  readonly #owner = randomUUID()
  readonly #leases = new Leases()
  readonly #underWay = new Set<Promise<void>>()
  readonly #turns: Turns
  readonly #fullTurns = new FullTurns()
  /** The settlement of each partner's last turn. */
  readonly #settling = new Map<number, Promise<void>>()
  readonly #unfunded: UnfundedAccounts
  readonly #circuits: Circuits
  #repeated: Repeated[] = []
  #works = false
  #hasEnded = false
  #lookedAt = FIRST_ORDER

  constructor(options: WorkerOptions) {
    this.#options = options
    this.#circuits = new Circuits(options)
    this.#unfunded = new UnfundedAccounts(options)
    this.#turns = new Turns(TURNS_MAX, (partnerId) =>
      this.#serve(partnerId).catch((error: unknown) => options.onFault(error)),
    )
    options.db.life.onNew(() => {
      this.#leases.clear()
      this.#unfunded.clearCache()
      this.#circuits.clear()
      this.#lookedAt = FIRST_ORDER
    })
  }

  start(): void {
    const { db, orders, leaseSeconds, onFault } = this.#options
    this.#works = true
    const renewMs = (leaseSeconds * MS_PER_SECOND) / RENEWALS_PER_LEASE
    this.#repeat(() => this.#poll(), POLL_MS)
    this.#repeat(() => orders.sweep(), SWEEP_MS)
    this.#repeat(() => this.#settleMissed(), SWEEP_MS)
    this.#repeat(() => this.#serveNeglected(), SWEEP_MS)
    this.#repeat(() => this.#unfunded.sweep(), SWEEP_MS)
    this.#repeat(() => this.#circuits.refresh(), SWEEP_MS)
    this.#repeat(() => resolveSilent(this.#options), ALERTS_MS)
    this.#repeat(() => this.#circuits.flush(), FLUSH_MS)
    this.#repeat(() => this.#leases.renew(db, leaseSeconds, onFault), renewMs)
  }

  /** This partner has fresh work. */
  wake(partnerId: number): void {
    if (this.#works) this.#turns.want(partnerId)
  }

  /** There may be stock of this product: whoever waits for it is served. */
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

  /** Takes nothing new, ends what is under way, and gives the rest of its leases back. */
  async stop(): Promise<void> {
    this.#works = false
    await Promise.all(this.#repeated.map((one) => one.stop()))
    await this.#turns.stop()
    await Promise.race([
      Promise.all(this.#underWay),
      pause(STOP_WAIT_MS, undefined, { ref: false }),
    ])
    this.#hasEnded = true
    // Where the database is away they end by themselves.
    await this.#options.db.rows(giveBackLeases(this.#owner)).catch(this.#options.onFault)
  }

  /** One turn of a partner: claim, ask, deliver. */
  async #serve(partnerId: number): Promise<void> {
    const { clock, leaseSeconds } = this.#options
    const begunAt = clock.monotonic()
    const turn = this.#options.isBusy() ? SMALL_TURN : TURN
    const batches = await this.#claim(partnerId, turn.unitsMax)
    if (batches.length === 0) return
    // Held up for so long, another has them by now: nobody may be asked twice at once.
    if (clock.monotonic() - begunAt > leaseSeconds * MS_PER_SECOND) return
    this.#leases.add(partnerId, batches)
    this.wake(partnerId)
    const returned = batches.filter((batch) => batch.takingBack)
    const ordered = batches.filter((batch) => !batch.takingBack)
    const taken = this.#track(partnerId, returned, () => this.#takeBack(partnerId, returned))
    const calls = askSuppliers({ ...this.#options, circuits: this.#circuits }, ordered)
    const quick = await answeredWithin(calls, TURN_WAIT_MS)
    for (const call of calls.filter((one) => !quick.has(one))) {
      this.#awaitOnStop(call.then((answered) => this.#finish(partnerId, answered)))
    }
    const written = this.#finish(partnerId, [...quick.values()].flat())
    // The next turn waits for these writes, so that it gathers more.
    const next = isFull(batches, turn)
      ? this.#fullTurns.roomForMore(partnerId, written, turn.fullTurnsMax)
      : written
    await Promise.all([taken, next])
  }

  async #claim(partnerId: number, unitsMax: number): Promise<LeasedBatch[]> {
    const { db, clock, leaseSeconds } = this.#options
    const claim = {
      partnerId,
      owner: this.#owner,
      leaseSeconds,
      nowMs: clock.now(),
      busyProducts: this.#leases.busyProducts(partnerId, LEASED_UNITS_MAX),
      batchesMax: CLAIM_BATCHES_MAX,
      unitsMax,
    }
    const rows = await transact(db, (tx) => tx.rows(claimBatches(claim)))
    return rows.map((row) => toLeased(partnerId, row))
  }

  #finish(partnerId: number, answered: readonly Answered[]): Promise<void> {
    // Too late: the leases were given back, and another worker asks under the same keys.
    if (this.#hasEnded) return Promise.resolve()
    const batches = answered.map((one) => one.batch)
    return this.#track(partnerId, batches, async () => {
      const { issued, short } = await deliver(this.#options, partnerId, answered)
      this.#unfunded.recordIssued(issued)
      await this.#settle(partnerId, issued)
      // Some may go on to another supplier.
      if (answered.some(({ outcome }) => outcome.outcome !== 'issued')) this.wake(partnerId)
      // Stock may have arrived after the supplier said no and before the batch was seen to wait.
      for (const productId of short) await this.restocked(productId)
    })
  }

  /**
   * The next turn need not wait for the book: it is claimed and issued while this one's orders are
   * settled, and then waits for those. Whoever stops waits for its own.
   */
  async #settle(partnerId: number, issued: readonly LeasedBatch[]): Promise<void> {
    const last = this.#settling.get(partnerId)
    const settled = settleWhole(this.#options, partnerId, issued)
      .catch((error: unknown) => this.#options.onFault(error))
      .finally(() => {
        if (this.#settling.get(partnerId) === settled) this.#settling.delete(partnerId)
      })
    this.#settling.set(partnerId, settled)
    this.#awaitOnStop(settled)
    await (this.#works ? last : settled)
  }

  async #takeBack(partnerId: number, batches: readonly LeasedBatch[]): Promise<void> {
    const products = await returnGoods(this.#options, partnerId, batches)
    for (const productId of products) await this.restocked(productId)
  }

  /** Works on leased batches; whatever comes of it, their leases are no longer renewed. */
  async #track(
    partnerId: number,
    batches: readonly LeasedBatch[],
    work: () => Promise<void>,
  ): Promise<void> {
    if (batches.length === 0) return
    const run = work()
      .catch((error: unknown) => this.#options.onFault(error))
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

  /** Orders that were delivered whole by a worker that ended before it could settle them. */
  async #settleMissed(): Promise<void> {
    const { db, orders, clock, onFault } = this.#options
    const open = await db.rows(openOrders(this.#lookedAt, clock.now() - UNSETTLED_AFTER_MS))
    this.#lookedAt = (open.length === OPEN_ORDERS_MAX && open.at(-1)) || FIRST_ORDER
    for (const row of open.filter((one) => one.is_unsettled)) {
      await orders.settle(row.partner_id, [Number(row.order_no)]).catch(onFault)
    }
  }

  /** Stock that a worker was to give to those that wait, when it ended or was overtaken. */
  async #serveNeglected(): Promise<void> {
    const { db, clock, onFault } = this.#options
    for (const productId of await neglectedProducts(db, clock.now())) {
      await this.restocked(productId).catch(onFault)
    }
  }
}

function isFull(batches: readonly LeasedBatch[], { unitsMax }: Turn): boolean {
  return batches.reduce((sum, batch) => sum + weightOf(batch), 0) >= unitsMax * FULL_SHARE
}

/** What those calls answered that did so in time. */
async function answeredWithin(
  calls: readonly Promise<Answered[]>[],
  waitMs: number,
): Promise<Map<Promise<Answered[]>, Answered[]>> {
  const answered = new Map<Promise<Answered[]>, Answered[]>()
  const all = calls.map(async (call) => {
    answered.set(call, await call)
  })
  await Promise.race([Promise.all(all), pause(waitMs, undefined, { ref: false })])
  return new Map(answered)
}
