import type { Clock } from '../core/mod.ts'
import { sql, type Db } from '../db/mod.ts'

/** Why no requests should be sent to this process. */
export interface Unready {
  readonly status: string
  /** What is wrong, in one line for the operator. */
  readonly reason?: string
}

/** Whether requests may be sent to this process. */
export interface Readiness {
  /** Returns undefined if it is ready. */
  check(): Promise<Unready | undefined>
}

export interface ReadinessOptions {
  readonly db: Db
  readonly clock: Clock
  /** What else this process has found that it must not serve with. */
  findFault(): Unready | undefined
}

const FRESH_MS = 1_000
const ANSWER_MS_MAX = 2_000
const DATABASE_AWAY: Unready = { status: 'database unavailable' }

/** Asks the database at most once at a time, and not again while its last answer is fresh. */
export function createReadiness({ db, clock, findFault }: ReadinessOptions): Readiness {
  let answeredAt = -Infinity
  let asking: Promise<boolean> | undefined

  async function ask(): Promise<boolean> {
    try {
      await db.rows(sql`select 1`)
      answeredAt = clock.monotonic()
      return true
    } catch {
      return false
    } finally {
      asking = undefined
    }
  }

  return {
    async check() {
      const isFresh = clock.monotonic() - answeredAt < FRESH_MS
      if (!isFresh) {
        asking ??= ask()
        if (!(await Promise.race([asking, noAnswer()]))) return DATABASE_AWAY
      }
      return findFault()
    },
  }
}

function noAnswer(): Promise<boolean> {
  return new Promise((resolve) => {
    setTimeout(resolve, ANSWER_MS_MAX, false).unref()
  })
}
