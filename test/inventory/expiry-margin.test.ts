import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { transact } from '../../src/db/mod.ts'
import {
  changePolicy,
  freeQuantity,
  stockedProducts,
  stockedBuckets,
  type StockPolicy,
} from '../../src/inventory/mod.ts'
import { batch, names, NOON, openFixture, type Fixture } from './fixture.ts'

let fixture: Fixture
let productId: number
beforeAll(async () => {
  fixture = await openFixture()
})
beforeEach(async () => {
  productId = fixture.nextProductId()
  await setPolicy(undefined, { expiryMarginSeconds: null })
})
afterAll(() => fixture.end())

const DAY = 86_400
const afterDays = (days: number): string => new Date(NOON + days * DAY * 1_000).toISOString()

function setPolicy(id: number | undefined, change: Partial<StockPolicy>): Promise<unknown> {
  return transact(fixture.db, (tx) => changePolicy(tx, id, change))
}

/** Returns the stock for sale in the bucket, as each of the three queries sees it. */
async function stockSeen(): Promise<{ free: number; hasStock: boolean; hasBucket: boolean }> {
  const bucket = { productId, faceMinor: 1_000n }
  return {
    free: await freeQuantity(fixture.db, bucket, NOON),
    hasStock: (await stockedProducts(fixture.db, NOON, [productId])).has(productId),
    hasBucket: (await stockedBuckets(fixture.db, [bucket], NOON)).length === 1,
  }
}

const sell = (orderNo: number, quantity: number): Promise<string[] | string> =>
  fixture.sell(batch(productId, orderNo, { quantity }))

test('without a margin, every code that has not expired is sold', async () => {
  await fixture.stockUp(productId, names('A', 2), new Date(NOON + 1).toISOString())

  expect(await stockSeen()).toEqual({ free: 2, hasStock: true, hasBucket: true })
  expect(await sell(1, 2)).toEqual(['A-1', 'A-2'])
})

test('a code is sold until the second before its margin begins', async () => {
  await fixture.stockUp(productId, names('B', 2), new Date(NOON + 30 * DAY * 1_000).toISOString())
  await fixture.stockUp(
    productId,
    names('C', 1),
    new Date(NOON + 30 * DAY * 1_000 + 1).toISOString(),
  )
  await setPolicy(undefined, { expiryMarginSeconds: 30 * DAY })

  expect(await stockSeen()).toEqual({ free: 1, hasStock: true, hasBucket: true })
  expect(await sell(1, 2)).toBe('out_of_stock')
  expect(await sell(2, 1)).toEqual(['C-1'])
  expect(await stockSeen()).toEqual({ free: 0, hasStock: false, hasBucket: false })
})

test('the margin of a product overrides that of all products, even if it is zero', async () => {
  const other = fixture.nextProductId()
  await fixture.stockUp(productId, names('D', 1), afterDays(1))
  await fixture.stockUp(productId, names('E', 1))
  await setPolicy(undefined, { expiryMarginSeconds: 10 * DAY })
  await setPolicy(other, { expiryMarginSeconds: 0 })
  expect(await stockSeen()).toMatchObject({ free: 1 })

  await setPolicy(productId, { expiryMarginSeconds: 0 })
  expect(await stockSeen()).toMatchObject({ free: 2 })
  await setPolicy(productId, { expiryMarginSeconds: null })
  expect(await sell(1, 2)).toBe('out_of_stock')

  await setPolicy(productId, { expiryMarginSeconds: DAY - 1 })
  expect(await sell(2, 2)).toEqual(['D-1', 'E-1'])
})

test('codes without an expiry are sold whatever the margin is', async () => {
  await fixture.stockUp(productId, names('F', 3))
  await setPolicy(productId, { expiryMarginSeconds: 315_360_000 })

  expect(await stockSeen()).toEqual({ free: 3, hasStock: true, hasBucket: true })
  expect(await sell(1, 3)).toEqual(['F-1', 'F-2', 'F-3'])
})
