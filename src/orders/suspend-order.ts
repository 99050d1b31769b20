import { MS_PER_HOUR } from '../core/mod.ts'
import type { Book } from '../ledger/mod.ts'
import { insertByAge, reserveOwed, moveOnHold } from './follow-funds.ts'
import { heldBy } from './order-holds.ts'
import { orderTarget, type Order } from './order.ts'
import type { OrderResults, ResumeInput, SuspendInput } from './order-input.ts'
import type { Delivery } from './order-deliveries.ts'
import type { OrderState } from './order-state.ts'
import { isOpen } from './transitions.ts'

/**
 * Moves an order to ON_HOLD because our account at a supplier cannot pay one of its batches: its
 * hold is voided until `resumeOrder`. `statusSince` is the instant of its first such wait, so that
 * repeated attempts do not extend its deadline. A new wait begins if a batch was issued meanwhile,
 * or if the order was open for long. Changes nothing if no batch waits for a supplier any more, or
 * if the order is final. Pure.
 *
 * If an order is ON_HOLD already and holds more than it owes, because a batch turned out not to be
 * delivered, the difference is released.
 */
export function suspendOrder(book: Book, state: OrderState, { orderNo }: SuspendInput): undefined {
  const order = state.byNo.get(orderNo)
  const delivery = state.deliveries.get(orderNo)
  if (!order || !delivery) return undefined
  if (order.status === 'ON_HOLD') return giveUpHold(book, state, order)
  if (!delivery.isShort || !isOpen(order.status)) return undefined
  const firstHeldMs = firstHeld(order, delivery, book.now)
  moveOnHold(book, state, { order, heldFor: 'supplier' })
  order.heldForSupplier = true
  order.firstHeldMs = firstHeldMs
  order.statusSinceMs = firstHeldMs
  return undefined
}

/** Reduces the holds of the loaded orders that wait for funds to what they owe. Pure. */
export function giveUpHolds(book: Book, state: OrderState): undefined {
  for (const order of state.held) giveUpHold(book, state, order)
  return undefined
}

function giveUpHold(book: Book, state: OrderState, order: Order): undefined {
  const delivery = state.deliveries.get(order.orderNo)
  if (!delivery || delivery.owedMinor >= heldBy(order)) return undefined
  reserveOwed(book, state, order)
  state.changed.add(order)
  return undefined
}

/** If an order was open for longer than this, its next wait for a supplier counts as a new one. */
const TRY_MS_MAX = MS_PER_HOUR

function firstHeld(order: Order, { lastIssuedMs }: Delivery, now: number): number {
  const { firstHeldMs, statusSinceMs } = order
  if (firstHeldMs === undefined || now - statusSinceMs > TRY_MS_MAX) return now
  return lastIssuedMs !== undefined && lastIssuedMs > firstHeldMs ? now : firstHeldMs
}

/**
 * Ends an order's wait for a supplier: from now on it waits for the partner's funds only. If they
 * cover it, the same group takes its hold again, oldest order first. Pure.
 */
export function resumeOrder(
  book: Book,
  state: OrderState,
  input: ResumeInput,
): OrderResults['resume'] {
  const order = state.byNo.get(input.orderNo)
  if (order?.status !== 'ON_HOLD' || !order.heldForSupplier) return undefined
  order.heldForSupplier = false
  order.statusSinceMs = book.now
  book.counters.ordersOnHold += 1
  state.changed.add(order)
  state.supplierFunded.add(order.orderNo)
  insertByAge(state.held, order)
  state.fundsSeen.delete(order.currency.code)
  if (input.act) {
    const { partnerId, now: at } = book
    const target = orderTarget(order)
    const entry = { action: 'order.retry', target, valueOut: 'none', at } as const
    state.audits.push({ ...input.act, partnerId, ...entry })
  }
  return order
}
