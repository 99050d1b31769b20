import { MS_PER_SECOND } from '../core/mod.ts'
import { transact, type Database } from '../db/mod.ts'
import {
  leaseEndpointsOf,
  leaseWaitingEndpoints,
  somethingToLease,
  type LeasedRow,
} from './lease-rows.ts'

export interface LeasePollOptions {
  readonly db: Database
  readonly leaseSeconds: number
}

/** The interval of polls, which lease the endpoints that no wake signal has named. */
const POLL_MS = 1_000
/**
 * A poll looks back this far beyond the last one, because transactions of the relay may take this
 * long.
 */
const RELAY_SECONDS_MAX = 10

/** Leases endpoints with events to send: at once after a wake signal, others by polls. */
export class LeasePoll {
  readonly #options: LeasePollOptions
  #woken = new Set<number>()
  #polledAt = -Infinity
  /** The start of the last poll that leased all endpoints with events to send. */
  #polledAllAt: number | undefined

  constructor(options: LeasePollOptions) {
    this.#options = options
  }

  wake(partnerIds: Iterable<number>): void {
    for (const partnerId of partnerIds) this.#woken.add(partnerId)
  }

  isWoken(partnerId: number): boolean {
    return this.#woken.has(partnerId)
  }

  /** Returns the milliseconds until the next lease, unless a wake signal comes. */
  restMs(monotonic: number): number {
    return this.#woken.size > 0 ? 0 : Math.max(0, this.#polledAt + POLL_MS - monotonic)
  }

  /** Leases up to `limit` endpoints. The other endpoints are leased later. */
  async lease(limit: number, at: { now: number; monotonic: number }): Promise<LeasedRow[]> {
    const isDue = at.monotonic - this.#polledAt >= POLL_MS
    if (limit <= 0 || (!isDue && this.#woken.size === 0)) return []
    return isDue ? await this.#poll(limit, at) : await this.#leaseWoken(limit, at.now)
  }

  async #poll(
    limit: number,
    { now, monotonic }: { now: number; monotonic: number },
  ): Promise<LeasedRow[]> {
    const { db, leaseSeconds } = this.#options
    const seconds = this.#unpolledSeconds(monotonic)
    this.#polledAt = monotonic
    const terms = { limit, leaseSeconds, now }
    const isAnyWaiting = (await db.rows(somethingToLease(seconds, terms))).length > 0
    const rows = isAnyWaiting
      ? await transact(db, (tx) => tx.rows(leaseWaitingEndpoints(seconds, terms)))
      : []
    if (rows.length < limit) this.#polledAllAt = monotonic
    return rows
  }

  /** Returns the seconds that a poll looks back; undefined: from the beginning. */
  #unpolledSeconds(monotonic: number): number | undefined {
    if (this.#polledAllAt === undefined) return undefined
    return (monotonic - this.#polledAllAt) / MS_PER_SECOND + RELAY_SECONDS_MAX
  }

  async #leaseWoken(limit: number, now: number): Promise<LeasedRow[]> {
    const { db, leaseSeconds } = this.#options
    const woken = this.#woken
    this.#woken = new Set()
    const terms = { limit, leaseSeconds, now }
    const rows = await transact(db, (tx) => tx.rows(leaseEndpointsOf([...woken], terms)))
    if (rows.length === limit) this.wake(woken)
    return rows
  }
}
