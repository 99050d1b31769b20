import { afterEach, beforeEach, expect, test } from 'vitest'
import { startWorks, type Works } from '../support/works.ts'
import { claimAll, deliverOver, untilOneWaits } from '../support/by-hand.ts'
import { pauseBefore } from '../support/pause.ts'

let works: Works

beforeEach(async () => {
  works = await startWorks()
})
afterEach(() => works.end())

test('a deposit while a top-up fails leaves no batch waiting for funds', async () => {
  await works.deposit(100)
  await works.product({
    supplier: 'sandbox',
    productType: 'TOP_UP',
    recipientFields: [{ name: 'phone', label: 'Phone', pattern: '[0-9]+', required: true }],
  })
  const item = { productId: 1, amount: 10, quantity: 1, recipient: { phone: '123' } }
  const order = await works.place({ items: [item] })
  const [batch] = await claimAll(works)
  await works.reverse(100)
  const slow = works.connectAgain()
  const pause = pauseBefore(slow, /^commit/)

  const outcome = { outcome: 'refused', reason: 'as the test has it' } as const
  const failed = deliverOver(slow, works, { batch, outcome })
  await pause.reached
  const deposited = works.deposit(100)
  await Promise.race([deposited, untilOneWaits(works)])
  pause.resume()
  await Promise.all([failed, deposited])

  works.worker()
  await works.reaches(order, 'COMPLETED')
  expect(await works.funds()).toEqual({ USD: '90.00' })
})
