import { minorUnits, storedCurrency } from '../../src/core/mod.ts'
import { available, type Account } from '../../src/ledger/accounts.ts'
import type { Book } from '../../src/ledger/mod.ts'
import { nothingDecided, type OrderState } from '../../src/orders/order-state.ts'
import type { Order } from '../../src/orders/order.ts'
import type { Delivery } from '../../src/orders/order-deliveries.ts'
import { bookWith } from '../ledger/book-fixture.ts'

/** A book and the orders of its partner, in memory, as a group decides on them. */
export interface Decisions {
  readonly book: Book
  readonly state: OrderState
}

export function decisionsWith(funds: bigint): Decisions {
  const state: OrderState = {
    catalog: undefined,
    wallets: undefined,
    issuing: undefined,
    quotes: new Map(),
    ...nothingDecided(),
  }
  return { book: bookWith(funds).book, state }
}

/** Adds an order without a hold to the loaded orders. */
function loadOrder({ book, state }: Decisions, fields: Partial<Order>): Order {
  const { orderNo = 1 } = fields
  const order: Order = {
    partnerId: book.partnerId,
    orderNo,
    clientReference: `order ${orderNo}`,
    idempotencyKey: undefined,
    fingerprint: Buffer.alloc(32),
    currency: storedCurrency('USD'),
    totalMinor: minorUnits(1_000n),
    adjustment: undefined,
    unitCount: 1,
    linkNo: undefined,
    walletId: undefined,
    createdMs: 500,
    status: 'PENDING',
    previousStatus: undefined,
    statusSinceMs: 700,
    holdNo: undefined,
    keptMinor: undefined,
    chargedMinor: undefined,
    chargedAdjustment: undefined,
    cancelReason: undefined,
    completedMs: undefined,
    heldForSupplier: false,
    firstHeldMs: undefined,
    lastEventNo: 4,
    ...fields,
  }
  state.byNo.set(orderNo, order)
  return order
}

/** Adds an order whose price is held. */
export function openOrder(decisions: Decisions, price: bigint, fields: Partial<Order> = {}): Order {
  const order = loadOrder(decisions, { totalMinor: minorUnits(price), ...fields })
  const { book, state } = decisions
  const { code } = order.currency
  const [debit, credit] = [book.chart('funds', code), book.chart('issued', code)]
  const amount = minorUnits(price)
  order.holdNo = book.hold({ code: 'order_hold', debit, credit, amount }).number
  state.open.unshift(order)
  return order
}

/** Adds an order that waits for the partner's funds. */
export function heldOrder(decisions: Decisions, price: bigint, fields: Partial<Order> = {}): Order {
  const totalMinor = minorUnits(price)
  const order = loadOrder(decisions, { status: 'ON_HOLD', totalMinor, ...fields })
  decisions.book.counters.ordersOnHold += 1
  decisions.state.held.push(order)
  return order
}

/** Sets what was delivered of an order. By default, it has no open batch and nothing to charge. */
export function setDelivery(
  { state }: Decisions,
  { orderNo }: Order,
  delivery: Partial<Delivery> = {},
) {
  state.deliveries.set(orderNo, {
    hasOpenBatches: false,
    isUnderWay: false,
    isShort: false,
    lastIssuedMs: undefined,
    irrevocable: { costMinor: 0n, adjustment: undefined },
    owedMinor: 0n,
    ...delivery,
  })
}

/** Takes money from the funds, as a reversal does. */
export function reverse({ book }: Decisions, amount: bigint): void {
  const [debit, credit] = [book.chart('funds', 'USD'), book.chart('deposits', 'USD')]
  book.postUncovered({ code: 'reversal', debit, credit, amount: minorUnits(amount) })
}

export function deposit({ book }: Decisions, amount: bigint): void {
  const [debit, credit] = [book.chart('deposits', 'USD'), book.chart('funds', 'USD')]
  book.post({ code: 'deposit', debit, credit, amount: minorUnits(amount) })
}

/** Returns the available amounts of the USD accounts. */
export function balances({ book }: Decisions): Record<string, bigint> {
  const accounts: Account[] = [...book.accounts.chart()].filter((one) => one.currency === 'USD')
  return Object.fromEntries(accounts.map((account) => [account.kind, available(account)]))
}
