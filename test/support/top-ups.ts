import { completed } from '../conformance/v2/fixture.ts'
import type { Json } from './client.ts'
import type { RunningService } from './service.ts'

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
  return completed(service, { items: [line] })
}
