import type { Order } from '../../../src/orders/mod.ts'
import type { FastConsumers } from './fast-consumers.ts'
import type { MemoryBook } from './memory-book.ts'
import { stockOf, type StoredBatch } from './order-store.ts'
import type { Shop } from './shop.ts'
import { takeWhole } from './stock.ts'

interface Worker {
  readonly shop: Shop
  readonly book: MemoryBook
  readonly consumers: FastConsumers
  readonly partnerId: number
}

/** Does the part of a worker that leases a batch. Only a supplier elsewhere answers later. */
export async function leaseBatch(
  { shop, book: { orders }, consumers, partnerId }: Worker,
  { orderNo, status }: Order,
  batch: StoredBatch,
): Promise<void> {
  if (status === 'PENDING') orders.move(orderNo, 'PROCESSING')
  batch.status = 'PROCESSING'
  const { supplier } = batch.line.priced.product
  if (supplier === 'sandbox') return
  if (supplier === 'wallet') {
    batch.status = (await consumers.credit(orderNo, batch)) ? 'COMPLETED' : 'PENDING'
    return
  }
  const required = stockOf(batch, partnerId)
  const { buckets, save } = shop.stock.lock()
  if (!buckets.hasAll(required)) {
    Object.assign(batch, { status: 'PENDING', waitsFor: 'stock' })
    if (status !== 'OUT_OF_STOCK') orders.move(orderNo, 'OUT_OF_STOCK')
    return
  }
  for (const one of required) takeWhole(buckets, one)
  save()
  Object.assign(batch, { status: 'COMPLETED', waitsFor: undefined })
  const isWaiting = orders.of(orderNo).some(({ waitsFor }) => waitsFor !== undefined)
  if (status === 'OUT_OF_STOCK' && supplier === 'vault' && !isWaiting) {
    orders.move(orderNo, 'PROCESSING')
  }
}
