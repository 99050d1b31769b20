import { minorUnits, ORDER_NO_MAX, storedCurrency } from '../../src/core/mod.ts'
import { PersonRules } from '../../src/orders/person-rules.ts'
import { cancelOrder } from '../../src/orders/cancel-order.ts'
import type { OrderWriteOptions, PlaceInput } from '../../src/orders/order-input.ts'
import type { OrderState } from '../../src/orders/order-state.ts'
import { placeOrder } from '../../src/orders/place-order.ts'
import type { SpendableWallet } from '../../src/orders/spendable-wallets.ts'
import { refusesInOrder, type Fault } from '../support/refuses-in-order.ts'
import { TESTER } from '../support/tester.ts'
import { Shop } from '../worlds/fast/shop.ts'
import {
  decisionsWith,
  openOrder,
  reverse,
  setDelivery,
  type Decisions,
} from './decision-fixture.ts'

/** The state that a refusal must not change. */
function traceOf({ book, state }: Decisions): unknown {
  const { byNo, placed, changed, events, usedQuotes, audits } = state
  const { transfers, counters } = book
  return structuredClone({ transfers, counters, byNo, placed, changed, events, usedQuotes, audits })
}

type Changeable<T> = { -readonly [K in keyof T]: T[K] }

/** An order of one card for 10 USD, with funds of 50, by a credential or a person, on a quote. */
function anOrder(fields: Partial<PlaceInput>) {
  const { book, state } = decisionsWith(5_000n)
  const fingerprint = Buffer.alloc(32, 1)
  const prices = new Map()
  const quote = { quoteId: 'q', fingerprint, expiresMs: book.now + 1, prices, isUsed: false }
  const ready: Changeable<OrderState> = {
    ...state,
    catalog: new Shop().snapshot(),
    quotes: new Map([['q', quote]]),
    people: new PersonRules(),
    spendableWallets: new Map<number, SpendableWallet>(),
  }
  const input: Changeable<PlaceInput> = {
    type: 'place',
    clientReference: 'new',
    idempotencyKey: 'key',
    fingerprint,
    currency: storedCurrency('USD'),
    items: cards(10),
    quote: { quoteId: 'q', fingerprint },
    ...fields,
  }
  const limits = { linesPerOrderMax: 10, unitsPerOrderMax: 10 }
  return { book, state: ready, input, quote, limits }
}

type Ordering = ReturnType<typeof anOrder>

const place = ({ book, state, input, limits }: Ordering) =>
  placeOrder(book, state, {
    input,
    options: { ...limits, batchUnitsMax: 1_000 } as OrderWriteOptions,
  })

const earlier = () => openOrder(decisionsWith(1n), 1n)
const suspend = ({ state }: Ordering) => (state.isSuspended = true)
const takeFunds = (ordering: Ordering) => reverse(ordering, 4_001n)
const limitSpending = ({ book }: Ordering) =>
  book.spendLimits.change(
    { clientId: undefined, currency: 'USD', perDayMinor: minorUnits(999n) },
    book.now,
  )

const COMMON_FAULTS: readonly Fault<Ordering>[] = [
  ['idempotency_conflict: this Idem', ({ state }) => state.byKey.set('key', earlier())],
  ['client_reference_exists: an ord', ({ state }) => state.byReference.set('new', earlier())],
  [
    'invalid_request: currency must',
    ({ input }) => (input.currency = { code: 'XXZ', exponent: 2 }),
  ],
  ['invalid_request: items must hav', ({ limits }) => (limits.linesPerOrderMax = 0)],
]
const PRICE_FAULTS: readonly Fault<Ordering>[] = [
  ['invalid_request: items[0].quant', ({ limits }) => (limits.unitsPerOrderMax = 0)],
  ['invalid_request: quoteId names', ({ quote, book }) => (quote.expiresMs = book.now)],
  ['invalid_request: quoteId is of', ({ quote }) => (quote.fingerprint = Buffer.alloc(32))],
  ['invalid_request: quoteId was us', ({ quote }) => (quote.isUsed = true)],
  ['invalid_request: items[0].amoun', ({ input }) => (input.items = cards(11))],
]
const FUNDS_FAULTS: readonly Fault<Ordering>[] = [
  ['insufficient_funds: available 9', takeFunds],
  ['insufficient_funds: the daily s', limitSpending],
  ['numbers_exhausted: the partner ', ({ book }) => (book.counters.lastOrder = ORDER_NO_MAX)],
]

