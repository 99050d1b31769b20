import { afterAll, beforeAll, expect, test } from 'vitest'
import { transact } from '../../src/db/mod.ts'
import { reserveWithin } from '../../src/inventory/mod.ts'
import type { IssueRequest } from '../../src/supply/mod.ts'
import { batch, gate, names, openStage, untilOneWaits, type Stage } from './fixture.ts'

let stage: Stage
let productId: number
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.end())

/** Reservations in a transaction of its own, which stays open until it is told how to end. */
async function heldReservation(
  request: IssueRequest,
): Promise<(as: 'commit' | 'rollback') => Promise<void>> {
  const ending = gate<'commit' | 'rollback'>()
  const reserved = gate<void>()
  const done = transact(stage.db, async (tx) => {
    const outcomes = await reserveWithin(tx, productId, [request], { now: stage.clock.now() })
    expect(outcomes).toMatchObject([{ outcome: 'issued' }])
    reserved.open()
    if ((await ending.opened) === 'rollback') throw new Error('rolled back')
  })
  await Promise.race([reserved.opened, done])
  return async (as) => {
    ending.open(as)
    await done.catch((error: unknown) => expect(String(error)).toContain('rolled back'))
  }
}

test('a reservation waits for stock that another transaction has locked', async () => {
  productId = stage.nextProductId()
  await stage.stockUp(productId, names('J', 5))
  const end = await heldReservation(batch(productId, 1, { quantity: 5 }))

  const waiting = stage.stock.issue([batch(productId, 2, { quantity: 5 })])
  await untilOneWaits(stage.db)
  await end('rollback')

  expect(await waiting).toMatchObject([{ outcome: 'issued' }])
  expect(await stage.freeAfterAudit(productId)).toBe(0)
})

test('a reservation that waited for a lock sees the stock that came in meanwhile', async () => {
  productId = stage.nextProductId()
  await stage.stockUp(productId, names('K', 5))
  const end = await heldReservation(batch(productId, 1, { quantity: 5 }))

  const waiting = stage.stock.issue([batch(productId, 2, { quantity: 5 })])
  await untilOneWaits(stage.db)
  await stage.stockUp(productId, names('L', 5))
  await end('commit')

  expect(await stage.numbers((await waiting)[0])).toEqual(names('L', 5))
  expect(await stage.freeAfterAudit(productId)).toBe(0)
})

test('a range that was cut while a reservation waited is taken from its new beginning', async () => {
  productId = stage.nextProductId()
  await stage.stockUp(productId, names('M', 5))
  const end = await heldReservation(batch(productId, 1, { quantity: 2 }))

  const waiting = stage.stock.issue([batch(productId, 2, { quantity: 3 })])
  await untilOneWaits(stage.db)
  await end('commit')

  expect(await stage.numbers((await waiting)[0])).toEqual(['M-3', 'M-4', 'M-5'])
  expect(await stage.freeAfterAudit(productId)).toBe(0)
})

test('a release waits for the reservation of its key and frees its codes', async () => {
  productId = stage.nextProductId()
  await stage.stockUp(productId, names('O', 5))
  const end = await heldReservation(batch(productId, 1, { quantity: 5 }))

  const released = stage.stock.release([batch(productId, 1, { quantity: 5 })])
  await untilOneWaits(stage.db)
  await end('commit')
  await released

  expect(await stage.stock.issue([batch(productId, 1)])).toMatchObject([{ outcome: 'refused' }])
  expect(await stage.freeAfterAudit(productId)).toBe(5)
})
