import { adjustedPrice } from '../catalog/mod.ts'
import { Refusal, ZERO, type MinorUnits, notFound } from '../core/mod.ts'
import type { Book } from '../ledger/mod.ts'
import { moveOrder, orderTarget, type Order } from './order.ts'
import { heldBy, replaceHold, holdOf } from './order-holds.ts'
import { settlePayingLink } from './order-links.ts'
import type { OrderState } from './order-state.ts'
import type { CancelInput, OrderResults } from './order-input.ts'
import { postAdjustment, settleOrder } from './settle-order.ts'
import { isFinal } from './transitions.ts'

/**
 * Cancels an order. Charges exactly the delivered units that cannot be taken back, voids the rest
 * of the hold, and returns the codes to stock. If all of it was delivered irrevocably, completes
 * the order instead. Records an audit entry if an operator cancels it. Pure.
 *
 * Refuses, in this order:
 *   not_found           no such order of this partner
 *   order_final         COMPLETED or CANCELLED already
 *   state_conflict      the status has changed since the deadline was read
 *   delivery_under_way  a delivery that cannot be taken back is under way
 */
export function cancelOrder(
  book: Book,
  state: OrderState,
  input: CancelInput,
): OrderResults['cancel'] {
  const order = state.byNo.get(input.orderNo)
  if (!order) throw notFound('order')
  if (isFinal(order.status)) throw new Refusal('order_final', `the order is ${order.status}`)
  requireUnchanged(order, input)
  const delivery = state.deliveries.get(order.orderNo)
  if (delivery?.isUnderWay) {
    throw new Refusal('delivery_under_way', 'a delivery that cannot be taken back is under way')
  }
  const irrevocable = delivery?.irrevocable ?? { costMinor: 0n, adjustment: undefined }
  if (irrevocable.costMinor === order.totalMinor && settleOrder(book, state, input)) {
    return { order, hasCompleted: true }
  }
  const chargedMinor = adjustedPrice(irrevocable.costMinor, irrevocable.adjustment)
  charge(book, state, { order, amount: chargedMinor })
  postAdjustment(book, order.currency, irrevocable.adjustment)
  if (order.status === 'ON_HOLD' && !order.heldForSupplier) book.counters.ordersOnHold -= 1
  const { reason } = input
  moveOrder(order, { to: 'CANCELLED', now: book.now, reason }, state.events)
  order.chargedMinor = chargedMinor
  order.chargedAdjustment = order.adjustment && (irrevocable.adjustment ?? NO_ADJUSTMENT)
  order.cancelReason = reason
  settlePayingLink(book, state, order)
  state.changed.add(order)
  state.cancelled.add(order.orderNo)
  audit(book, state, { order, input })
  removeFromLists(state, order)
  return { order, hasCompleted: false }
}

function requireUnchanged(order: Order, { onlyIf }: CancelInput): void {
  if (!onlyIf) return
  if (order.status === onlyIf.status && order.statusSinceMs === onlyIf.sinceMs) return
  throw new Refusal('state_conflict', `the order is ${order.status}`)
}

const NO_ADJUSTMENT = { discountMinor: ZERO, feeMinor: ZERO }

function charge(
  book: Book,
  state: OrderState,
  { order, amount }: { order: Order; amount: MinorUnits },
): void {
  // An earlier version of the service held nothing for orders ON_HOLD. The amount is owed, so it is
  // held even if the funds do not cover it.
  if (heldBy(order) < amount) replaceHold(book, state, { order, amount })
  if (order.holdNo === undefined) return
  const hold = holdOf(book, order)
  if (amount === 0n) book.voidHold(hold, 'order_release')
  else book.postHold(hold, 'order_charge', amount)
  order.keptMinor = undefined
}

function audit(
  { partnerId, now: at }: Book,
  state: OrderState,
  { order, input }: { order: Order; input: CancelInput },
): void {
  const { actor, reason } = input
  if (actor === undefined) return
  state.audits.push({
    partnerId,
    actor,
    action: 'order.cancel',
    target: orderTarget(order),
    // A cancellation gives no value out: it only voids the rest of the hold.
    valueOut: 'none',
    reason,
    before: { status: order.previousStatus },
    after: { status: order.status },
    at,
  })
}

function removeFromLists(state: OrderState, order: Order): void {
  for (const list of [state.held, state.open]) {
    const at = list.indexOf(order)
    if (at >= 0) list.splice(at, 1)
  }
}
