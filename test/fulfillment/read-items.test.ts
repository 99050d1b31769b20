import { afterEach, beforeEach, expect, test } from 'vitest'
import { Outage, type Db } from '../../src/db/mod.ts'
import { readItems } from '../../src/fulfillment/mod.ts'
import type { Order } from '../../src/orders/mod.ts'
import type { Vault } from '../../src/vault/mod.ts'
import { startFulfillmentFixture, type FulfillmentFixture } from '../support/fulfillment-fixture.ts'

let fixture: FulfillmentFixture

beforeEach(async () => {
  fixture = await startFulfillmentFixture()
  await fixture.deposit(1_000_000)
})
afterEach(() => fixture.end())

/** An order of two codes. */
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

test('a slow reader gets every code though the keys have left the cache', async () => {
  const { productId } = await fixture.product({ supplier: 'generator' })
  fixture.worker()
  const items = [20, 10].map((amount) => ({ productId, amount, quantity: 1 }))
  const order = await fixture.reaches(await fixture.place({ items }), 'COMPLETED')
  let kept: readonly unknown[] = []
  const vault: Vault = {
    ...fixture.vault,
    async prepare(needed) {
      await fixture.vault.prepare(needed)
      kept = needed
    },
    open(purpose, context, sealed) {
      if (!kept.includes(sealed)) throw new Error('the key was let go')
      return fixture.vault.open(purpose, context, sealed)
    },
  }

  const numbers: number[] = []
  for await (const opened of readItems({ db: fixture.db, vault }, order, { first: 1, last: 2 })) {
    numbers.push(opened.firstItemNo)
    kept = []
  }

  expect(numbers).toEqual([1, 2])
})

test('no item of another order with the same number, in a history that lost this one, is read', async () => {
  const order = await completedOrder()
  const { db, vault } = fixture
  const lost = { ...order, createdMs: order.createdMs - 1 }

  const opened = readItems({ db, vault }, lost, { first: 1, last: 2 })

  await expect(opened.next()).rejects.toThrow(Outage)
})

test('items that are missing though the order is there are an error of their own', async () => {
  const order = await completedOrder()
  const { db, vault } = fixture
  await db.pool.query('delete from issued_segments')

  const opened = readItems({ db, vault }, order, { first: 1, last: 2 })

  await expect(opened.next()).rejects.toThrow('items from 1 on are missing')
})
