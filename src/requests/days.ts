import { MS_PER_DAY, type Clock } from '../core/mod.ts'
import { transact, type Database } from '../db/mod.ts'
import { addDay, dayNames, dayOf, dropDay, lockDays } from './day-rows.ts'

/** Adds the partitions of the days that these instants are in. */
export async function addDays(db: Database, instants: readonly number[]): Promise<void> {
  await transact(db, async (tx) => {
    await tx.rows(lockDays())
    for (const day of new Set(instants.map(startOfDay))) tx.write(addDay(day))
  })
}

export interface RequestDaysOptions {
  readonly db: Database
  readonly clock: Clock
  /** Number of days that are kept besides the current one. */
  readonly requestLogDays: number
}

/**
 * Drops the partitions of days that are too old, and adds tomorrow's. Any number of processes may
 * do so.
 */
export async function rotateDays({ db, clock, requestLogDays }: RequestDaysOptions): Promise<void> {
  const today = startOfDay(clock.now())
  await transact(db, async (tx) => {
    await tx.rows(lockDays())
    const days = new Set((await tx.rows(dayNames())).map(({ name }) => dayOf(name)))
    for (const day of days) if (day < today - requestLogDays * MS_PER_DAY) tx.write(dropDay(day))
    if (requestLogDays > 0) for (const day of [today, today + MS_PER_DAY]) tx.write(addDay(day))
  })
}

export function startOfDay(ms: number): number {
  return Math.floor(ms / MS_PER_DAY) * MS_PER_DAY
}
