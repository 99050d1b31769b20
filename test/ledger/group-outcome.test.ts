import { afterEach, beforeEach, expect, test } from 'vitest'
import { Outage, type Database } from '../../src/db/mod.ts'
import type { Transfer } from '../../src/ledger/mod.ts'
import { pauseBefore } from '../support/pause.ts'
import {
  endLedgerFixture,
  expectOneChain,
  moves,
  newLedger,
  put,
  startLedgerFixture,
  storedTransfers,
  type LedgerFixture,
  type Move,
} from './fixture.ts'
import { connectLossily, type Loss, type LossyProxy } from './lossy-proxy.ts'

let fixture: LedgerFixture
let lossy: { proxy: LossyProxy; db: Database }
beforeEach(async () => {
  fixture = await startLedgerFixture()
  const { database } = fixture.target as { database: string }
  lossy = await connectLossily(database)
})
afterEach(async () => {
  await lossy.db.close()
  await lossy.proxy.close()
  await endLedgerFixture(fixture)
})

/** A kind of write that changes more than balances, so other processes cannot catch up. */
const invalidating: typeof moves = { ...moves, name: 'invalidating', entriesOf: () => [] }

interface LaterGroups {
  readonly writers: number
  readonly groups: number
  readonly kind: typeof moves
}

/**
 * Submits a write without an idempotency key, whose COMMIT gets no response. Before its outcome is
 * looked up, each of the other processes commits groups, as `later` says.
 */
async function submitAndLose(
  loss: Loss,
  later: LaterGroups,
  move: Move = put(1n),
): Promise<Transfer> {
  const { db, proxy } = lossy
  const pause = pauseBefore(db, /array_position\(writers/)
  const ledger = newLedger(db)
  await ledger.submit(moves, fixture.partnerId, put(100n))
  proxy.loseCommit(loss)
  const answer = ledger.submit(moves, fixture.partnerId, move)
  answer.catch(() => undefined)
  await pause.reached
  for (let writer = 0; writer < later.writers; writer += 1) {
    const other = newLedger(fixture.db)
    for (let group = 0; group < later.groups; group += 1) {
      await other.submit(later.kind, fixture.partnerId, put(2n))
    }
  }
  pause.resume()
  return answer
}

const FEW = { writers: 1, groups: 1, kind: moves }
const MANY_GROUPS = { writers: 1, groups: 40, kind: moves }
const INVALIDATING = { writers: 2, groups: 2, kind: invalidating }
const MANY_WRITERS = { writers: 12, groups: 1, kind: moves }

test.each([
  ['one group', FEW],
  ['40 groups', MANY_GROUPS],
  ['groups that invalidate caches', INVALIDATING],
  ['groups of 12 writers', MANY_WRITERS],
])('a lost COMMIT that others have followed with %s: committed once', async (_, later) => {
  const answer = await submitAndLose('lose_answer', later)

  expect(answer).toMatchObject({ number: 2, creditAvailable: 101n })
  const stored = await storedTransfers(fixture.db, fixture.partnerId)
  expectOneChain(stored)
  expect(stored).toHaveLength(2 + later.writers * later.groups)
})

test.each([
  ['one group', FEW],
  ['40 groups', MANY_GROUPS],
  ['groups that invalidate caches', INVALIDATING],
  ['groups of 12 writers', MANY_WRITERS],
])('a COMMIT that was lost on its way, and then %s: decided again', async (_, later) => {
  const answer = await submitAndLose('lose_request', later)

  const others = later.writers * later.groups
  expect(answer).toMatchObject({ number: 2 + others, creditAvailable: 101n + 2n * BigInt(others) })
  const stored = await storedTransfers(fixture.db, fixture.partnerId)
  expectOneChain(stored)
  expect(stored).toHaveLength(2 + others)
})

test('a lost COMMIT that is followed by more writers than the lineage holds is an Outage', async () => {
  const later = { writers: 9, groups: 2, kind: invalidating }
  await expect(submitAndLose('lose_answer', later)).rejects.toBeInstanceOf(Outage)

  expect(await storedTransfers(fixture.db, fixture.partnerId)).toHaveLength(2 + 18)
})

test('a lost COMMIT without later writers is found, even if the lineage dropped earlier ones', async () => {
  for (let writer = 0; writer < 12; writer += 1) {
    await newLedger(fixture.db).submit(invalidating, fixture.partnerId, put(1n))
  }
  const none = { writers: 0, groups: 0, kind: moves }

  expect(await submitAndLose('lose_answer', none)).toMatchObject({ number: 14 })
  expect(await submitAndLose('lose_request', none)).toMatchObject({ number: 16 })
})
