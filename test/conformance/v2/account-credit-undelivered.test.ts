import { expect, test } from 'vitest'
import type { Json, Reply } from '../../support/client.ts'
import { eventually } from '../../support/eventually.ts'
import { dataOf, shareService, type RunningService } from '../../support/service.ts'
import { newCustomer } from '../partner-v1/fixture.ts'
import { balanceOf, CREDIT, setStatus } from './account-credit-fixture.ts'
import { giveUp, placeOrder } from './fixture.ts'

const shared = shareService()
const withoutWorker = shareService({ settings: { role: 'api' } })

/** Places an order of a credit at a process without a worker. The test starts a worker later. */
async function acceptedOrder(): Promise<{ service: RunningService; ann: Json; id: string }> {
  const service = await withoutWorker({ funds: { USD: '100' } })
  const { productId } = await service.product(CREDIT)
  const ann = await newCustomer(service.partner)
  const { id } = await placeOrder(service.partner, {
    items: [{ productId, amount: 40, quantity: 1, recipient: { walletId: ann.walletId } }],
  })
  return { service, ann, id }
}

function cancel({ admin }: RunningService, id: string): Promise<Reply> {
  return admin.post(`/admin/v1/orders/${id}/cancel`, { reason: 'tests' })
}

function waitForBatches({ partner }: RunningService, id: string, statuses: string[]) {
  return eventually(async () => {
    const batches: Json[] = dataOf(await partner.get(`/v2/orders/${id}/fulfillments`))
    expect(batches.map(({ status }) => status)).toEqual(statuses)
  })
}

test('if the wallet is FROZEN, the batch becomes FAILED with the reason, and a cancel refunds it', async () => {
  const { service, ann, id } = await acceptedOrder()
  await setStatus(service, ann.walletId, 'FROZEN')
  await service.another({ role: 'worker' })
  await waitForBatches(service, id, ['FAILED'])

  const { fulfillments } = dataOf(await service.admin.get(`/admin/v1/orders/${id}`))
  expect(fulfillments[0].lastFault).toBe('the recipient names a wallet that is FROZEN')
  // Another attempt may be under way.
  await eventually(async () => dataOf(await cancel(service, id)))

  expect(await service.partner.funds()).toEqual({ USD: 100 })
  expect(await balanceOf(service.partner, ann)).toBe(0)
})

test('a wallet that is ENABLED again is credited after a retry', async () => {
  const { service, ann, id } = await acceptedOrder()
  await setStatus(service, ann.walletId, 'FROZEN')
  await service.another({ role: 'worker' })
  await waitForBatches(service, id, ['FAILED'])

  await giveUp(service)
  await setStatus(service, ann.walletId, 'ENABLED')
  dataOf(await service.admin.post(`/admin/v1/orders/${id}/retry`, {}))
  await service.waitForOrder(id, 'COMPLETED')

  expect(await balanceOf(service.partner, ann)).toBe(40)
  expect(await service.partner.funds()).toEqual({ USD: 60 })
})

test('an order cancelled in the middle is charged for its credits, and refunded the rest', async () => {
  const service = await shared({ funds: { USD: '100' } })
  const { partner } = service
  const { productId } = await service.product(CREDIT)
  const scarce = await service.product({ supplier: 'vault' })
  const ann = await newCustomer(partner)
  const { id } = await placeOrder(partner, {
    items: [
      { productId, amount: 10, quantity: 2, recipient: { walletId: ann.walletId } },
      { productId: scarce.productId, amount: 30, quantity: 1 },
    ],
  })
  await waitForBatches(service, id, ['COMPLETED', 'PENDING'])
  await service.waitForOrder(id, 'OUT_OF_STOCK')
  expect(await partner.funds()).toEqual({ USD: 50 })

  dataOf(await cancel(service, id))

  expect(await partner.funds()).toEqual({ USD: 80 })
  expect(await balanceOf(partner, ann)).toBe(20)
})
