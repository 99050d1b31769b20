import { afterEach, beforeEach, expect, test } from 'vitest'
import type { GroupStats } from '../../src/ledger/mod.ts'
import {
  endLedgerFixture,
  moves,
  newLedger,
  put,
  startLedgerFixture,
  type LedgerFixture,
} from './fixture.ts'

let fixture: LedgerFixture
beforeEach(async () => {
  fixture = await startLedgerFixture()
})
afterEach(() => endLedgerFixture(fixture))

/** Moves money; the amount of a write is its weight. */
const heavy: typeof moves = { ...moves, name: 'heavy', weigh: ({ amount }) => Number(amount) }

test('a group takes writes in order: fewer if they are heavy, and at least one', async () => {
  const groups: GroupStats[] = []
  const ledger = newLedger(fixture.db, { groups })
  const weights = [1n, 2_500n, 2_500n, 1n, 60_000n, 1n, 1n]
  const transfers = await Promise.all(
    weights.map((weight) => ledger.submit(heavy, fixture.partnerId, put(weight))),
  )

  expect(groups.map((group) => group.writes)).toEqual([2, 2, 1, 2])
  expect(transfers.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7])
})

test('a queue may be full by the weight of its writes, but it always has room for one', async () => {
  const ledger = newLedger(fixture.db)
  const first = ledger.submit(heavy, fixture.partnerId, put(1n))
  const alone = ledger.submit(heavy, fixture.partnerId, put(1_000_000n))
  const refused = ledger.submit(heavy, fixture.partnerId, put(1n))

  await expect(refused).rejects.toMatchObject({ kind: 'overloaded' })
  expect((await Promise.all([first, alone])).map(({ number }) => number)).toEqual([1, 2])
  expect(await ledger.submit(heavy, fixture.partnerId, put(1n))).toMatchObject({ number: 3 })
})
