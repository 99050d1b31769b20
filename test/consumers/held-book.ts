import { expect } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { lockWaits } from '../support/lock-waits.ts'
import { creditAt, creditEach, type Holder } from './holders.ts'
import type { Process } from './process.ts'
import type { Fixture } from './fixture.ts'

type ReleaseLock = () => Promise<void>

/** Holds the lock of the book until the returned function is called. */
export function holdBook(fixture: Fixture, partnerId: number): Promise<ReleaseLock> {
  return hold(fixture, 'select from books where partner_id = $1 for update', partnerId)
}

/** Holds an update of the book open, as a process does just before it commits. */
export function moveBook(fixture: Fixture, partnerId: number): Promise<ReleaseLock> {
  const update = `
    update books set version = version + 1, lineage = (version + 1) || lineage
    where partner_id = $1`
  return hold(fixture, update, partnerId)
}

async function hold({ db }: Fixture, lock: string, ...values: number[]): Promise<ReleaseLock> {
  const holder = await db.pool.connect()
  await holder.query('begin')
  await holder.query(lock, values)
  return async () => {
    await holder.query('commit')
    holder.release()
  }
}

/** Resolves when `count` statements wait for a lock. */
export async function lockAwaited({ db }: Fixture, count = 1): Promise<void> {
  await eventually(async () => expect(await lockWaits(db)).toBe(count))
}

/** Expects that all these processes can write to the other books while the first one is locked. */
export async function expectHeldAlone(
  fixture: Fixture,
  [held, ...others]: readonly Holder[],
  processes: readonly [Process, ...Process[]],
): Promise<void> {
  if (!held) throw new Error('no holder')
  const [one] = processes
  const letGo = await holdBook(fixture, held.partnerId)
  let isAnswered = false
  const waiting = creditAt(one, held).then(() => (isAnswered = true))
  await creditEach(one, others)
  await lockAwaited(fixture)
  for (const each of processes.toReversed()) await creditEach(each, others)

  expect(isAnswered).toBe(false)
  await letGo()
  await waiting
}
