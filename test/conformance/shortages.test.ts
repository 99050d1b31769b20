import { expect, test } from 'vitest'
import { shareService } from '../support/service.ts'

const shared = shareService()

test('a 402 says in numbers what is available, required and missing', async () => {
  const { partner, product } = await shared({ funds: { USD: '9.99' } })
  const { productId } = await product()
  const order = {
    clientReference: 'too-much',
    currency: 'USD',
    items: [{ productId, amount: 10, quantity: 1 }],
  }
  const shortage = { available: 9.99, required: 10, missing: 0.01, currency: 'USD' }
  const message = 'available 9.99 USD, required 10.00 USD'

  const refused = await partner.post('/v2/orders', order)
  expect(refused.status).toBe(402)
  expect(refused.body.error.details).toEqual([{ field: 'currency', message, ...shortage }])

  const quote = await partner.post('/v2/quotes', { currency: 'USD', items: order.items })
  expect(quote.body.data.faults).toEqual([{ field: 'currency', message, ...shortage }])

  const consumer = { fullName: 'Ann Lee', email: 'ann@example.com', currency: 'USD' }
  const unfunded = await partner.post('/api/partner/v1/customer', { ...consumer, initialFunds: 10 })
  expect(unfunded.status).toBe(402)
  expect(unfunded.body.error.details).toEqual([{ field: 'initialFunds', message, ...shortage }])

  const created = await partner.post('/api/partner/v1/customer', { ...consumer, initialFunds: 0 })
  const credit = { amount: 10, transactionType: 'CREDIT', referenceId: 'r' }
  const path = `/api/partner/v1/wallets/${created.body.data.walletId}/transactions`
  const uncovered = await partner.post(path, credit)
  expect(uncovered.status).toBe(402)
  expect(uncovered.body.error.details).toEqual([{ field: 'amount', message, ...shortage }])
})

test('a 402 for a spend limit says how much of the limit is left', async () => {
  const { admin, partner, product } = await shared({ funds: { KWD: '100' } })
  const { productId } = await product({ currency: 'KWD', minAmount: 1, maxAmount: 50 })
  const limits = `/admin/v1/partners/${partner.partnerId}/spend-limits`
  await admin.put(limits, { currency: 'KWD', perDay: 1.5, reason: 'a test' })
  const refused = await partner.post('/v2/orders', {
    clientReference: 'over-the-limit',
    currency: 'KWD',
    items: [{ productId, amount: 2.005, quantity: 1 }],
  })
  expect(refused.status).toBe(402)
  const [fault] = refused.body.error.details
  expect(fault).toMatchObject({ available: 1.5, required: 2.005, missing: 0.505, currency: 'KWD' })
  expect(fault.message).toContain('the daily spend limit of 1.500 KWD')
})
