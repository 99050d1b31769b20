import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { connect, Outage, type Database, type Db } from '../../src/db/mod.ts'
import { readItems } from '../../src/fulfillment/mod.ts'
import type { Order } from '../../src/orders/mod.ts'
import { decodeCodes } from '../../src/supply/mod.ts'
import type { Vault } from '../../src/vault/mod.ts'
import { startFulfillmentFixture, type FulfillmentFixture } from '../support/fulfillment-fixture.ts'

let fixture: FulfillmentFixture

beforeEach(async () => {
  fixture = await startFulfillmentFixture()
  await fixture.deposit(1_000_000)
})
afterEach(() => fixture.end())

/** Places an order of two codes, and returns it when it is COMPLETED. */
async function completedOrder(): Promise<Order> {
  const { productId } = await fixture.product({ supplier: 'generator' })
  fixture.worker()
  const items = [{ productId, amount: 10, quantity: 2 }]
  return fixture.reaches(await fixture.place({ items }), 'COMPLETED')
}

test('a page past the end is empty, and reads nothing from the database', async () => {
  const order = await completedOrder()
  const db: Db = { kind: 'db', rows: () => expect.unreachable() }

  for (const first of [3, 2 ** 31, Number.MAX_SAFE_INTEGER]) {
    const opened = readItems({ db, vault: fixture.vault }, order, { first, last: 2 })
    expect(await opened.next()).toEqual({ done: true, value: undefined })
  }
})

test('a slow reader gets every code, even after the keys have left the cache', async () => {
  const { productId } = await fixture.product({ supplier: 'generator' })
  fixture.worker()
  const items = [20, 10].map((amount) => ({ productId, amount, quantity: 1 }))
  const order = await fixture.reaches(await fixture.place({ items }), 'COMPLETED')
  let prepared: readonly unknown[] = []
  const vault: Vault = {
    ...fixture.vault,
    async prepare(needed) {
      await fixture.vault.prepare(needed)
      prepared = needed
    },
    open(purpose, context, sealed) {
      if (!prepared.includes(sealed)) throw new Error('the key was let go')
      return fixture.vault.open(purpose, context, sealed)
    },
  }

  const numbers: number[] = []
  for await (const opened of readItems({ db: fixture.db, vault }, order, { first: 1, last: 2 })) {
    numbers.push(opened.firstItemNo)
    prepared = []
  }

  expect(numbers).toEqual([1, 2])
})

test('after a restore that lost this order, no item of a later order with its number is read', async () => {
  const order = await completedOrder()
  const { db, vault } = fixture
  const lost = { ...order, createdMs: order.createdMs - 1 }

  const opened = readItems({ db, vault }, lost, { first: 1, last: 2 })

  await expect(opened.next()).rejects.toThrow(Outage)
})

test('if the order exists and its items do not, the error says so', async () => {
  const order = await completedOrder()
  const { db, vault } = fixture
  await db.pool.query('delete from issued_segments')

  const opened = readItems({ db, vault }, order, { first: 1, last: 2 })

  await expect(opened.next()).rejects.toThrow('items from 1 on are missing')
})

test('any range of items has its codes, and reads few segments that it does not need', async () => {
  const { productId } = await fixture.product({ supplier: 'generator' })
  fixture.worker()
  const items = Array.from({ length: 40 }, () => ({ productId, amount: 10, quantity: 2 }))
  const order = await fixture.reaches(await fixture.place({ items }), 'COMPLETED')
  const all = await fixture.codes(order)
  expect(new Set(all).size).toBe(80)
  const db = connect(fixture.target, { connectionsMax: 1, onIdleError: () => undefined })
  onTestFinished(() => db.close())

  for (const [first, last] of [
    [1, 1],
    [2, 2],
    [2, 3],
    [3, 3],
    [4, 21],
    [1, 80],
    [79, 80],
  ] as const) {
    const before = await segmentsRead(db)
    const codes: string[] = []
    for await (const opened of readItems({ ...fixture, db }, order, { first, last })) {
      codes.push(...decodeCodes(opened.codes).map((code) => code.giftCardNumber))
    }
    expect(codes).toEqual(all.slice(first - 1, last))
    expect((await segmentsRead(db)) - before).toBeLessThanOrEqual(2 * (last - first) + 10)
  }
})

/** Returns the number of index entries of segments that this connection has read so far. */
async function segmentsRead({ pool }: Database): Promise<number> {
  await pool.query('select pg_stat_force_next_flush()')
  const { rows } = await pool.query<{ read: string }>(
    `select sum(idx_tup_read)::text as read from pg_stat_user_indexes
     where relname = 'issued_segments'`,
  )
  return Number(rows[0]?.read)
}
