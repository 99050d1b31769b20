import { repeat, type Repeated } from '../core/mod.ts'
import { sql, transact, type Database } from '../db/mod.ts'
import { addDays, startOfDay } from './days.ts'
import { arrivalOf } from './request-id.ts'
import { copiedRequests } from './request-rows.ts'
import type { LoggedRequest } from './request.ts'

const WRITE_MS = 250
/** A small COPY, so that building it does not hold up the requests of its time. */
const COPIED_MAX = 1_000
/** Requests that wait while the database is away, about 20 MB. Further ones are not logged. */
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
  readonly #known = new Set<number>()
  #waiting: LoggedRequest[] = []
  #unlogged = 0

  constructor(options: RequestLogOptions) {
    this.#options = options
    options.db.life.onNew(() => this.#known.clear())
  }

  note(request: LoggedRequest): void {
    if (this.#options.requestLogDays === 0) return
    if (this.#waiting.length < WAITING_MAX) this.#waiting.push(request)
    else this.leaveOut()
  }

  /** Counts a request that is not logged. */
  leaveOut(): void {
    this.#unlogged += 1
  }

  /** Returns how many requests were not logged since the process began. */
  unlogged(): number {
    return this.#unlogged
  }

  /** Writes what has gathered. If that fails, it is written with the next requests. */
  async write(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.slice(0, COPIED_MAX)
      await this.#copy(batch)
      this.#waiting = this.#waiting.slice(batch.length)
    }
  }

  /** Writes until it is stopped, and then what is left. */
  keepWritten(onFault: (error: unknown) => void): Repeated {
    const writing = repeat(() => this.write(), WRITE_MS, onFault)
    return {
      stop: async () => {
        await writing.stop()
        await this.write().catch(onFault)
      },
    }
  }

  async #copy(batch: readonly LoggedRequest[]): Promise<void> {
    const { db } = this.#options
    const days = new Set(batch.map(({ requestId }) => startOfDay(arrivalOf(requestId) ?? 0)))
    const unknown = [...days].filter((day) => !this.#known.has(day))
    if (unknown.length > 0) await addDays(db, unknown)
    try {
      await transact(db, async (tx) => {
        // Nothing was promised about these rows, so the ledger's commits need not flush with them.
        tx.write(sql`set local synchronous_commit = off`)
        await tx.copy(copiedRequests(batch))
      })
    } catch (error) {
      // Another process may have dropped the day, because its setting keeps fewer.
      for (const day of days) this.#known.delete(day)
      throw error
    }
    for (const day of unknown) this.#known.add(day)
  }
}
