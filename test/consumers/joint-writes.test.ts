import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Loss } from '../ledger/lossy-proxy.ts'
import { planNodes, type Plan } from '../support/plans.ts'
import { holdBook, lockAwaited } from './held-book.ts'
import { aProcess, statementsOf, throughProxy, type Process } from './process.ts'
import { aConsumer, credit, fundsOf, openStage, type Stage } from './stage.ts'

interface Holder {
  readonly partnerId: number
  readonly walletId: string
  /** What was credited so far, in whole units. */
  made: number
}

let stage: Stage
beforeEach(async () => {
  stage = await openStage()
})
afterEach(() => stage.close())

/** Partners with funds and a wallet, whose books this process knows. */
async function holdersAt(one: Process, count: number): Promise<Holder[]> {
  const holders: Holder[] = []
  while (holders.length < count) {
    const partnerId = await stage.partner({ USD: 1_000_00n })
    const { walletId } = await aConsumer(stage, partnerId)
    holders.push({ partnerId, walletId, made: 0 })
  }
  await creditEach(one, holders)
  return holders
}

/** Credits 1.00, and expects the balance to be all that was credited so far. */
async function creditAt({ ledger }: Process, holder: Holder): Promise<void> {
  holder.made += 1
  const { partnerId, walletId, made } = holder
  const answer = await credit(ledger, partnerId, { walletId, amount: 1, referenceId: `no ${made}` })
  expect(answer.newBalanceMinor).toBe(BigInt(made) * 100n)
}

async function creditEach(one: Process, holders: readonly Holder[]): Promise<void> {
  await Promise.all(holders.map((holder) => creditAt(one, holder)))
}

/** How many transfers each transaction made, the latest one last. */
async function flights(): Promise<number[]> {
  const { rows } = await stage.db.pool.query<{ count: number }>(
    'select count(*)::integer from transfers group by xmin order by xmin::text::bigint',
  )
  return rows.map((row) => row.count)
}

test('writes of several partners that arrive together are one transaction', async () => {
  const one = aProcess(stage)
  const holders = await holdersAt(one, 5)
  const texts = statementsOf(one.db)
  await creditEach(one, holders)
  await creditEach(one, holders)

  expect((await flights()).slice(-2)).toEqual([5, 5])
  expect(texts).toHaveLength(2)
  for (const { partnerId } of holders) {
    expect(await fundsOf(stage, partnerId)).toEqual({ USD: 997_00n })
  }
})

test('a flight takes half of all who write: of those that wait and of those just answered', async () => {
  const one = aProcess(stage)
  const holders = await holdersAt(one, 40)
  await creditEach(one, holders)

  expect((await flights()).slice(-2)).toEqual([20, 20])
})

test('a flight carries so many writes and no more', async () => {
  const one = aProcess(stage)
  const holders = await holdersAt(one, 70)
  await Promise.all(
    Array.from({ length: 15 }, () => holders.map((holder) => creditAt(one, holder))).flat(),
  )

  expect((await flights()).slice(-3)).toEqual([510, 510, 30])
})

test('a group that is large by itself goes by itself', async () => {
  const one = aProcess(stage)
  const [hot, ...others] = await holdersAt(one, 3)
  if (!hot) throw new Error('no holder')
  const large = Array.from({ length: 16 }, () => creditAt(one, hot))
  await Promise.all([...large, creditEach(one, others)])

  expect((await flights()).slice(-2).toSorted((a, b) => a - b)).toEqual([2, 16])
})

test('a book that another process moved holds up no other', async () => {
  const [one, other] = [aProcess(stage), aProcess(stage)]
  const [moved, ...still] = await holdersAt(one, 4)
  if (!moved) throw new Error('no holder')
  await creditAt(other, moved)
  const texts = statementsOf(one.db)
  await creditEach(one, [moved, ...still])

  expect((await flights()).slice(-2)).toEqual([3, 1])
  expect(texts.filter((text) => text.includes('insert into transfers'))).toHaveLength(2)
})

test('a book that another process moved is brought up to date and written without its lock', async () => {
  const [one, other] = [aProcess(stage), aProcess(stage)]
  const holders = await holdersAt(one, 3)
  await creditEach(other, holders)
  await creditEach(other, holders)
  const texts = statementsOf(one.db)
  await creditEach(one, holders)
  await creditEach(one, holders)

  expect((await flights()).slice(-2)).toEqual([3, 3])
  expect(texts.filter((text) => text.includes('insert into transfers'))).toHaveLength(3)
  expect(texts.filter((text) => text === 'begin')).toEqual([])
})

test('a book that somebody holds is waited for by its own writes alone', async () => {
  const one = aProcess(stage)
  const [held, ...others] = await holdersAt(one, 3)
  if (!held) throw new Error('no holder')
  const letGo = await holdBook(stage, held.partnerId)
  let isAnswered = false
  const waiting = creditAt(one, held).then(() => (isAnswered = true))
  await creditEach(one, others)
  await lockAwaited(stage)
  await creditEach(one, others)

  expect(isAnswered).toBe(false)
  await letGo()
  await waiting
})

