import type { Book } from '../ledger/mod.ts'
import { moveOrder, priceOf, type HeldFor, type Order } from './order.ts'
import { heldBy, replaceHold } from './order-holds.ts'
import { fundsOf, isPaidByLinkOrWallet } from './order-payer.ts'
import type { OrderState } from './order-state.ts'

/**
 * Suspends or resumes orders after a change of the funds. If funds fell below zero, open orders,
 * newest first, become ON_HOLD and give up their holds except for what they owe, until the funds
 * are at zero or above. If funds rose, orders that wait for them, oldest first, hold their full
 * price again; an order that is too expensive is skipped. Pure.
 */
export function followFunds(book: Book, state: OrderState): void {
  suspendUncovered(book, state)
  resumeCovered(book, state)
}

function suspendUncovered(book: Book, state: OrderState): void {
  if (state.open.length === 0 || book.short.currencies().length === 0) return
  for (const order of state.open.slice()) {
    if (order.status === 'COMPLETED' || fundsOf(book, order) >= 0n) continue
    if (isOwedWhole(state, order)) continue
    moveOnHold(book, state, { order, heldFor: 'funds' })
    book.counters.ordersOnHold += 1
    insertByAge(state.held, order)
    // The funds were too low for the other orders ON_HOLD, but this one may cost less, so it is
    // checked again.
    state.fundsSeen.delete(order.currency.code)
  }
}

/** Moves an open order to ON_HOLD: it gives up its hold except for what it owes. */
export function moveOnHold(
  book: Book,
  state: OrderState,
  { order, heldFor }: { order: Order; heldFor: HeldFor },
): void {
  reserveOwed(book, state, order)
  moveOrder(order, { to: 'ON_HOLD', now: book.now, heldFor }, state.events)
  state.changed.add(order)
  state.suspended.add(order.orderNo)
  state.resumed.delete(order.orderNo)
  const at = state.open.indexOf(order)
  if (at >= 0) state.open.splice(at, 1)
}

/** Holds what an order owes: the price of units that were, or may be, delivered irrevocably. */
export function reserveOwed(book: Book, state: OrderState, order: Order): void {
  replaceHold(book, state, { order, amount: owedBy(state, order) })
}

/**
 * True for an order that cannot give up any money, because all of it was delivered. It will be
 * settled.
 */
function isOwedWhole(state: OrderState, order: Order): boolean {
  const delivery = state.deliveries.get(order.orderNo)
  return delivery?.hasOpenBatches === false && delivery.owedMinor >= heldBy(order)
}

/**
 * Returns what an order owes. A new order has no delivery and owes nothing. Money of a link or a
 * wallet stays with its order.
 */
function owedBy({ deliveries }: OrderState, order: Order): bigint {
  if (isPaidByLinkOrWallet(order)) return priceOf(order)
  return deliveries.get(order.orderNo)?.owedMinor ?? 0n
}

function resumeCovered(book: Book, state: OrderState): void {
  if (state.held.length === 0 || !fundsRose(book, state)) return
  for (const order of state.held.slice()) {
    if (fundsOf(book, order) < priceOf(order) - heldBy(order)) continue
    resumeHeld(book, state, order)
    state.open.push(order)
  }
  state.open.sort((one, other) => other.orderNo - one.orderNo)
  for (const order of state.held) state.fundsSeen.set(order.currency.code, fundsOf(book, order))
}

/** Holds the rest of the price of an order ON_HOLD, and moves it to PENDING. */
export function resumeHeld(book: Book, state: OrderState, order: Order): void {
  if (!order.heldForSupplier) book.counters.ordersOnHold -= 1
  replaceHold(book, state, { order, amount: priceOf(order) })
  order.keptMinor = undefined
  moveOrder(order, { to: 'PENDING', now: book.now }, state.events)
  // If it waited for funds, its next wait for a supplier counts as a new one.
  if (!state.supplierFunded.has(order.orderNo)) order.firstHeldMs = undefined
  state.changed.add(order)
  state.resumed.add(order.orderNo)
  const at = state.held.indexOf(order)
  if (at >= 0) state.held.splice(at, 1)
}

/**
 * True if the funds rose since orders ON_HOLD were last checked, so that one may be affordable now.
 */
function fundsRose(book: Book, state: OrderState): boolean {
  return state.held.some((order) => {
    const lastFunds = state.fundsSeen.get(order.currency.code)
    return lastFunds === undefined || fundsOf(book, order) > lastFunds
  })
}

/** Inserts an order where its number belongs. */
export function insertByAge(held: Order[], order: Order): void {
  const at = held.findIndex((other) => other.orderNo > order.orderNo)
  held.splice(at < 0 ? held.length : at, 0, order)
}
