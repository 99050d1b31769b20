import { setTimeout as pause } from 'node:timers/promises'
import type { NewOrder } from '@tessera/sdk'
import type { Signer } from '../../core/mod.ts'
import { keyOf, type MonthClient } from './client.ts'

const LOOK_MS = 200
const LOOKS_MAX = 150

interface Named {
  /** The step, of which the Idempotency-Key is made. */
  readonly name: string
  readonly order: NewOrder
}

/** Orders codes as a partner, and waits until they are delivered. Returns the id of the order. */
export async function orderAndWait(
  client: MonthClient,
  signer: Signer,
  { name, order }: Named,
): Promise<string> {
  const { orders } = client.partner(signer)
  const { id } = await orders.create(order, { idempotencyKey: keyOf(name) })
  for (let look = 1; look <= LOOKS_MAX; look += 1) {
    const { status } = await client.operate('GET', `/orders/${id}`)
    if (status === 'COMPLETED') return id
    await pause(LOOK_MS)
  }
  throw new Error(`the month stopped: the order ${id} is not COMPLETED`)
}
