import { expect } from 'vitest'
import { completeOrder } from '../conformance/v2/fixture.ts'
import type { Json } from './client.ts'
import { eventually } from './eventually.ts'
import { anOrder, dataOf, type RunningService } from './service.ts'

const PHONE_FIELD = { name: 'phone', label: 'Phone', required: true, pattern: '[+][0-9]{11}' }

/** Returns a product whose orders name a phone. */
export async function aTopUpProduct({ product }: RunningService): Promise<number> {
  const input = { productType: 'TOP_UP', recipientFields: [PHONE_FIELD], supplier: 'sandbox' }
  return (await product(input)).productId
}

/** Returns a line of an order that tops up a phone. */
export function topUpOf(productId: number, phone: string): Json {
  return { productId, amount: 5, quantity: 1, recipient: { phone } }
}

/** Returns a completed order that topped up a phone. */
export async function aTopUpOf(service: RunningService, phone: string): Promise<Json> {
  const line = topUpOf(await aTopUpProduct(service), phone)
  return completeOrder(service, { items: [line] })
}

/**
 * Returns an order that was cancelled while it waited for a code: its three top-ups of 5.00 USD
 * were delivered, and charged.
 */
export async function anOrderCutShort(service: RunningService): Promise<Json> {
  const { admin, partner } = service
  const topUp = topUpOf(await aTopUpProduct(service), '+49170000001')
  const { productId } = await service.product({ supplier: 'vault' })
  const items = [
    { productId, amount: 10, quantity: 1 },
    { ...topUp, quantity: 3 },
  ]
  const { id } = dataOf(await partner.post('/v2/orders', anOrder({ items })))
  await eventually(async () => {
    const batches: Json[] = dataOf(await partner.get(`/v2/orders/${id}/fulfillments`))
    expect(batches.map(({ status }) => status)).toEqual(['PENDING', 'COMPLETED'])
    expect(dataOf(await partner.get(`/v2/orders/${id}`))['status']).toBe('OUT_OF_STOCK')
  })
  return dataOf(await admin.post(`/admin/v1/orders/${id}/cancel`, { reason: 'asked for' }))
}
