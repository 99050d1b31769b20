import { afterEach, beforeEach, expect, test } from 'vitest'
import { startFulfillmentFixture, type FulfillmentFixture } from '../support/fulfillment-fixture.ts'
import { claimAll, deliverOver } from '../support/by-hand.ts'
import { pauseBefore } from '../support/pause.ts'
import { untilOneWaits } from '../support/lock-waits.ts'

let fixture: FulfillmentFixture

beforeEach(async () => {
  fixture = await startFulfillmentFixture()
})
afterEach(() => fixture.end())

test('a deposit while a top-up fails leaves no batch waiting for funds', async () => {
  await fixture.deposit(100)
  await fixture.product({
    supplier: 'sandbox',
    productType: 'TOP_UP',
    recipientFields: [{ name: 'phone', label: 'Phone', pattern: '[0-9]+', required: true }],
  })
  const item = { productId: 1, amount: 10, quantity: 1, recipient: { phone: '123' } }
  const order = await fixture.place({ items: [item] })
  const [batch] = await claimAll(fixture)
  await fixture.reverse(100)
  const slow = fixture.connectAgain()
  const pause = pauseBefore(slow, /^commit/)

  const outcome = { outcome: 'refused', reason: 'as the test has it' } as const
  const failed = deliverOver(slow, fixture, { batch, outcome })
  await pause.reached
  const deposited = fixture.deposit(100)
  await Promise.race([deposited, untilOneWaits(fixture.db)])
  pause.resume()
  await Promise.all([failed, deposited])

  fixture.worker()
  await fixture.reaches(order, 'COMPLETED')
  expect(await fixture.funds()).toEqual({ USD: '90.00' })
})
