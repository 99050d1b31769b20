import { expect, test } from 'vitest'
import { Http, signedClient } from '../../support/client.ts'
import { anOrder, dataOf, shareService, type RunningService } from '../../support/service.ts'
import { aCredit, newCustomer } from '../partner-v1/fixture.ts'
import { completeOrder, deposit, placeOrder, reverse } from './fixture.ts'

const shared = shareService()

async function setLimit(
  { admin, partner }: RunningService,
  [currency, amount]: readonly [string, number],
): Promise<void> {
  const path = `/admin/v1/partners/${partner.partnerId}/credit-limits`
  dataOf(await admin.put(path, { currency, amount }))
}

test('a partner spends its funds and its credit limit, and not a cent more', async () => {
  const service = await shared({ funds: { USD: '10.00' } })
  const { partner } = service
  const { productId } = await service.product()
  await setLimit(service, ['USD', 25])
  expect(await partner.funds()).toEqual({ USD: 35 })

  const refused = await partner.post('/v2/orders', anOrder({ productId, amount: 35.01 }))
  expect(refused.status).toBe(402)
  expect(refused.body.error.message).toContain('available 35.00 USD, required 35.01 USD')
  await completeOrder(service, { productId, amount: 35 })

  expect(await partner.funds()).toEqual({ USD: 0 })
  expect((await partner.get('/v2/accounts/balances')).body.paymentType).toBe('Funds On Account')
})

test('a limit has one currency, in which the partner may have had no funds', async () => {
  const service = await shared({ funds: { USD: '10.00' } })
  const { partner, admin } = service
  const { productId } = await service.product({ currency: 'KWD' })
  await setLimit(service, ['KWD', 2])

  await completeOrder(service, { productId, currency: 'KWD', amount: 1.5 })

  expect(await partner.funds()).toEqual({ USD: 10, KWD: 0.5 })
  const path = `/admin/v1/partners/${partner.partnerId}/credit-limits`
  expect(dataOf(await admin.get(path))).toEqual([{ currency: 'KWD', amount: 2 }])
})

test('credits of wallets use the limit too', async () => {
  const service = await shared({ funds: { USD: '0.01' } })
  const { partner } = service
  await setLimit(service, ['USD', 5])
  const { walletId } = await newCustomer(partner, { currency: 'USD', initialFunds: 3 })
  const path = `/api/partner/v1/wallets/${walletId}/transactions`

  expect((await partner.post(path, aCredit({ amount: 2.01 }))).status).toBe(200)
  expect((await partner.post(path, aCredit({ amount: 0.01 }))).status).toBe(402)
})

test('a deposit reduces the debt first; a higher limit resumes an order that waits', async () => {
  const service = await shared({ funds: { USD: '30.00' } })
  const { partner } = service
  const sandbox = { supplier: 'sandbox', supplierSettings: { outcome: 'out_of_stock' } }
  const { productId } = await service.product(sandbox)
  const { id } = await placeOrder(partner, { productId, amount: 30 })
  await service.waitForOrder(id, 'OUT_OF_STOCK')
  await reverse(service, ['USD', 20])
  await service.waitForOrder(id, 'ON_HOLD')

  await setLimit(service, ['USD', 19.99])
  expect(dataOf(await partner.get(`/v2/orders/${id}`)).status).toBe('ON_HOLD')
  await setLimit(service, ['USD', 20])
  await service.waitForOrder(id, 'OUT_OF_STOCK')
  expect(await partner.funds()).toEqual({ USD: 0 })

  await setLimit(service, ['USD', 19.99])
  await service.waitForOrder(id, 'ON_HOLD')
  await deposit(service, ['USD', 0.01])
  await service.waitForOrder(id, 'OUT_OF_STOCK')
})

test('another process uses the new limit at once, whatever it has cached', async () => {
  const service = await shared({ funds: { USD: '5.00' } })
  const { partner } = service
  const other = await service.another()
  const atOtherProcess = signedClient(new Http(other.url), partner.credentials)
  const { walletId } = await newCustomer(partner, { currency: 'USD', initialFunds: 1 })
  const path = `/api/partner/v1/wallets/${walletId}/transactions`
  expect((await atOtherProcess.post(path, aCredit({ amount: 4 }))).status).toBe(200)

  await setLimit(service, ['USD', 3])
  expect((await atOtherProcess.post(path, aCredit({ amount: 3 }))).status).toBe(200)
  await setLimit(service, ['USD', 2])
  expect((await atOtherProcess.post(path, aCredit({ amount: 0.01 }))).status).toBe(402)
})
