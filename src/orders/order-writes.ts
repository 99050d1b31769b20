import type { WriteKind } from '../ledger/mod.ts'
import { cancelOrder } from './cancel-order.ts'
import { followFunds } from './follow-funds.ts'
import type { OrderAnswer, OrderInput, OrderWriteOptions } from './order-input.ts'
import { holdOrder, releaseOrder } from './hold-order.ts'
import { isOfSize } from './order-size.ts'
import { loadOrderState, saveOrderState, type OrderState } from './order-state.ts'
import { placeOrder } from './place-order.ts'
import { settleOrder } from './settle-order.ts'

export type OrderWrites = WriteKind<OrderInput, OrderState, OrderAnswer>

/**
 * Everything that changes an order together with the money behind it. Takes part in every group
 * that may give money to orders on hold, or take it from open ones.
 */
export function createOrderWrites(options: OrderWriteOptions): OrderWrites {
  return {
    name: 'order',
    weigh: (input) => weightOf(input, options),
    load: (tx, asked) => loadOrderState(tx, asked, options),
    decide(book, state, input) {
      switch (input.type) {
        case 'place':
          return placeOrder(book, state, { input, options })
        case 'settle':
          return settleOrder(book, state, input)
        case 'cancel':
          return cancelOrder(book, state, input)
        case 'hold':
          return holdOrder(book, state, input)
        case 'release':
          return releaseOrder(book, state, input)
        case 'rebalance':
          return {}
      }
    },
    save: saveOrderState,
    leavesWork: ({ placedBatches, resumed, cancelled }) =>
      placedBatches.length + resumed.size + cancelled.size > 0,
    joins: (book, kinds) => book.counters.ordersOnHold > 0 || kinds.has('reversal'),
    follow: followFunds,
  }
}

/** What moves all batches of an order is worth at most times. */
const WHOLE_ORDER_WEIGHT = 50

/** A new order is worth its batches: one per line, or more; one that is too large makes none. */
function weightOf(input: OrderInput, options: OrderWriteOptions): number {
  if (['cancel', 'hold', 'release'].includes(input.type)) return WHOLE_ORDER_WEIGHT
  if (input.type !== 'place' || !isOfSize(input, options)) return 1
  const { batchUnitsMax } = options
  return input.items.reduce((sum, item) => sum + Math.ceil(item.quantity / batchUnitsMax), 0)
}