refusesInOrder('an order of a credential', [...COMMON_FAULTS, ...PRICE_FAULTS, ...FUNDS_FAULTS], {
  begin: () => anOrder({}),
  decide: place,
  traceOf,
})

refusesInOrder(
  'an order of a person of the partner',
  [
    ...COMMON_FAULTS,
    ['permission_missing: the partner', suspend],
    ...PRICE_FAULTS,
    [
      'permission_missing: orders and links of a person from',
      ({ state }) => (state.people = FROM_A_CENT),
    ],
    ...FUNDS_FAULTS,
  ],
  { begin: () => anOrder({ actor: TESTER }), decide: place, traceOf },
)

refusesInOrder<ReturnType<typeof anOrderOfWallet>>(
  'an order that a wallet pays',
  [
    ...COMMON_FAULTS,
    ['state_conflict: the partner is', suspend],
    ...PRICE_FAULTS,
    ['not_found: no such wallet', ({ state }) => (state.spendableWallets = new Map())],
    ['state_conflict: the wallet cann', ({ wallet }) => (wallet.isSpendable = false)],
    ['state_conflict: the wallet is n', ({ wallet }) => (wallet.products = [2])],
    ['state_conflict: the price has r', ({ spend }) => (spend.priceMinorMax = 999n)],
    ['insufficient_funds: available 9', ({ account }) => (account.debitsPosted += 1n)],
    ['numbers_exhausted: the partner ', ({ book }) => (book.counters.lastOrder = ORDER_NO_MAX)],
  ],
  { begin: anOrderOfWallet, decide: place, traceOf },
)

refusesInOrder<ReturnType<typeof aCancellation>>(
  'a cancellation',
  [
    ['not_found: no such order', ({ input }) => (input.orderNo = 2)],
    ['order_final: the order is CANCE', ({ order }) => (order.status = 'CANCELLED')],
    ['state_conflict: the order is', ({ input }) => (input.onlyIf.sinceMs += 1)],
    [
      'delivery_under_way: a delivery ',
      (cancellation) => setDelivery(cancellation, cancellation.order, UNDER_WAY),
    ],
  ],
  {
    begin: aCancellation,
    decide: ({ book, state, input }) => cancelOrder(book, state, input),
    traceOf,
  },
)

const UNDER_WAY = { isUnderWay: true }
const USD = storedCurrency('USD')
const FROM_A_CENT = new PersonRules({
  rules: new Map([['USD', { kind: 'orders', currency: USD, fromMinor: minorUnits(1n) }]]),
})

function cards(amount: number) {
  return [{ productId: 1, amount, quantity: 1 }]
}

/** The order of `anOrder`, paid by the owner of a wallet that has 10 USD. */
function anOrderOfWallet() {
  const spend = { walletId: 0, priceMinorMax: 1_000n }
  const decisions = anOrder({ spend })
  const { book, state } = decisions
  const account = book.openWallet('USD')
  account.creditsPosted += 1_000n
  spend.walletId = account.id
  const wallet: Changeable<SpendableWallet> = {
    walletId: account.id,
    consumerId: 1,
    currency: storedCurrency('USD'),
    campaignName: undefined,
    status: 'ENABLED',
    isSpendable: true,
    products: undefined,
    endsAtMs: undefined,
  }
  state.spendableWallets = new Map([[account.id, wallet]])
  return { ...decisions, spend, wallet, account }
}

/** A deadline that cancels an order without deliveries. */
function aCancellation() {
  const decisions = decisionsWith(5_000n)
  const order = openOrder(decisions, 1_000n)
  const { orderNo, status, statusSinceMs: sinceMs } = order
  const onlyIf = { status, sinceMs }
  return {
    ...decisions,
    order,
    input: { type: 'cancel' as const, orderNo, reason: 'late', onlyIf },
  }
}
