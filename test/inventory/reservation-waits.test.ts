import { afterAll, beforeAll, expect, test } from 'vitest'
import { transact } from '../../src/db/mod.ts'
import { reserveWithin } from '../../src/inventory/mod.ts'
import type { IssueRequest } from '../../src/supply/mod.ts'
import { batch, gate, names, openFixture, type Fixture } from './fixture.ts'
import { untilOneWaits } from '../support/lock-waits.ts'

let fixture: Fixture
let productId: number
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.end())

/** Reserves in a transaction that stays open, and returns a function that ends it. */
async function openReservation(
  request: IssueRequest,
): Promise<(as: 'commit' | 'rollback') => Promise<void>> {
  const ending = gate<'commit' | 'rollback'>()
  const reserved = gate<void>()
  const transaction = transact(fixture.db, async (tx) => {
    const outcomes = await reserveWithin(tx, productId, [request], { now: fixture.clock.now() })
    expect(outcomes).toMatchObject([{ outcome: 'issued' }])
    reserved.open()
    if ((await ending.opened) === 'rollback') throw new Error('rolled back')
  })
  await Promise.race([reserved.opened, transaction])
  return async (as) => {
    ending.open(as)
    await transaction.catch((error: unknown) => expect(String(error)).toContain('rolled back'))
  }
}

test('a reservation waits for stock that another transaction has locked', async () => {
  productId = fixture.nextProductId()
  await fixture.stockUp(productId, names('J', 5))
  const end = await openReservation(batch(productId, 1, { quantity: 5 }))

  const waiting = fixture.stock.issue([batch(productId, 2, { quantity: 5 })])
  await untilOneWaits(fixture.db)
  await end('rollback')

  expect(await waiting).toMatchObject([{ outcome: 'issued' }])
  expect(await fixture.freeAfterAudit(productId)).toBe(0)
})

test('a reservation that waited for a lock sees the stock that was imported meanwhile', async () => {
  productId = fixture.nextProductId()
  await fixture.stockUp(productId, names('K', 5))
  const end = await openReservation(batch(productId, 1, { quantity: 5 }))

  const waiting = fixture.stock.issue([batch(productId, 2, { quantity: 5 })])
  await untilOneWaits(fixture.db)
  await fixture.stockUp(productId, names('L', 5))
  await end('commit')

  expect(await fixture.numbers((await waiting)[0])).toEqual(names('L', 5))
  expect(await fixture.freeAfterAudit(productId)).toBe(0)
})

test('a range that was cut while a reservation waited is taken from its new beginning', async () => {
  productId = fixture.nextProductId()
  await fixture.stockUp(productId, names('M', 5))
  const end = await openReservation(batch(productId, 1, { quantity: 2 }))

  const waiting = fixture.stock.issue([batch(productId, 2, { quantity: 3 })])
  await untilOneWaits(fixture.db)
  await end('commit')

  expect(await fixture.numbers((await waiting)[0])).toEqual(['M-3', 'M-4', 'M-5'])
  expect(await fixture.freeAfterAudit(productId)).toBe(0)
})

test('a release waits for the reservation of its key and frees its codes', async () => {
  productId = fixture.nextProductId()
  await fixture.stockUp(productId, names('O', 5))
  const end = await openReservation(batch(productId, 1, { quantity: 5 }))

  const released = fixture.stock.release([batch(productId, 1, { quantity: 5 })])
  await untilOneWaits(fixture.db)
  await end('commit')
  await released

  expect(await fixture.stock.issue([batch(productId, 1)])).toMatchObject([{ outcome: 'refused' }])
  expect(await fixture.freeAfterAudit(productId)).toBe(5)
})
