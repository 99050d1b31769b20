import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stockCodes } from '../../src/inventory/stock-codes.ts'
import { batch, openFixture, type Fixture } from './fixture.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.end())

test('purchased codes are stored once, and onStored gets the number of new ones', async () => {
  const productId = fixture.nextProductId()
  const counts: number[] = []
  await fixture.stockUp(productId, ['A'])
  const purchase = randomUUID()
  const stock = (numbers: readonly string[]): Promise<number> =>
    stockCodes(fixture, {
      productId,
      purchase,
      lot: 'bought',
      lines: numbers.map((number) => ({
        code: { giftCardNumber: number, giftCardPin: '', barCodeNumber: '', redemptionUrl: '' },
        faceValueMinor: 1000n,
        expiresAt: undefined,
      })),
      onStored(_tx, stored) {
        counts.push(stored)
        return Promise.resolve()
      },
    })

  expect(await stock(['a', 'B', 'C', 'B'])).toBe(2)
  expect(await stock(['C', 'A'])).toBe(0)
  expect(counts).toEqual([2])
  const [outcome] = await fixture.stock.issue([batch(productId, 1, { quantity: 3 })])
  expect(await fixture.numbers(outcome)).toEqual(['A', 'B', 'C'])
})

test('codes without a number are identified by all their other fields', async () => {
  const productId = fixture.nextProductId()
  const purchase = randomUUID()
  const stock = (urls: readonly string[]): Promise<number> =>
    stockCodes(fixture, {
      productId,
      purchase,
      lot: 'bought',
      lines: urls.map((redemptionUrl) => ({
        code: { giftCardNumber: '', giftCardPin: '', barCodeNumber: '', redemptionUrl },
        faceValueMinor: 1000n,
        expiresAt: undefined,
      })),
      onStored: () => Promise.resolve(),
    })

  expect(await stock(['https://a.test/x', 'https://a.test/X', 'https://a.test/x'])).toBe(2)
  expect(await stock(['https://a.test/X', 'https://a.test/y'])).toBe(1)
})
