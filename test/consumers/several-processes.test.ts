import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Loss } from '../ledger/lossy-proxy.ts'
import { indexesOf, planNodes } from '../support/plans.ts'
import { expectHeldAlone, lockAwaited, moveBook } from './held-book.ts'
import { creditAt, creditEach, transfersByTransaction, holdersAt, type Holder } from './holders.ts'
import { aProcess, statementsOf, throughProxy, type Process } from './process.ts'
import { credit, fundsOf, openFixture, type Fixture } from './fixture.ts'
import { useSmallDatabases } from '../support/database-pool.ts'

useSmallDatabases()

let fixture: Fixture
beforeEach(async () => {
  fixture = await openFixture()
})
afterEach(() => fixture.close())

interface Sharing {
  readonly one: Process
  readonly other: Process
  readonly holders: readonly Holder[]
}

/** Opens partners whose books both processes write to, which each process knows. */
async function shareBooks(count: number, one = aProcess(fixture)): Promise<Sharing> {
  const other = aProcess(fixture)
  const holders = await holdersAt(fixture, one, count)
  for (const each of [other, one, other]) await creditEach(each, holders)
  return { one, other, holders }
}

/** Returns the number of these statements that wait for the lock of a book. */
function locksIn(texts: readonly string[]): number {
  return texts.filter((text) => text.trim().endsWith('for no key update')).length
}

function writesIn(texts: readonly string[]): number {
  return texts.filter((text) => text.includes('insert into transfers')).length
}

test('each book is caught up under its own lock and committed alone', async () => {
  const { one, other, holders } = await shareBooks(5)
  const texts = statementsOf(one.db)
  await creditEach(one, holders)
  await creditEach(other, holders)
  await creditEach(one, holders)

  expect((await transfersByTransaction(fixture)).slice(-3)).toEqual([1, 1, 1])
  expect([writesIn(texts), locksIn(texts)]).toEqual([10, 10])
  for (const { partnerId } of holders) {
    expect(await fundsOf(fixture, partnerId)).toEqual({ USD: 993_00n })
  }
})

test('after 16 groups in a row without another process, the partners share a commit again', async () => {
  const { one, holders } = await shareBooks(3)
  for (let group = 0; group < 18; group += 1) await creditEach(one, holders)
  const texts = statementsOf(one.db)
  await creditEach(one, holders)

  expect(texts).toHaveLength(1)
})

test('accounts that changed since a book was cached are read by keys', async () => {
  const { one, holders } = await shareBooks(1)
  const texts = statementsOf(one.db)
  await creditEach(one, holders)
  await fixture.db.pool.query('analyze')

  const [text = ''] = texts.filter((sent) => sent.includes('generate_series'))
  const plan = await planNodes(fixture.db, text)
  expect(indexesOf(plan)).toEqual(new Set(['books_pkey', 'transfers_pkey', 'accounts_pkey']))
  for (const node of plan) expect(node['Join Filter']).toBeUndefined()
})

test('a group whose book another process changed commits first, with all queued writes', async () => {
  const one = aProcess(fixture)
  const [holder] = await holdersAt(fixture, one, 1)
  if (!holder) throw new Error('no holder')
  const letGo = await moveBook(fixture, holder.partnerId)
  const waiting = [creditAt(one, holder)]
  await lockAwaited(fixture)
  waiting.push(creditAt(one, holder), creditAt(one, holder))
  expect(one.ledger.queued()).toBe(2)
  await letGo()
  await Promise.all(waiting)

  expect(one.groups.at(-1)).toMatchObject({ writes: 3 })
  expect(one.ledger.queued()).toBe(0)
})

test('a locked book delays its own writes only', async () => {
  const { one, other, holders } = await shareBooks(3)
  await expectHeldAlone(fixture, holders, [one, other])
})

test('a referenceId used at another process replays its response, and fails no other write', async () => {
  const { one, other, holders } = await shareBooks(3)
  const [first, ...others] = holders
  if (!first) throw new Error('no holder')
  const twice = { walletId: first.walletId, amount: 5, referenceId: 'twice' }
  const credited = await credit(other.ledger, first.partnerId, twice)
  const [replayed] = await Promise.all([
    credit(one.ledger, first.partnerId, twice),
    creditEach(one, others),
  ])

  expect(replayed).toEqual(credited)
  const texts = statementsOf(one.db)
  expect(await credit(one.ledger, first.partnerId, twice)).toEqual(credited)
  expect(writesIn(texts)).toBe(0)
  expect(await fundsOf(fixture, first.partnerId)).toEqual({ USD: 991_00n })
})

test('a refusal affects no other write', async () => {
  const { one, holders } = await shareBooks(3)
  const [poor, ...others] = holders
  if (!poor) throw new Error('no holder')
  const tooMuch = { walletId: poor.walletId, amount: 5_000, referenceId: 'too much' }
  const refused = credit(one.ledger, poor.partnerId, tooMuch)
  await Promise.all([
    expect(refused).rejects.toMatchObject({ kind: 'insufficient_funds' }),
    creditAt(one, poor),
    creditEach(one, others),
  ])

  for (const { partnerId } of others) {
    expect(await fundsOf(fixture, partnerId)).toEqual({ USD: 995_00n })
  }
})

test.each<Loss>(['lose_answer', 'lose_request', 'lose_both', 'lose_alone'])(
  'if the connection breaks at a COMMIT of several books (%s), each write is made once',
  async (loss) => {
    const through = await throughProxy(fixture)
    const { one, other, holders } = await shareBooks(4, through)
    through.proxy.loseCommit(loss)
    await creditEach(one, holders)
    await creditEach(other, holders)
    await creditEach(one, holders)
    await through.db.close()
    await through.proxy.close()

    expect(through.proxy.lost()).toBe(1)
    for (const { partnerId } of holders) {
      expect(await fundsOf(fixture, partnerId)).toEqual({ USD: 993_00n })
    }
  },
)

test('three processes that write to the same books commit each write once', async () => {
  const processes = [aProcess(fixture), aProcess(fixture), aProcess(fixture)]
  const holders = await holdersAt(fixture, processes[0] ?? aProcess(fixture), 12)
  const writes: Promise<unknown>[] = []
  for (let round = 0; round < 30; round += 1) {
    for (const [at, { ledger }] of processes.entries()) {
      for (const { partnerId, walletId } of holders) {
        const referenceId = `${round} at ${at}`
        writes.push(credit(ledger, partnerId, { walletId, amount: 1, referenceId }))
      }
    }
    if (round % 3 === 0) await Promise.race(writes.slice(-holders.length))
  }
  await Promise.all(writes)

  for (const { partnerId } of holders) {
    expect(await fundsOf(fixture, partnerId)).toEqual({ USD: 909_00n })
  }
})
