import { afterAll, beforeAll, expect, test } from 'vitest'
import { stockedProducts } from '../../src/inventory/mod.ts'
import { batch, NOON, openStage, type Stage } from './fixture.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.end())

test('a product is in stock while it has a code that has not expired', async () => {
  const [dated, undated, empty, never] = [1, 2, 3, 4]
  await stage.stockUp(dated, ['A'], '2026-03-02T00:00:00Z')
  await stage.stockUp(undated, ['A'])
  await stage.stockUp(empty, ['A'])
  await stage.stock.issue([batch(empty, 1)])
  const asked = [dated, undated, empty, never]
  const midnight = Date.parse('2026-03-02T00:00:00Z')

  expect(await stockedProducts(stage.db, NOON, asked)).toEqual(new Set([dated, undated]))
  expect(await stockedProducts(stage.db, midnight, asked)).toEqual(new Set([undated]))
  expect(await stockedProducts(stage.db, NOON, [])).toEqual(new Set())
})
