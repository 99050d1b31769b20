import { expect } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { creditAt, creditEach, type Holder } from './holders.ts'
import type { Process } from './process.ts'
import type { Stage } from './stage.ts'

type LetGo = () => Promise<void>

/** Holds the lock of the book until it is told to let go. */
export function holdBook(stage: Stage, partnerId: number): Promise<LetGo> {
  return hold(stage, 'select from books where partner_id = $1 for update', partnerId)
}

/** As a process that is about to commit what it made of the book. */
export function moveBook(stage: Stage, partnerId: number): Promise<LetGo> {
  const update = `
    update books set version = version + 1, lineage = (version + 1) || lineage
    where partner_id = $1`
  return hold(stage, update, partnerId)
}

async function hold({ db }: Stage, lock: string, ...values: number[]): Promise<LetGo> {
  const holder = await db.pool.connect()
  await holder.query('begin')
  await holder.query(lock, values)
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

/** While the first book is held, all these processes go on writing to the others. */
export async function expectHeldAlone(
  stage: Stage,
  [held, ...others]: readonly Holder[],
  processes: readonly [Process, ...Process[]],
): Promise<void> {
  if (!held) throw new Error('no holder')
  const [one] = processes
  const letGo = await holdBook(stage, held.partnerId)
  let isAnswered = false
  const waiting = creditAt(one, held).then(() => (isAnswered = true))
  await creditEach(one, others)
  await lockAwaited(stage)
  for (const each of processes.toReversed()) await creditEach(each, others)

  expect(isAnswered).toBe(false)
  await letGo()
  await waiting
}
