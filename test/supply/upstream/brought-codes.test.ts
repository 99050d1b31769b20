import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql, transact } from '../../../src/db/mod.ts'
import type { Code } from '../../../src/supply/port.ts'
import { keepNew, requireNew } from '../../../src/supply/upstream/brought-codes.ts'
import type { Purchase } from '../../../src/supply/upstream/purchase-rows.ts'
import { openStage, type Stage } from '../stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.end())

function purchaseOf(productId: number): Purchase {
  return { productId, reference: randomUUID() } as Purchase
}

function brought(purchase: Purchase, ...numbers: string[]) {
  const codes = numbers.map(numbered)
  return { vault: stage.vault, purchase, codes }
}

function numbered(giftCardNumber: string): Code {
  return { giftCardNumber, giftCardPin: '', barCodeNumber: '', redemptionUrl: '' }
}

function required(purchase: Purchase, ...numbers: string[]): Promise<void> {
  return transact(stage.db, (tx) => requireNew(tx, brought(purchase, ...numbers)))
}

test('a purchase that is read again has brought its codes as before', async () => {
  const purchase = purchaseOf(stage.nextProductId())

  await required(purchase, 'A', 'B')
  await expect(required(purchase, 'A', 'B')).resolves.toBeUndefined()
})

test('what another purchase brought is not new, and such a purchase keeps nothing', async () => {
  const productId = stage.nextProductId()
  await required(purchaseOf(productId), 'A', 'B')

  await expect(required(purchaseOf(productId), 'b', 'C', 'D')).rejects.toThrow(
    '1 of 3 codes were delivered before',
  )
  await expect(required(purchaseOf(productId), 'C', 'D')).resolves.toBeUndefined()
})

test('codes of another product are others', async () => {
  await required(purchaseOf(stage.nextProductId()), 'A')

  await expect(required(purchaseOf(stage.nextProductId()), 'A')).resolves.toBeUndefined()
})

test('what has been in stock of the product is not new', async () => {
  const productId = stage.nextProductId()
  await stage.stockUp(productId, ['A', 'B'])

  await expect(required(purchaseOf(productId), 'A', 'C')).rejects.toThrow(
    '1 of 2 codes were in stock before',
  )
})

test('of two purchases that bring the same codes at once one does', async () => {
  const productId = stage.nextProductId()
  const numbers = Array.from({ length: 50 }, (_, at) => `CODE-${at}`)

  const ends = await Promise.allSettled([
    required(purchaseOf(productId), ...numbers),
    required(purchaseOf(productId), ...numbers.toReversed()),
  ])

  expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const rows = await stage.db.rows(
    sql<{ purchases: bigint; codes: bigint }>`
      select count(distinct reference) as purchases, count(*) as codes
      from upstream_codes where product_id = ${productId}`,
  )
  expect(rows).toEqual([{ purchases: 1n, codes: 50n }])
})

test('of what goes into stock, what another purchase brought is left out', async () => {
  const productId = stage.nextProductId()
  await required(purchaseOf(productId), 'A')
  const purchase = purchaseOf(productId)
  const keep = () => transact(stage.db, (tx) => keepNew(tx, brought(purchase, 'A', 'B', 'C')))

  expect(await keep()).toEqual(['B', 'C'].map(numbered))
  expect(await keep()).toEqual(['B', 'C'].map(numbered))
})
