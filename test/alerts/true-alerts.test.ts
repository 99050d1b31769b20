import { expect, test } from 'vitest'
import { createFundsCheck } from '../../src/alerts/mod.ts'
import { createStuckCheck } from '../../src/fulfillment/mod.ts'
import type { Json } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { anOrder, dataOf, startService } from '../support/service.ts'

const KINDS = ['batches_failed', 'low_funds', 'orders_waiting']

test('a service raises alerts of low funds, FAILED batches and orders that wait, and resolves them', async () => {
  const service = await startService({ funds: { USD: '100.00' }, settings: { waitingSeconds: 1 } })
  const { partner, admin } = service
  const product = await service.product()
  const settings = { outcome: 'refused' }
  const refused = await service.product({ supplier: 'sandbox', supplierSettings: settings })
  const place = async (productId: number, amount: number): Promise<string> =>
    dataOf(await partner.post('/v2/orders', anOrder({ productId, amount, quantity: 1 }))).id
  await service.waitForOrder(await place(product.productId, 80), 'COMPLETED')
  const stuck = await place(refused.productId, 10)

  const open = await eventually(async () => {
    const alerts = await openAlerts(service)
    expect(Object.keys(alerts).toSorted()).toEqual(KINDS)
    return alerts
  })

  expect(open).toMatchObject({
    low_funds: { state: 'open', details: { available: '10.00', daysLeft: 0.1 } },
    batches_failed: { state: 'open', details: { orderId: stuck } },
    orders_waiting: { state: 'open', details: { orderId: stuck } },
  })
  await admin.post(`/admin/v1/orders/${stuck}/cancel`, { reason: 'the supplier refuses it' })
  await admin.post(`/admin/v1/partners/${partner.partnerId}/deposits`, {
    currency: 'USD',
    amount: 1_000,
    reference: 'deposit-2',
  })
  const { services } = service
  await createFundsCheck({ ...services.config, ...services })()
  await createStuckCheck({ ...services.config, ...services })()
  await eventually(async () => expect(await openAlerts(service)).toEqual({}))
})

async function openAlerts({ admin }: { admin: { get(target: string): Promise<Json> } }) {
  const { body } = await admin.get('/admin/v1/alerts?state=open')
  return Object.fromEntries(body.data.map((alert: Json) => [alert.kind, alert]))
}
