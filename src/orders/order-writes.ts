import type { WriteKind } from '../ledger/mod.ts'
import { decideLink } from '../links/mod.ts'
import { cancelOrder } from './cancel-order.ts'
import { followFunds } from './follow-funds.ts'
import type { OrderResult, OrderInput, OrderWriteOptions } from './order-input.ts'
import { linksOf } from './order-links.ts'
import { isOfSize } from './order-size.ts'
import { loadOrderState, type OrderState } from './order-state.ts'
import { placeOrder } from './place-order.ts'
import { saveOrderState } from './save-orders.ts'
import { settleOrder } from './settle-order.ts'
import { giveUpHolds, resumeOrder, suspendOrder } from './suspend-order.ts'

export type OrderWrites = WriteKind<OrderInput, OrderState, OrderResult>

/**
 * Returns the kind of write that changes orders together with the money behind them. It joins every
 * group that may give money to orders ON_HOLD, or that takes funds below zero.
 */
export function createOrderWrites(options: OrderWriteOptions): OrderWrites {
  return {
    name: 'order',
    weigh: (input) => weightOf(input, options),
    load: (tx, group) => loadOrderState(tx, group, options),
    decide(book, state, input) {
      switch (input.type) {
        case 'place':
          return placeOrder(book, state, { input, options })
        case 'settle':
          return settleOrder(book, state, input)
        case 'cancel':
          return cancelOrder(book, state, input)
        case 'suspend':
          return suspendOrder(book, state, input)
        case 'resume':
          return resumeOrder(book, state, input)
        case 'rebalance':
          return giveUpHolds(book, state)
        case 'link':
          return { links: decideLink(book, linksOf(state), input.link) }
      }
    },
    save: (tx, book, state) => saveOrderState(tx, book, state, options),
    leavesWork: ({ placedBatches, resumed, cancelled }) =>
      placedBatches.length + resumed.size + cancelled.size > 0,
    joins: ({ counters, short }) => counters.ordersOnHold > 0 || short.followed.size > 0,
    follow: followFunds,
  }
}

/** The weight of a write that changes all batches of an order. */
const WHOLE_ORDER_WEIGHT = 50
/** A link is one row; its transfer is that of all. */
const LINKS_PER_WEIGHT = 10

/** A new order weighs as much as it has batches; one that is too large is refused, and has none. */
function weightOf(input: OrderInput, options: OrderWriteOptions): number {
  if (['cancel', 'suspend', 'resume'].includes(input.type)) return WHOLE_ORDER_WEIGHT
  if (input.type === 'link' && input.link.act === 'send') {
    return Math.ceil(input.link.links.length / LINKS_PER_WEIGHT)
  }
  if (input.type !== 'place' || !isOfSize(input, options)) return 1
  const { batchUnitsMax } = options
  return input.items.reduce((sum, item) => sum + Math.ceil(item.quantity / batchUnitsMax), 0)
}
