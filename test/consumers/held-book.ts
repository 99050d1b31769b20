import { expect } from 'vitest'
import { eventually } from '../support/eventually.ts'
import type { Stage } from './stage.ts'

/** Holds the lock of the book until it is told to let go. */
export async function holdBook({ db }: Stage, partnerId: number): Promise<() => Promise<void>> {
  const holder = await db.pool.connect()
  await holder.query('begin')
  await holder.query('select from books where partner_id = $1 for update', [partnerId])
  return async () => {
    await holder.query('commit')
    holder.release()
  }
}

/** Answers when so many wait for a lock. */
export async function lockAwaited({ db }: Stage, count = 1): Promise<void> {
  await eventually(async () => {
    const { rows } = await db.pool.query(
      `select from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    )
    expect(rows).toHaveLength(count)
  })
}
