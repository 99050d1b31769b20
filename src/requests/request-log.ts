import { PerDatabaseLife, sql, transact, type Database } from '../db/mod.ts'
import { addDays } from './days.ts'
import { RequestBatch } from './request-rows.ts'
import type { LoggedRequest } from './request.ts'

/** Requests that wait while the database is away, about 10 MB. Further ones are not logged. */
const WAITING_MAX = 50_000

export interface RequestLogOptions {
  readonly db: Database
  /** 0 for no log. */
  readonly requestLogDays: number
}

/**
 * The log of signed requests. They gather in memory and are written every 250 ms, so a request
 * waits for no write. A process that is killed loses the last 250 ms. While the database is away,
 * up to 50,000 requests wait.
 */
export class RequestLog {
  readonly #options: RequestLogOptions
  /** The days that have a partition. */
  readonly #days: PerDatabaseLife<Set<number>>
  /** Requests are added to the last one. */
  #batches: RequestBatch[] = []
  #waiting = 0
  #unlogged = 0

  constructor(options: RequestLogOptions) {
    this.#options = options
    this.#days = new PerDatabaseLife(options.db, () => new Set())
  }

  add(request: LoggedRequest): void {
    if (this.#options.requestLogDays === 0) return
    if (this.#waiting >= WAITING_MAX) {
      this.countUnlogged()
      return
    }
    let batch = this.#batches.at(-1)
    if (!batch?.isOpen) this.#batches.push((batch = new RequestBatch()))
    batch.add(request)
    this.#waiting += 1
  }

  /** Counts a request that is not logged. */
  countUnlogged(): void {
    this.#unlogged += 1
  }

  /** Returns the number of requests that were not logged since the process began. */
  unlogged(): number {
    return this.#unlogged
  }

  /**
   * Writes the gathered requests. If that fails, they are written with the next ones. Requests that
   * arrive meanwhile wait for the next call, so that they gather as well.
   */
  async write(): Promise<void> {
    const batches = this.#batches
    this.#batches = []
    try {
      for (let batch = batches[0]; batch; batch = batches[0]) {
        await this.#copy(batch)
        this.#waiting -= batch.size
        batches.shift()
      }
    } finally {
      this.#batches.unshift(...batches)
    }
  }

  async #copy(batch: RequestBatch): Promise<void> {
    const { db } = this.#options
    const days = this.#days.present
    const unknown = [...batch.days].filter((day) => !days.has(day))
    if (unknown.length > 0) await addDays(db, unknown)
    try {
      await transact(db, async (tx) => {
        // These rows may be lost in a crash, so their commit need not wait for a flush.
        tx.write(sql`set local synchronous_commit = off`)
        await tx.copy(batch.copied())
      })
    } catch (error) {
      // Another process may have dropped the day, because its setting keeps fewer days.
      for (const day of batch.days) days.delete(day)
      throw error
    }
    for (const day of unknown) days.add(day)
  }
}
