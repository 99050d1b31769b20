import { afterAll, beforeAll, expect, test } from 'vitest'
import { stockedProducts } from '../../src/inventory/mod.ts'
import { batch, NOON, openFixture, type Fixture } from './fixture.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.end())

test('a product is in stock while it has a code that has not expired', async () => {
  const [dated, undated, empty, never] = [1, 2, 3, 4]
  await fixture.stockUp(dated, ['A'], '2026-03-02T00:00:00Z')
  await fixture.stockUp(undated, ['A'])
  await fixture.stockUp(empty, ['A'])
  await fixture.stock.issue([batch(empty, 1)])
  const productIds = [dated, undated, empty, never]
  const midnight = Date.parse('2026-03-02T00:00:00Z')

  expect(await stockedProducts(fixture.db, NOON, productIds)).toEqual(new Set([dated, undated]))
  expect(await stockedProducts(fixture.db, midnight, productIds)).toEqual(new Set([undated]))
  expect(await stockedProducts(fixture.db, NOON, [])).toEqual(new Set())
})
