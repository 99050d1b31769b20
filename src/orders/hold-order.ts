import type { Book } from '../ledger/mod.ts'
import { insertByAge, suspend } from './follow-funds.ts'
import { orderTarget, type Order } from './order.ts'
import type { HoldInput, OrderAnswer, ReleaseInput } from './order-input.ts'
import type { Delivery, OrderState } from './order-state.ts'

/**
 * Our account at a supplier cannot pay a batch: the order gives its hold back and waits ON_HOLD
 * until a release. It does so since it was first held, unless it was issued something meanwhile, or
 * was on its way for long: an order that tries again and again has one deadline. One that has no
 * such batch any more, waits already or is final stays as it is. Pure.
 */
export function holdOrder(book: Book, state: OrderState, { orderNo }: HoldInput): OrderAnswer {
  const order = state.byNo.get(orderNo)
  const delivery = state.deliveries.get(orderNo)
  if (!order || !delivery?.isShort) return {}
  if (!['PENDING', 'PROCESSING', 'OUT_OF_STOCK'].includes(order.status)) return {}
  const firstHeldMs = firstHeld(order, delivery, book.now)
  suspend(book, state, order)
  order.heldForSupplier = true
  order.firstHeldMs = firstHeldMs
  order.statusSinceMs = firstHeldMs
  return { order }
}

/** An order that was on its way for longer than this begins another wait. */
const TRY_MS_MAX = 3_600_000

function firstHeld(order: Order, { lastIssuedMs }: Delivery, now: number): number {
  const { firstHeldMs, statusSinceMs } = order
  if (firstHeldMs === undefined || now - statusSinceMs > TRY_MS_MAX) return now
  return lastIssuedMs !== undefined && lastIssuedMs > firstHeldMs ? now : firstHeldMs
}

/**
 * From now on the order waits for the partner's money alone: it takes its hold again, in this very
 * group, where the funds cover it, oldest first with all that wait. Pure.
 */
export function releaseOrder(book: Book, state: OrderState, input: ReleaseInput): OrderAnswer {
  const order = state.byNo.get(input.orderNo)
  if (order?.status !== 'ON_HOLD' || !order.heldForSupplier) return { released: false }
  order.heldForSupplier = false
  order.statusSinceMs = book.now
  book.counters.ordersOnHold += 1
  state.changed.add(order)
  state.released.add(order.orderNo)
  insertByAge(state.held, order)
  state.fundsSeen.delete(order.currency.code)
  if (input.act) {
    const { partnerId, now: at } = book
    const target = orderTarget(order)
    state.audits.push({ ...input.act, partnerId, action: 'order.retry', target, at })
  }
  return { order, released: true }
}
