import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Product } from '../../src/catalog/mod.ts'
import { Refusal } from '../../src/core/mod.ts'
import { isConnectionLost } from '../../src/db/mod.ts'
import { findOrder, type Order } from '../../src/orders/mod.ts'
import { isFinal } from '../../src/orders/transitions.ts'
import { deposit, reverse } from '../../src/partners/mod.ts'
import { currency, minor, startDomain, type DomainProcess } from '../support/domain.ts'
import { startWorks, type Works } from '../support/works.ts'

const PROCESSES = 3
const LANES = 6
const ACTS_PER_LANE = 40
const STARTING_FUNDS = 2_000

let works: Works
beforeEach(async () => {
  works = await startWorks()
})
afterEach(() => works.end())

/** The same numbers for the same seed: what was seen once can be seen again. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** What was done, as far as an answer came; the ledger says the rest. */
interface Done {
  readonly stocked: Product
  readonly orders: Order[]
  movedMinor: bigint
  codesMade: number
}

test.each([1, 2, 3])(
  'processes, sessions and money that come and go: all adds up (seed %i)',
  async (seed) => {
    const stocked = await works.product({ supplier: 'vault' })
    await works.product({ supplier: 'sandbox', brand: 'Other' })
    await works.deposit(STARTING_FUNDS)
    const processes = Array.from({ length: PROCESSES }, () => {
      const db = works.connectAgain()
      return { db, ...startDomain(db, works.clock) }
    })
    for (const process of processes) works.worker(process)
    const done: Done = { stocked, orders: [], movedMinor: 0n, codesMade: 0 }

    await Promise.all(
      Array.from({ length: LANES }, async (_, lane) => {
        const random = seeded(seed * 1_000 + lane)
        const process = processes[lane % PROCESSES] ?? expect.unreachable()
        for (let at = 0; at < ACTS_PER_LANE; at += 1) await act(process, done, random)
      }),
    )

    await expectAllToEnd(done)
    await expectCodesToAddUp(done)
    await expectMoneyToAddUp(done)
    expect(works.faults.filter((fault) => !isConnectionLost(fault))).toEqual([])
  },
)

async function act(process: DomainProcess, done: Done, random: () => number): Promise<void> {
  const choice = random()
  try {
    if (choice < 0.45) await placeOne(process, done, random)
    else if (choice < 0.6)
      await anyOf(done.orders, random, (one) => process.orders.cancel(one, 'x'))
    else if (choice < 0.7) await anyOf(done.orders, random, (one) => process.orders.retry(one))
    else if (choice < 0.8) await restock(done, 1 + Math.floor(random() * 12))
    else if (choice < 0.94) await moveMoney(process, done, random)
    else await endSessions(random)
  } catch (error) {
    if (!(error instanceof Refusal) && !isConnectionLost(error)) throw error
  }
}

async function placeOne(process: DomainProcess, done: Done, random: () => number): Promise<void> {
  const lines = 1 + Math.floor(random() * 3)
  const items = Array.from({ length: lines }, () => ({
    productId: 1 + Math.floor(random() * 2),
    amount: 10,
    quantity: 1 + Math.floor(random() * 5),
  }))
  const input = { clientReference: crypto.randomUUID(), idempotencyKey: crypto.randomUUID() }
  const wanted = { ...input, fingerprint: Buffer.alloc(32), currency: currency('USD'), items }
  const placed = await untilAnswered(() => process.orders.place(works.partnerId, wanted))
  done.orders.push(placed.order)
}

/** As a client does that has a key: it asks until it knows. */
function untilAnswered<T>(ask: () => Promise<T>): Promise<T> {
  return vi
    .waitFor(
      async () => {
        try {
          return { answer: await ask() }
        } catch (error) {
          if (isConnectionLost(error)) throw error
          return { error }
        }
      },
      { timeout: 20_000, interval: 20 },
    )
    .then((asked) => {
      if ('error' in asked) throw asked.error
      return asked.answer
    })
}

