import type { Clock } from '../core/mod.ts'
import { sql, type Db } from '../db/mod.ts'

/** Whether the database has answered lately. */
export interface Readiness {
  check(): Promise<boolean>
}

const FRESH_MS = 1_000
const ANSWER_MS_MAX = 2_000

/** Asks the database at most once at a time, and not again while its last answer is fresh. */
export function createReadiness(db: Db, clock: Clock): Readiness {
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
    check() {
      if (clock.monotonic() - answeredAt < FRESH_MS) return Promise.resolve(true)
      asking ??= ask()
      return Promise.race([asking, noAnswer()])
    },
  }
}

function noAnswer(): Promise<boolean> {
  return new Promise((resolve) => {
    setTimeout(resolve, ANSWER_MS_MAX, false).unref()
  })
}