test('a book that somebody holds is waited for by its own writes, also where it asked first', async () => {
  const one = aProcess(stage)
  const [held, idle, ...others] = await holdersAt(one, 4)
  if (!held || !idle) throw new Error('no holder')
  const letGoOfIdle = await holdBook(stage, idle.partnerId)
  const idling = credit(one.ledger, idle.partnerId, { ...idle, amount: 1, referenceId: 'idle' })
  await lockAwaited(stage)
  const letGo = await holdBook(stage, held.partnerId)
  const waiting = creditAt(one, held)
  await lockAwaited(stage, 2)
  await creditEach(one, others)

  await Promise.all([letGo(), letGoOfIdle()])
  await Promise.all([waiting, idling])
})

test('a referenceId that was used before replays its answer, and fails nobody else', async () => {
  const [one, other] = [aProcess(stage), aProcess(stage)]
  const [first, second] = await holdersAt(one, 2)
  if (!first || !second) throw new Error('no holder')
  const again = { walletId: first.walletId, amount: 1, referenceId: 'no 1' }
  const texts = statementsOf(one.db)
  const [replayed] = await Promise.all([
    credit(one.ledger, first.partnerId, again),
    creditAt(one, second),
  ])

  expect(replayed.newBalanceMinor).toBe(100n)
  expect(texts.filter((text) => text.includes('insert into transfers'))).toHaveLength(1)
  expect(await fundsOf(stage, first.partnerId)).toEqual({ USD: 999_00n })
  await creditEach(other, [first, second])
})

test.each<Loss>(['lose_answer', 'lose_request', 'lose_both'])(
  'a connection that breaks at the one statement of all (%s): each made once, and answered',
  async (loss) => {
    const one = await throughProxy(stage)
    const holders = await holdersAt(one, 4)
    one.proxy.loseSync(loss)
    await creditEach(one, holders)
    await creditEach(one, holders)
    await one.db.close()
    await one.proxy.close()

    expect(one.proxy.lost()).toBe(1)
    for (const { partnerId } of holders) {
      expect(await fundsOf(stage, partnerId)).toEqual({ USD: 997_00n })
    }
  },
)

test('books that another process writes to as well are read together, and written together', async () => {
  const [one, other] = [aProcess(stage), aProcess(stage)]
  const holders = await holdersAt(one, 5)
  for (let turn = 0; turn < 3; turn += 1) {
    await creditEach(other, holders)
    await creditEach(one, holders)
  }
  const texts = statementsOf(one.db)
  await creditEach(other, holders)
  await creditEach(one, holders)

  expect((await flights()).slice(-2)).toEqual([5, 5])
  expect(texts).toHaveLength(2)
  for (const { partnerId } of holders) {
    expect(await fundsOf(stage, partnerId)).toEqual({ USD: 991_00n })
  }
})

function namesOf(plan: readonly Plan[]): Set<string | undefined> {
  return new Set(plan.map((node) => node['Index Name']))
}

test('what reads and writes books together looks each row up by its key', async () => {
  const [one, other] = [aProcess(stage), aProcess(stage)]
  const holders = await holdersAt(one, 3)
  await creditEach(other, holders)
  await creditEach(one, holders)
  const texts = statementsOf(one.db)
  await creditEach(other, holders)
  await creditEach(one, holders)
  await stage.db.pool.query('analyze')

  const plans = await Promise.all(texts.map((text) => planNodes(stage.db, text)))
  expect(plans.map((plan) => namesOf(plan))).toEqual([
    new Set([undefined, 'books_pkey', 'transfers_pkey', 'accounts_pkey']),
    new Set([undefined, 'books_pkey', 'transfers_key']),
  ])
  for (const node of plans.flat()) expect(node['Join Filter']).toBeUndefined()
})

test('a book that is never free when it is written is waited for with its lock', async () => {
  const one = aProcess(stage)
  const [busy, idle] = await holdersAt(one, 2)
  if (!busy || !idle) throw new Error('no holder')
  // While its write waits, the other one is not alone.
  const letGoOfIdle = await holdBook(stage, idle.partnerId)
  const idling = creditAt(one, idle)
  await lockAwaited(stage)
  const letGo = await holdBook(stage, busy.partnerId)
  const texts = statementsOf(one.db)
  const waiting = creditAt(one, busy)
  await lockAwaited(stage, 2)
  const tried = texts.filter((text) => text.includes('insert into transfers')).length
  const locked = locksIn(texts)
  await letGo()
  await waiting
  await creditAt(one, busy)
  await letGoOfIdle()
  await idling

  expect([tried, locked, locksIn(texts)]).toEqual([3, 1, 2])
})

/** How many of these statements wait for the lock of a book. */
function locksIn(texts: readonly string[]): number {
  return texts.filter((text) => text.includes('for no key update') && !text.includes('skip')).length
}

test('three processes that write to the same books at once: each write once', async () => {
  const processes = [aProcess(stage), aProcess(stage), aProcess(stage)]
  const holders = await holdersAt(processes[0] ?? aProcess(stage), 12)
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
