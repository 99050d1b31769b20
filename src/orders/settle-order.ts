import type { Adjustment } from '../catalog/mod.ts'
import { absolute, type Currency } from '../core/mod.ts'
import type { Book } from '../ledger/mod.ts'
import { resumeHeld } from './follow-funds.ts'
import { moveOrder, priceOf, type Order, type OrderEvents } from './order.ts'
import { heldBy, holdOf } from './order-holds.ts'
import { settlePayingLink } from './order-links.ts'
import type { OrderState } from './order-state.ts'
import type { OrderResults, SettleInput } from './order-input.ts'
import { isOpen } from './transitions.ts'

/**
 * Completes an order whose batches are all COMPLETED. Changes nothing if a batch is open, or if the
 * order is final, so settling twice has the effect of settling once. An order ON_HOLD completes if
 * its whole price is still held, because all of it was under way when it was suspended. Pure.
 */
export function settleOrder(
  book: Book,
  state: OrderState,
  { orderNo }: Pick<SettleInput, 'orderNo'>,
): OrderResults['settle'] {
  const order = state.byNo.get(orderNo)
  if (!order || state.deliveries.get(orderNo)?.hasOpenBatches !== false) return undefined
  if (order.status === 'ON_HOLD' && heldBy(order) === priceOf(order)) resumeHeld(book, state, order)
  if (!isOpen(order.status)) return undefined
  completeOrder(book, order, state.events)
  settlePayingLink(book, state, order)
  state.changed.add(order)
  return order
}

/** Completes an open order of which every unit was issued: posts its hold. */
export function completeOrder(book: Book, order: Order, events: OrderEvents): void {
  const { now } = book
  if (order.status !== 'PROCESSING') moveOrder(order, { to: 'PROCESSING', now }, events)
  book.postHold(holdOf(book, order), 'order_charge')
  postAdjustment(book, order.currency, order.adjustment)
  moveOrder(order, { to: 'COMPLETED', now }, events)
  order.chargedMinor = priceOf(order)
  order.completedMs = now
}

/**
 * Posts the discount or surcharge and the fee right after the charge, where statements look for
 * them, so that `issued` has the face value.
 */
export function postAdjustment(
  book: Book,
  { code: currency }: Currency,
  adjustment: Adjustment | undefined,
): void {
  if (!adjustment) return
  const { discountMinor, feeMinor } = adjustment
  const issued = book.chart('issued', currency)
  if (discountMinor !== 0n) {
    const discounts = book.chart('discounts', currency)
    const [code, debit, credit] =
      discountMinor > 0n
        ? (['order_discount', discounts, issued] as const)
        : (['order_surcharge', issued, discounts] as const)
    book.post({ code, debit, credit, amount: absolute(discountMinor) })
  }
  if (feeMinor > 0n) {
    const fees = book.chart('fees', currency)
    book.post({ code: 'order_fee', debit: issued, credit: fees, amount: feeMinor })
  }
}
