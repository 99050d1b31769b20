import type { NewOrder } from '@tessera/sdk'
import type { Signer } from '../../core/mod.ts'
import { keyOf, type MonthClient } from './client.ts'

interface NamedOrder {
  /** The name of the step, from which the Idempotency-Key is made. */
  readonly name: string
  readonly order: NewOrder
}

/** Orders codes as a partner, and waits until they are delivered. Returns the id of the order. */
export async function orderAndWait(
  client: MonthClient,
  signer: Signer,
  { name, order }: NamedOrder,
): Promise<string> {
  const { orders } = client.partner(signer)
  const { id } = await orders.create(order, { idempotencyKey: keyOf(name) })
  await client.until(`/orders/${id}`, ({ status }) => status === 'COMPLETED')
  return id
}
