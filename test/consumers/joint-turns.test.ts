import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Loss } from '../ledger/lossy-proxy.ts'
import { planNodes, type Plan } from '../support/plans.ts'
import { expectHeldAlone, holdBook, holdTurn, lockAwaited, moveBook } from './held-book.ts'
import { creditAt, creditEach, flights, holdersAt, type Holder } from './holders.ts'
import { aProcess, statementsOf, throughProxy, type Process } from './process.ts'
import { credit, fundsOf, openStage, type Stage } from './stage.ts'

let stage: Stage
beforeEach(async () => {
  stage = await openStage()
})
afterEach(() => stage.close())

interface Sharing {
  readonly one: Process
  readonly other: Process
  readonly holders: readonly Holder[]
}

/** Partners of whom both processes know that the other one writes to their books. */
async function sharing(count: number, one = aProcess(stage)): Promise<Sharing> {
  const other = aProcess(stage)
  const holders = await holdersAt(stage, one, count)
  for (const each of [other, one, other]) await creditEach(each, holders)
  return { one, other, holders }
}

/** How many of these statements wait for the lock of a book. */
function locksIn(texts: readonly string[]): number {
  return texts.filter((text) => text.trim().endsWith('for no key update')).length
}

function writesIn(texts: readonly string[]): number {
  return texts.filter((text) => text.includes('insert into transfers')).length
}

function turnsIn(texts: readonly string[]): number {
  return texts.filter((text) => text.includes('book_turns')).length
}

test('books that another process writes to as well are read, and written, in one transaction', async () => {
  const { one, other, holders } = await sharing(5)
  const texts = statementsOf(one.db)
  await creditEach(one, holders)
  await creditEach(other, holders)
  await creditEach(one, holders)

  expect((await flights(stage)).slice(-3)).toEqual([5, 5, 5])
  expect([texts.length, turnsIn(texts), writesIn(texts), locksIn(texts)]).toEqual([10, 2, 2, 0])
  for (const { partnerId } of holders) {
    expect(await fundsOf(stage, partnerId)).toEqual({ USD: 993_00n })
  }
})

test('a book that another process moved is brought up to date and written without its lock', async () => {
  const [one, other] = [aProcess(stage), aProcess(stage)]
  const holders = await holdersAt(stage, one, 3)
  await creditEach(other, holders)
  await creditEach(other, holders)
  const texts = statementsOf(one.db)
  await creditEach(one, holders)
  await creditEach(one, holders)

  expect((await flights(stage)).slice(-2)).toEqual([3, 3])
  expect([writesIn(texts), locksIn(texts)]).toEqual([3, 0])
})

test('books that no other process writes to any more take no turn', async () => {
  const { one, holders } = await sharing(3)
  for (let group = 0; group < 18; group += 1) await creditEach(one, holders)
  const texts = statementsOf(one.db)
  await creditEach(one, holders)

  expect(texts).toHaveLength(1)
})

test('what gathers while another process has its turn goes in the next one', async () => {
  const { one, holders } = await sharing(4)
  const [first, ...others] = holders
  if (!first) throw new Error('no holder')
  const letGo = await holdTurn(stage)
  // While the first one waits, the others are not alone.
  const waiting = [creditAt(one, first), creditAt(one, others[0] ?? first)]
  await lockAwaited(stage)
  waiting.push(...others.flatMap((holder) => [creditAt(one, holder), creditAt(one, holder)]))
  await letGo()
  await Promise.all(waiting)

  expect((await flights(stage)).at(-1)).toBe(8)
})

test('a turn carries so many writes and no more', async () => {
  const { one, holders } = await sharing(70)
  const letGo = await holdTurn(stage)
  const waiting = Array.from({ length: 15 }, () =>
    holders.map((holder) => creditAt(one, holder)),
  ).flat()
  await lockAwaited(stage)
  await letGo()
  await Promise.all(waiting)

  expect((await flights(stage)).slice(-3)).toEqual([510, 510, 30])
})

test('of what gathered, a group of a turn carries no more than a small one does', async () => {
  const { one, holders } = await sharing(2)
  const [hot, other] = holders
  if (!hot || !other) throw new Error('no holder')
  const letGo = await holdTurn(stage)
  const waiting = [creditAt(one, hot), creditAt(one, other)]
  await lockAwaited(stage)
  waiting.push(...Array.from({ length: 20 }, () => creditAt(one, hot)))
  await letGo()
  await Promise.all(waiting)

  expect((await flights(stage)).slice(-2)).toEqual([16, 6])
})

test('a group that is large by itself waits for its lock, and not for a turn', async () => {
  const { one, holders } = await sharing(3)
  const [hot, ...others] = holders
  if (!hot) throw new Error('no holder')
  const texts = statementsOf(one.db)
  const large = Array.from({ length: 16 }, () => creditAt(one, hot))
  await Promise.all([...large, creditEach(one, others)])

  expect((await flights(stage)).slice(-2).toSorted((a, b) => a - b)).toEqual([2, 16])
  expect([turnsIn(texts), locksIn(texts)]).toEqual([1, 1])
})

test('what was put back is the first once more', async () => {
  const one = aProcess(stage)
  const [holder] = await holdersAt(stage, one, 1)
  if (!holder) throw new Error('no holder')
  const letGo = await moveBook(stage, holder.partnerId)
  const waiting = [creditAt(one, holder)]
  await lockAwaited(stage)
  waiting.push(creditAt(one, holder), creditAt(one, holder))
  expect(one.ledger.queued()).toBe(2)
  await letGo()
  await Promise.all(waiting)

  expect(one.groups.at(-1)).toMatchObject({ writes: 3 })
  expect(one.ledger.queued()).toBe(0)
})

