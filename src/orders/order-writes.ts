import type { Book, Ledger, WriteKind } from '../ledger/mod.ts'
import { decideLink, writeLinkPart } from '../links/mod.ts'
import { cancelOrder } from './cancel-order.ts'
import { followFunds } from './follow-funds.ts'
import {
  isOfWholeOrder,
  type OrderInput,
  type OrderInputs,
  type OrderResults,
  type OrderType,
  type OrderWriteOptions,
} from './order-input.ts'
import { linksOf, sendUnderRules } from './order-links.ts'
import { isOfSize } from './order-size.ts'
import { loadOrderState, type OrderState } from './order-state.ts'
import { placeOrder } from './place-order.ts'
import { saveOrderState } from './save-orders.ts'
import { settleOrder } from './settle-order.ts'
import { giveUpHolds, resumeOrder, suspendOrder } from './suspend-order.ts'

/** The kind of write that changes orders. */
export interface OrderWrites extends WriteKind<OrderInput, OrderState, unknown> {
  decide<Type extends OrderType>(
    book: Book,
    state: OrderState,
    input: InputOf<Type>,
  ): OrderResults[Type]
}

/** The input of a write of this type. The type of the result follows from it. */
export type InputOf<Type extends OrderType> = {
  [T in Type]: OrderInputs[T] & { readonly type: T }
}[Type]

type Decide<Type extends OrderType> = (
  book: Book,
  state: OrderState,
  of: { readonly input: InputOf<Type>; readonly options: OrderWriteOptions },
) => OrderResults[Type]

const DECISIONS: { readonly [Type in OrderType]: Decide<Type> } = {
  place: placeOrder,
  settle: (book, state, { input }) => settleOrder(book, state, input),
  cancel: (book, state, { input }) => cancelOrder(book, state, input),
  suspend: (book, state, { input }) => suspendOrder(book, state, input),
  resume: (book, state, { input }) => resumeOrder(book, state, input),
  rebalance: giveUpHolds,
  'send links': (book, state, { input }) => sendUnderRules(book, state, input),
  'write links': (book, state, { input }) => writeLinkPart(book, linksOf(state), input.part),
  link: (book, state, { input }) => decideLink(book, linksOf(state), input.link),
}

/** Returns after the commit, or rejects as `Ledger.submit` does. */
export function submitOrderWrite<Type extends OrderType>(
  { ledger, writes }: { readonly ledger: Ledger; readonly writes: OrderWrites },
  partnerId: number,
  input: InputOf<Type>,
): Promise<OrderResults[Type]> {
  return ledger.submit<InputOf<Type>, OrderState, OrderResults[Type]>(writes, partnerId, input)
}

/**
 * Returns the kind of write that changes orders together with the money behind them. It joins every
 * group that may give money to orders ON_HOLD, or that takes funds below zero.
 */
export function createOrderWrites(options: OrderWriteOptions): OrderWrites {
  return {
    name: 'order',
    weigh: (input) => weightOf(input, options),
    load: (tx, group) => loadOrderState(tx, group, options),
    decide: (book, state, input) => DECISIONS[input.type](book, state, { input, options }),
    save: (tx, book, state) => saveOrderState(tx, book, state, options),
    leavesWork: ({ placedBatches, resumed, cancelled }) =>
      placedBatches.length + resumed.size + cancelled.size > 0,
    joins: ({ counters, short }) => counters.ordersOnHold > 0 || short.followed.size > 0,
    follow: followFunds,
  }
}

/** The weight of a write that changes all batches of an order. */
const WHOLE_ORDER_WEIGHT = 50
/** A link weighs a tenth of a batch: it is one row, and all links share one transfer. */
const LINKS_PER_WEIGHT = 10

/**
 * Returns the weight of a write: for a new order, its number of batches, or 1 if it will be refused
 * as too large.
 */
function weightOf(input: OrderInput, options: OrderWriteOptions): number {
  if (isOfWholeOrder(input)) return WHOLE_ORDER_WEIGHT
  if (input.type === 'send links') {
    const { partsId, links } = input.links
    return partsId === undefined ? Math.ceil(links.length / LINKS_PER_WEIGHT) : WHOLE_ORDER_WEIGHT
  }
  if (input.type === 'write links') return Math.ceil(input.part.links.length / LINKS_PER_WEIGHT)
  if (input.type !== 'place' || !isOfSize(input, options)) return 1
  const { batchUnitsMax } = options
  return input.items.reduce((sum, item) => sum + Math.ceil(item.quantity / batchUnitsMax), 0)
}
