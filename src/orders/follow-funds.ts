import type { Book } from '../ledger/mod.ts'
import { moveOrder, type Order } from './order.ts'
import { fundsOf, type OrderState } from './order-state.ts'
import { holdOf } from './settle-order.ts'

/**
 * What a change of funds means for orders. Where funds fell below zero, orders give their holds
 * back and wait, newest first, until they are covered. Where funds rose, orders that wait take
 * theirs again, oldest first; one that is still too dear lets smaller ones pass. Pure.
 */
export function followFunds(book: Book, state: OrderState): void {
  suspendUncovered(book, state)
  resumeCovered(book, state)
}

function suspendUncovered(book: Book, state: OrderState): void {
  if (state.open.length === 0 || !book.isShort()) return
  for (const order of state.open.slice()) {
    if (order.status === 'COMPLETED' || fundsOf(book, order) >= 0n) continue
    suspend(book, state, order)
    book.counters.ordersOnHold += 1
    insertByAge(state.held, order)
    // What was seen was too little for the others; this one may cost less.
    state.fundsSeen.delete(order.currency.code)
  }
}

/** Gives the hold of an open order back; what it waits for then, the caller says. */
export function suspend(book: Book, state: OrderState, order: Order): void {
  book.voidHold(holdOf(book, order), 'order_release')
  moveOrder(order, 'ON_HOLD', book.now)
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
    if (fundsOf(book, order) < order.totalMinor) continue
    order.holdNo = holdAgain(book, order)
    moveOrder(order, 'PENDING', book.now)
    // Paid anew: what it waited for before is another story.
    if (!state.released.has(order.orderNo)) order.firstHeldMs = undefined
    book.counters.ordersOnHold -= 1
    state.changed.add(order)
    state.resumed.add(order.orderNo)
    state.held.splice(state.held.indexOf(order), 1)
    state.open.push(order)
  }
  state.open.sort((one, other) => other.orderNo - one.orderNo)
  for (const order of state.held) state.fundsSeen.set(order.currency.code, fundsOf(book, order))
}

/** Nothing that was too dear before has become affordable unless a currency's funds rose. */
function fundsRose(book: Book, state: OrderState): boolean {
  return state.held.some((order) => {
    const seen = state.fundsSeen.get(order.currency.code)
    return seen === undefined || fundsOf(book, order) > seen
  })
}

function holdAgain(book: Book, order: Order): number {
  const debit = book.chart('funds', order.currency.code)
  const credit = book.chart('issued', order.currency.code)
  return book.hold({ code: 'order_hold', debit, credit, amount: order.totalMinor }).no
}

export function insertByAge(held: Order[], order: Order): void {
  const at = held.findIndex((other) => other.orderNo > order.orderNo)
  held.splice(at < 0 ? held.length : at, 0, order)
}
