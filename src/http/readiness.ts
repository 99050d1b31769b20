import type { Clock } from '../core/mod.ts'
import { sql, type Db } from '../db/mod.ts'

/** The reason why no requests should be sent to this process. */
export interface Unready {
  readonly status: string
  /** The fault, in one line for the operator. */
  readonly reason?: string
}

/** Checks whether requests may be sent to this process. */
export interface Readiness {
  /** Returns undefined if it is ready. */
  check(): Promise<Unready | undefined>
}

export interface ReadinessOptions {
  readonly db: Db
  readonly clock: Clock
  /** Returns another reason why this process must not serve. */
  findFault(): Unready | undefined
}

const FRESH_MS = 1_000
const RESPONSE_MS_MAX = 2_000
const DATABASE_AWAY: Unready = { status: 'database unavailable' }

/** Checks the database, single-flight, and reuses the last result while it is fresh. */
export function createReadiness({ db, clock, findFault }: ReadinessOptions): Readiness {
  let readAt = -Infinity
  let running: Promise<boolean> | undefined

  async function queryDatabase(): Promise<boolean> {
    try {
      await db.rows(sql`select 1`)
      readAt = clock.monotonic()
      return true
    } catch {
      return false
    } finally {
      running = undefined
    }
  }

  return {
    async check() {
      const isFresh = clock.monotonic() - readAt < FRESH_MS
      if (!isFresh) {
        running ??= queryDatabase()
        if (!(await Promise.race([running, timeOut()]))) return DATABASE_AWAY
      }
      return findFault()
    },
  }
}

function timeOut(): Promise<boolean> {
  return new Promise((resolve) => {
    setTimeout(resolve, RESPONSE_MS_MAX, false).unref()
  })
}