async function anyOf(
  orders: readonly Order[],
  random: () => number,
  work: (order: Order) => Promise<unknown>,
): Promise<void> {
  const order = orders[Math.floor(random() * orders.length)]
  if (order) await work(order)
}

async function restock(done: Done, count: number): Promise<void> {
  const first = done.codesMade
  done.codesMade += count
  const codes = Array.from({ length: count }, (_, at) => `CODE-${first + at}`)
  await untilAnswered(() => works.import(done.stocked, codes))
}

async function moveMoney(process: DomainProcess, done: Done, random: () => number): Promise<void> {
  const isDeposit = random() < 0.5
  const amountMinor = minor(1 + Math.floor(random() * 900), 'USD')
  const movement = {
    partnerId: works.partnerId,
    currency: 'USD',
    amountMinor,
    reference: crypto.randomUUID(),
    actor: 'test',
    reason: 'chargeback',
  }
  await untilAnswered(() => (isDeposit ? deposit : reverse)(process.ledger, movement))
  if (isDeposit) done.movedMinor += amountMinor
  else done.movedMinor -= amountMinor
}

/** Ends some of the sessions in the middle of whatever they do. */
async function endSessions(random: () => number): Promise<void> {
  const { rows } = await works.db.pool.query<{ pid: number }>(`
    select pid from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() order by pid`)
  for (const { pid } of rows) {
    if (random() < 0.5) await works.db.pool.query('select pg_terminate_backend($1)', [pid])
  }
}

/** With money and stock for all, and time for what was given up to be taken up again. */
async function expectAllToEnd(done: Done): Promise<void> {
  await works.deposit(100_000)
  done.movedMinor += 10_000_000n
  await restock(done, 2_000)
  await vi.waitFor(
    async () => {
      const found = await Promise.all(done.orders.map((order) => findOrder(works.db, order)))
      const open = found.filter((order) => !order || !isFinal(order.status))
      expect(open.map((order) => order?.status)).toEqual([])
      expect(
        await countRows('select from fulfillments where taking_back or due_at is not null'),
      ).toBe(0)
    },
    { timeout: 40_000, interval: 100 },
  )
}

async function expectCodesToAddUp({ orders, codesMade }: Done): Promise<void> {
  const found = await Promise.all(orders.map((order) => findOrder(works.db, order)))
  const completed = found.flatMap((order) => (order?.status === 'COMPLETED' ? [order] : []))
  const codes: string[] = []
  for (const order of completed) {
    const own = await works.codes(order)
    expect(own).toHaveLength(order.unitCount)
    codes.push(...own)
  }
  expect(new Set(codes).size).toBe(codes.length)
  const sold = codes.filter((code) => code.startsWith('CODE-')).length
  const { rows } = await works.db.pool.query<{ free: number; claimed: number }>(`
    select (select coalesce(sum(quantity), 0)::integer from stock_free) as free,
           (select coalesce(sum(taken), 0)::integer
            from stock_claims, unnest(quantities) as taken where state = 'CLAIMED') as claimed`)
  expect(rows).toEqual([{ free: codesMade - sold, claimed: sold }])
  expect(
    await countRows(`
      select from issued_pieces p join orders o using (partner_id, order_no)
      where o.status <> 'COMPLETED'`),
  ).toBe(0)
}

async function expectMoneyToAddUp({ orders, movedMinor }: Done): Promise<void> {
  const found = await Promise.all(orders.map((order) => findOrder(works.db, order)))
  const charged = found.reduce((sum, order) => sum + (order?.chargedMinor ?? 0n), 0n)
  const { rows } = await works.db.pool.query(`
    select credits_posted - debits_posted as funds, debits_pending as held
    from accounts where kind = 'funds'`)
  const given = BigInt(STARTING_FUNDS * 100) + movedMinor
  expect(rows).toEqual([{ funds: given - charged, held: 0n }])
  expect(await countRows('select from books where orders_on_hold <> 0')).toBe(0)
}

async function countRows(query: string): Promise<number> {
  return (await works.db.pool.query(query)).rowCount ?? 0
}
