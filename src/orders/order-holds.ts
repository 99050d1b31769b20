import assert from 'node:assert/strict'
import { minorUnits } from '../core/mod.ts'
import type { Book, Hold } from '../ledger/mod.ts'
import { priceOf, type Order } from './order.ts'
import { payerOf } from './order-payer.ts'
import type { OrderState } from './order-state.ts'

/**
 * Returns the amount that is held for an order: of the funds, of a link's promise or of a wallet.
 */
export function heldBy(order: Order): bigint {
  if (order.holdNo === undefined) return 0n
  return order.keptMinor ?? priceOf(order)
}

/** Returns the hold of an order, as the book needs it to post or void it. */
export function holdOf(book: Book, order: Order): Hold {
  assert(order.holdNo !== undefined, 'an order that has money behind it has a hold')
  const amount = minorUnits(heldBy(order))
  return { number: order.holdNo, ...accountsOf(book, order), amount }
}

/**
 * Voids the hold of an order and makes one of another amount. Does not check the funds: callers
 * pass less than before, or an amount that the order owes, or one that the funds cover.
 */
export function replaceHold(
  book: Book,
  { holds }: OrderState,
  { order, amount }: { order: Order; amount: bigint },
): void {
  const { orderNo, holdNo } = order
  if (amount !== heldBy(order)) {
    if (holdNo !== undefined) {
      book.voidHold(holdOf(book, order), 'order_suspension')
      holds.push({ orderNo, holdNo })
    }
    order.holdNo = amount === 0n ? undefined : makeHold(book, order, amount)
  }
  if (order.holdNo !== undefined) holds.push({ orderNo, holdNo: order.holdNo })
  order.keptMinor = order.holdNo === undefined ? undefined : amount
}

function makeHold(book: Book, order: Order, amount: bigint): number {
  const hold = { ...accountsOf(book, order), amount: minorUnits(amount) }
  return book.holdUncovered({ code: 'order_hold', ...hold }).number
}

function accountsOf(book: Book, order: Order) {
  return { debit: payerOf(book, order), credit: book.chart('issued', order.currency.code) }
}
