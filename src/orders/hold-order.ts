import type { Book } from '../ledger/mod.ts'
import { insertByAge, suspend } from './follow-funds.ts'
import { orderTarget } from './order.ts'
import type { HoldInput, OrderAnswer, ReleaseInput } from './order-input.ts'
import type { OrderState } from './order-state.ts'

/**
 * Our account at a supplier cannot pay a batch: the order gives its hold back and waits ON_HOLD
 * until a release. One that has no such batch any more, waits already or is final stays as it is.
 * Pure.
 */
export function holdOrder(book: Book, state: OrderState, { orderNo }: HoldInput): OrderAnswer {
  const order = state.byNo.get(orderNo)
  if (!order || !state.deliveries.get(orderNo)?.isShort) return {}
  if (!['PENDING', 'PROCESSING', 'OUT_OF_STOCK'].includes(order.status)) return {}
  suspend(book, state, order)
  order.heldForSupplier = true
  return { order }
}

/**
 * From now on the order waits for the partner's money alone: it takes its hold again, in this very
 * group, where the funds cover it, oldest first with all that wait. Pure.
 */
export function releaseOrder(book: Book, state: OrderState, input: ReleaseInput): OrderAnswer {
  const order = state.byNo.get(input.orderNo)
  if (order?.status !== 'ON_HOLD' || !order.heldForSupplier) return { released: false }
  order.heldForSupplier = false
  book.counters.ordersOnHold += 1
  state.changed.add(order)
  insertByAge(state.held, order)
  state.fundsSeen.delete(order.currency.code)
  if (input.act) {
    const { partnerId, now: at } = book
    const target = orderTarget(order)
    state.audits.push({ ...input.act, partnerId, action: 'order.retry', target, at })
  }
  return { order, released: true }
}
