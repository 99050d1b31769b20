import type { Book } from '../ledger/mod.ts'
import { moveOrder, priceOf, type HeldFor, type Order } from './order.ts'
import { fundsOf, type OrderState } from './order-state.ts'
import { holdOf } from './settle-order.ts'

/**
 * Moves orders as the funds have changed. If funds fell below zero, open orders give up their holds
 * and wait ON_HOLD, newest first, until the funds are at zero or above. If funds rose, orders that
 * wait for them take their holds again, oldest first; an order that is too dear lets smaller ones
 * pass. Pure.
 */
export function followFunds(book: Book, state: OrderState): void {
  suspendUncovered(book, state)
  resumeCovered(book, state)
}

function suspendUncovered(book: Book, state: OrderState): void {
  if (state.open.length === 0 || !book.isShort()) return
  for (const order of state.open.slice()) {
    if (order.status === 'COMPLETED' || fundsOf(book, order) >= 0n) continue
    moveOnHold(book, state, { order, heldFor: 'funds' })
    book.counters.ordersOnHold += 1
    insertByAge(state.held, order)
    // The funds seen were too little for the other orders; this one may cost less.
    state.fundsSeen.delete(order.currency.code)
  }
}

/** Voids the hold of an open order and moves it to ON_HOLD. */
export function moveOnHold(
  book: Book,
  state: OrderState,
  { order, heldFor }: { order: Order; heldFor: HeldFor },
): void {
  book.voidHold(holdOf(book, order), 'order_release')
  moveOrder(order, { to: 'ON_HOLD', now: book.now, heldFor }, state.events)
  order.holdNo = undefined
  state.changed.add(order)
  state.suspended.add(order.orderNo)
  state.resumed.delete(order.orderNo)
  const at = state.open.indexOf(order)
  if (at >= 0) state.open.splice(at, 1)
}

function resumeCovered(book: Book, state: OrderState): void {
  if (state.held.length === 0 || !fundsRose(book, state)) return
  for (const order of state.held.slice()) {
    if (fundsOf(book, order) < priceOf(order)) continue
    order.holdNo = holdAgain(book, order)
    moveOrder(order, { to: 'PENDING', now: book.now }, state.events)
    // Unless it has just stopped waiting for a supplier, its next wait for one is a new one.
    if (!state.supplierFunded.has(order.orderNo)) order.firstHeldMs = undefined
    book.counters.ordersOnHold -= 1
    state.changed.add(order)
    state.resumed.add(order.orderNo)
    state.held.splice(state.held.indexOf(order), 1)
    state.open.push(order)
  }
  state.open.sort((one, other) => other.orderNo - one.orderNo)
  for (const order of state.held) state.fundsSeen.set(order.currency.code, fundsOf(book, order))
}

/** True if a held order may be affordable that was too dear when the funds were last seen. */
function fundsRose(book: Book, state: OrderState): boolean {
  return state.held.some((order) => {
    const seen = state.fundsSeen.get(order.currency.code)
    return seen === undefined || fundsOf(book, order) > seen
  })
}

function holdAgain(book: Book, order: Order): number {
  const debit = book.chart('funds', order.currency.code)
  const credit = book.chart('issued', order.currency.code)
  return book.hold({ code: 'order_hold', debit, credit, amount: priceOf(order) }).no
}

/** Inserts an order where its number belongs. */
export function insertByAge(held: Order[], order: Order): void {
  const at = held.findIndex((other) => other.orderNo > order.orderNo)
  held.splice(at < 0 ? held.length : at, 0, order)
}
