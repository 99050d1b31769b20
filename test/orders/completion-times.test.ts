import { expect, test, vi } from 'vitest'
import { signedClient, type SignedClient } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { anOrder, dataOf, startService } from '../support/service.ts'

test('completed orders are counted once, except those that were held or are of test partners', async () => {
  const service = await startService({ funds: { USD: '100.00' } })
  const { admin, http, partner, newPartner, product, waitForOrder } = service
  const recorded = vi.spyOn(service.services.metrics, 'orderCompleted')
  const { productId: instant } = await product()
  const { productId: queued } = await product({ supplier: 'sandbox' })
  await place(partner, anOrder({ productId: queued }))
  await eventually(() => expect(recorded).toHaveBeenCalledTimes(1))

  await placeTestOrder()
  await placeHeldOrder()
  // The order is issued when it is accepted, so it is recorded before the response.
  await place(partner, anOrder({ productId: instant }))

  expect(recorded).toHaveBeenCalledTimes(2)
  const { text } = await http.send({ method: 'GET', target: '/metrics' })
  expect(text).toContain('tessera_order_completion_seconds_count 2\n')

  async function placeTestOrder(): Promise<void> {
    const path = `/admin/v1/partners/${partner.partnerId}/credentials`
    const tester = signedClient(http, dataOf(await admin.post(path, { mode: 'test' })))
    const [{ productId }] = dataOf(await tester.get('/v2/products?currency=USD'))
    await waitForOrder(await place(tester, anOrder({ productId })), 'COMPLETED')
  }

  /** Places an order that waits until our account at the supplier is funded, then completes it. */
  async function placeHeldOrder(): Promise<void> {
    const poor = await newPartner({ USD: '100.00' })
    const settings = { supplier: 'sandbox', supplierSettings: { outcome: 'unfunded' } }
    const { productId } = await product(settings)
    const id = await place(poor, anOrder({ productId }))
    await waitForOrder(id, 'ON_HOLD')
    await admin.patch(`/admin/v1/products/${productId}`, { suppliers: [{ supplier: 'sandbox' }] })
    await admin.post(`/admin/v1/orders/${id}/retry`, {})
    await waitForOrder(id, 'COMPLETED')
  }
})

async function place(client: SignedClient, order: object): Promise<string> {
  return dataOf(await client.post('/v2/orders', order)).id
}
