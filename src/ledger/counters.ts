import { ORDER_NO_MAX, PARTNER_COUNTER_MAX, Refusal } from '../core/mod.ts'

/** The counters of a book. All but `ordersOnHold` only grow. */
export interface Counters {
  lastId: number
  lastTransfer: number
  lastOrder: number
  ordersOnHold: number
}

/** Refuses numbers_exhausted unless `nextId` has `count` numbers left. */
export function requireIds({ lastId }: Counters, count: number): void {
  if (lastId + count > PARTNER_COUNTER_MAX) throw exhausted('ids')
}

/** Refuses numbers_exhausted. */
export function nextId(counters: Counters): number {
  requireIds(counters, 1)
  counters.lastId += 1
  return counters.lastId
}

/**
 * Refuses numbers_exhausted. The caller must use the number: lists count orders by their numbers.
 */
export function nextOrderNo(counters: Counters): number {
  if (counters.lastOrder >= ORDER_NO_MAX) throw exhausted('order numbers')
  counters.lastOrder += 1
  return counters.lastOrder
}

function exhausted(what: string): Refusal {
  return new Refusal(
    'numbers_exhausted',
    `the partner has no ${what} left: the operator must open another partner`,
  )
}