test('where whoever has the turn hangs, nobody waits for it twice', async () => {
  let now = 0
  const clock = { ...stage.clock, monotonic: () => now }
  const one = aProcess(stage, undefined, { clock, turnWaitMs: 20 })
  const { holders } = await sharing(3, one)
  const letGo = await holdTurn(stage)
  const texts = statementsOf(one.db)
  await creditEach(one, holders)
  expect([turnsIn(texts), writesIn(texts)]).toEqual([1, 1])
  await creditEach(one, holders)
  expect([turnsIn(texts), writesIn(texts)]).toEqual([1, 2])
  await letGo()
  now += 10_000
  await creditEach(one, holders)

  expect([turnsIn(texts), writesIn(texts), locksIn(texts)]).toEqual([2, 3, 0])
})

test('a book that somebody holds is waited for by its own writes alone', async () => {
  const { one, other, holders } = await sharing(3)
  await expectHeldAlone(stage, holders, [one, other])
})

test('a book that is not free when it is written is waited for with its lock', async () => {
  const one = aProcess(stage)
  const [busy, idle] = await holdersAt(stage, one, 2)
  if (!busy || !idle) throw new Error('no holder')
  // While its write waits, the other one is not alone.
  const letGoOfIdle = await holdBook(stage, idle.partnerId)
  const idling = creditAt(one, idle)
  await lockAwaited(stage)
  const letGo = await holdBook(stage, busy.partnerId)
  const texts = statementsOf(one.db)
  const waiting = creditAt(one, busy)
  await lockAwaited(stage, 2)
  const before = [writesIn(texts), turnsIn(texts), locksIn(texts)]
  await letGo()
  await waiting
  await creditAt(one, busy)
  await letGoOfIdle()
  await idling

  expect(before).toEqual([2, 1, 1])
  expect([turnsIn(texts), locksIn(texts)]).toEqual([2, 1])
})

test('a referenceId that was used at another process replays its answer, and fails nobody', async () => {
  const { one, other, holders } = await sharing(3)
  const [first, ...others] = holders
  if (!first) throw new Error('no holder')
  const twice = { walletId: first.walletId, amount: 5, referenceId: 'twice' }
  const made = await credit(other.ledger, first.partnerId, twice)
  const [replayed] = await Promise.all([
    credit(one.ledger, first.partnerId, twice),
    creditEach(one, others),
  ])

  expect(replayed).toEqual(made)
  expect((await flights(stage)).at(-1)).toBe(2)
  const texts = statementsOf(one.db)
  expect(await credit(one.ledger, first.partnerId, twice)).toEqual(made)
  expect([writesIn(texts), turnsIn(texts)]).toEqual([0, 0])
  expect(await fundsOf(stage, first.partnerId)).toEqual({ USD: 991_00n })
})

test('a write that is refused is refused alone', async () => {
  const { one, holders } = await sharing(3)
  const [poor, ...others] = holders
  if (!poor) throw new Error('no holder')
  const tooMuch = { walletId: poor.walletId, amount: 5_000, referenceId: 'too much' }
  const refused = credit(one.ledger, poor.partnerId, tooMuch)
  await Promise.all([
    expect(refused).rejects.toMatchObject({ kind: 'insufficient_funds' }),
    creditAt(one, poor),
    creditEach(one, others),
  ])

  expect((await flights(stage)).at(-1)).toBe(3)
})

test.each<Loss>(['lose_answer', 'lose_request', 'lose_both', 'lose_alone'])(
  'a connection that breaks at the COMMIT of a turn (%s): each made once, and answered',
  async (loss) => {
    const through = await throughProxy(stage)
    const { one, other, holders } = await sharing(4, through)
    through.proxy.loseCommit(loss)
    await creditEach(one, holders)
    await creditEach(other, holders)
    await creditEach(one, holders)
    await through.db.close()
    await through.proxy.close()

    expect(through.proxy.lost()).toBe(1)
    for (const { partnerId } of holders) {
      expect(await fundsOf(stage, partnerId)).toEqual({ USD: 993_00n })
    }
  },
)

function namesOf(plan: readonly Plan[]): Set<string | undefined> {
  return new Set(plan.map((node) => node['Index Name']))
}

test('what reads and writes books together looks each row up by its key', async () => {
  const { one, holders } = await sharing(3)
  const texts = statementsOf(one.db)
  await creditEach(one, holders)
  await stage.db.pool.query('analyze')

  const statements = texts.filter((text) => text.includes('from books'))
  const plans = await Promise.all(statements.map((text) => planNodes(stage.db, text)))
  expect(plans.map((plan) => namesOf(plan))).toEqual([
    new Set([undefined, 'books_pkey', 'transfers_pkey', 'accounts_pkey']),
    new Set([undefined, 'books_pkey', 'transfers_key']),
  ])
  for (const node of plans.flat()) expect(node['Join Filter']).toBeUndefined()
})

test('three processes that write to the same books at once: each write once', async () => {
  const processes = [aProcess(stage), aProcess(stage), aProcess(stage)]
  const holders = await holdersAt(stage, processes[0] ?? aProcess(stage), 12)
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
    expect(await fundsOf(stage, partnerId)).toEqual({ USD: 909_00n })
  }
})
