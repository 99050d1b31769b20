import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Loss } from '../ledger/lossy-proxy.ts'
import { indexesOf, planNodes } from '../support/plans.ts'
import { expectHeldAlone, holdBook, lockAwaited } from './held-book.ts'
import { creditAt, creditEach, transfersByTransaction, holdersAt } from './holders.ts'
import { aProcess, statementsOf, throughProxy } from './process.ts'
import { credit, fundsOf, openFixture, type Fixture } from './fixture.ts'
import { useSmallDatabases } from '../support/database-pool.ts'

useSmallDatabases()

let fixture: Fixture
beforeEach(async () => {
  fixture = await openFixture()
})
afterEach(() => fixture.close())

test('writes of several partners that arrive together are one transaction', async () => {
  const one = aProcess(fixture)
  const holders = await holdersAt(fixture, one, 5)
  const texts = statementsOf(one.db)
  await creditEach(one, holders)
  await creditEach(one, holders)

  expect((await transfersByTransaction(fixture)).slice(-2)).toEqual([5, 5])
  expect(texts).toHaveLength(2)
  for (const { partnerId } of holders) {
    expect(await fundsOf(fixture, partnerId)).toEqual({ USD: 997_00n })
  }
})

test('a statement has half of the writing partners, counting those that wait and those just written', async () => {
  const one = aProcess(fixture)
  const holders = await holdersAt(fixture, one, 40)
  await creditEach(one, holders)

  expect((await transfersByTransaction(fixture)).slice(-2)).toEqual([20, 20])
})

test('a statement has a limited number of writes', async () => {
  const one = aProcess(fixture)
  const holders = await holdersAt(fixture, one, 70)
  await Promise.all(
    Array.from({ length: 15 }, () => holders.map((holder) => creditAt(one, holder))).flat(),
  )

  expect((await transfersByTransaction(fixture)).slice(-3)).toEqual([510, 510, 30])
})

test('a large group is written alone', async () => {
  const one = aProcess(fixture)
  const [hot, ...others] = await holdersAt(fixture, one, 3)
  if (!hot) throw new Error('no holder')
  const large = Array.from({ length: 16 }, () => creditAt(one, hot))
  await Promise.all([...large, creditEach(one, others)])

  expect((await transfersByTransaction(fixture)).slice(-2).toSorted((a, b) => a - b)).toEqual([
    2, 16,
  ])
})

test('a book that another process changed delays no other book', async () => {
  const [one, other] = [aProcess(fixture), aProcess(fixture)]
  const [moved, ...still] = await holdersAt(fixture, one, 4)
  if (!moved) throw new Error('no holder')
  await creditAt(other, moved)
  const texts = statementsOf(one.db)
  await creditEach(one, [moved, ...still])

  expect((await transfersByTransaction(fixture)).slice(-2)).toEqual([3, 1])
  expect(texts.filter((text) => text.includes('insert into transfers'))).toHaveLength(2)
})

test('a locked book delays its own writes only', async () => {
  const one = aProcess(fixture)
  await expectHeldAlone(fixture, await holdersAt(fixture, one, 3), [one])
})

test('a locked book delays its own writes only, even if it is the first of the statement', async () => {
  const one = aProcess(fixture)
  const [held, idle, ...others] = await holdersAt(fixture, one, 4)
  if (!held || !idle) throw new Error('no holder')
  const letGoOfIdle = await holdBook(fixture, idle.partnerId)
  const idling = credit(one.ledger, idle.partnerId, { ...idle, amount: 1, referenceId: 'idle' })
  await lockAwaited(fixture)
  const letGo = await holdBook(fixture, held.partnerId)
  const waiting = creditAt(one, held)
  await lockAwaited(fixture, 2)
  await creditEach(one, others)

  await Promise.all([letGo(), letGoOfIdle()])
  await Promise.all([waiting, idling])
})

test('a used referenceId replays its response, and fails no other write', async () => {
  const [one, other] = [aProcess(fixture), aProcess(fixture)]
  const [first, second] = await holdersAt(fixture, one, 2)
  if (!first || !second) throw new Error('no holder')
  const again = { walletId: first.walletId, amount: 1, referenceId: 'credit 1' }
  const texts = statementsOf(one.db)
  const [replayed] = await Promise.all([
    credit(one.ledger, first.partnerId, again),
    creditAt(one, second),
  ])

  expect(replayed.newBalanceMinor).toBe(100n)
  expect(texts.filter((text) => text.includes('insert into transfers'))).toHaveLength(1)
  expect(await fundsOf(fixture, first.partnerId)).toEqual({ USD: 999_00n })
  await creditEach(other, [first, second])
})

test('the statement that writes several books looks each row up by its key', async () => {
  const one = aProcess(fixture)
  const holders = await holdersAt(fixture, one, 3)
  const texts = statementsOf(one.db)
  await creditEach(one, holders)
  await fixture.db.pool.query('analyze')

  expect(texts).toHaveLength(1)
  const plan = await planNodes(fixture.db, texts[0] ?? '')
  expect([...indexesOf(plan)].toSorted()).toEqual([
    'archived_keys_pkey',
    'books_pkey',
    'ledger_openings_pkey',
    'transfers_key',
  ])
  for (const node of plan) expect(node['Join Filter']).toBeUndefined()
})

test.each<Loss>(['lose_answer', 'lose_request', 'lose_both'])(
  'if the connection breaks at the joint statement (%s), each credit is made once',
  async (loss) => {
    const one = await throughProxy(fixture)
    const holders = await holdersAt(fixture, one, 4)
    one.proxy.loseSync(loss)
    await creditEach(one, holders)
    await creditEach(one, holders)
    await one.db.close()
    await one.proxy.close()

    expect(one.proxy.lost()).toBe(1)
    for (const { partnerId } of holders) {
      expect(await fundsOf(fixture, partnerId)).toEqual({ USD: 997_00n })
    }
  },
)
