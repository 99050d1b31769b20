import assert from 'node:assert/strict'
import type { Book, Hold } from '../ledger/mod.ts'
import { moveOrder, type Order } from './order.ts'
import type { OrderState } from './order-state.ts'
import type { OrderAnswer, SettleInput } from './order-input.ts'

/**
 * Completes an order whose batches are all completed: posts its hold. An order that still has an
 * open batch, waits for money or is final stays as it is, so settling twice changes nothing. Pure.
 */
export function settleOrder(
  book: Book,
  state: OrderState,
  { orderNo }: Pick<SettleInput, 'orderNo'>,
): OrderAnswer {
  const order = state.byNo.get(orderNo)
  if (!order || state.deliveries.get(orderNo)?.openBatches !== false) return { completed: false }
  if (!['PENDING', 'PROCESSING', 'OUT_OF_STOCK'].includes(order.status)) return { completed: false }
  completeOrder(book, order)
  state.changed.add(order)
  return { completed: true }
}

/** Completes an open order of which everything was issued: posts its hold. */
export function completeOrder(book: Book, order: Order): void {
  if (order.status !== 'PROCESSING') moveOrder(order, 'PROCESSING', book.now)
  book.postHold(holdOf(book, order), 'order_charge')
  moveOrder(order, 'COMPLETED', book.now)
  order.chargedMinor = order.totalMinor
  order.completedMs = book.now
}

/** The hold of an order that has one, as the book resolves it. */
export function holdOf(book: Book, order: Order): Hold {
  assert(order.holdNo !== undefined, 'an order that has money behind it has a hold')
  return {
    no: order.holdNo,
    debit: book.chart('funds', order.currency.code),
    credit: book.chart('issued', order.currency.code),
    amount: order.totalMinor,
  }
}
