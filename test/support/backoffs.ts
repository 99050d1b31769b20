import { setTimeout as sleep } from 'node:timers/promises'
import { endPauses } from '../../src/core/mod.ts'
import { sql, type Database } from '../../src/db/mod.ts'

const INTERVAL_MS = 50

/**
 * Makes each batch that waits for its next attempt due now. Leases stay as they are. A batch that
 * waits for an import, money or an operator has no due time.
 */
export async function passBackoffs(db: Database): Promise<void> {
  const due = await db.rows(sql`
    update fulfillments set due_at = now()
    where lease_owner is null and due_at > now()
    returning batch_no`)
  if (due.length > 0) endPauses()
}

/** Waits for `work`, and makes batches due at once instead of after their back-off. */
export async function withoutBackoffs<T>(db: Database, work: Promise<T>): Promise<T> {
  let isOver = false
  const passing = (async () => {
    while (!isOver) {
      await passBackoffs(db)
      await sleep(INTERVAL_MS)
    }
  })()
  try {
    // If the statement of `passBackoffs` fails, the test fails with its error.
    await Promise.race([work, passing])
    return await work
  } finally {
    isOver = true
    await passing
  }
}
