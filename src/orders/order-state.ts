import type { CatalogSnapshot } from '../catalog/mod.ts'
import type { Tx } from '../db/mod.ts'
import type { GroupInputs, Book } from '../ledger/mod.ts'
import type { AuditEntry } from '../audit/mod.ts'
import type { LinkState } from '../links/mod.ts'
import { lockOrderTerms, type OrderTerms } from '../partners/mod.ts'
import { lockPersonRules, PersonRules } from './person-rules.ts'
import type { NewBatch, PlacedLine } from './line-rows.ts'
import { lockDrafts, NO_DRAFTS, type DraftAct, type LockedDrafts } from './locked-drafts.ts'
import type { Order, OrderEvent } from './order.ts'
import type { OrderHold } from './order-hold-rows.ts'
import { loadPayingLinks, loadSpentWallets } from './load-payers.ts'
import type { SpendableWallet } from './spendable-wallets.ts'
import { hasAllowedLines, withoutOversized } from './order-size.ts'
import {
  isOfPerson,
  isOfWholeOrder,
  type OrdersToPlace,
  type OrderInput,
  type OrderWriteOptions,
  type PlaceInput,
  type RecipientWallets,
  type Issuing,
} from './order-input.ts'
import { loadDeliveries, type Delivery } from './order-deliveries.ts'
import {
  lockBatches,
  lockOrders,
  openOrderNumbers,
  ordersByKey,
  ordersOnHold,
  payableOnHold,
  toOrder,
  type OrderRow,
} from './order-rows.ts'
import { walletNamesIn } from './price-lines.ts'
import { findQuotes, type Quote } from './quote-rows.ts'

/** The partner's orders as the writes of one group read and change them. */
export interface OrderState {
  readonly catalog: CatalogSnapshot | undefined
  /** Undefined if no line credits a wallet. */
  readonly wallets: RecipientWallets | undefined
  readonly issuing: Issuing | undefined
  /** By id: the quotes that the new orders name. */
  readonly quotes: ReadonlyMap<string, Quote>
  /** The rules for people. Read only if a person orders, or sends links. */
  readonly people: PersonRules
  /** The drafts that the writes carry out. */
  readonly drafts: LockedDrafts
  /**
   * True if the partner is suspended. Read only for orders by a person: of the partner, a link or a
   * wallet.
   */
  readonly isSuspended: boolean
  readonly claimRules: OrderTerms['claimRules']
  readonly usedQuotes: { quoteId: string; orderNo: number }[]
  readonly byReference: Map<string, Order>
  readonly byKey: Map<string, Order>
  readonly byNo: Map<number, Order>
  readonly deliveries: Map<number, Delivery>
  /** ON_HOLD, oldest first. */
  readonly held: Order[]
  /** PENDING, PROCESSING and OUT_OF_STOCK, newest first; loaded only if funds are short. */
  readonly open: Order[]
  /** Funds per currency when held orders were last checked. */
  readonly fundsSeen: Map<string, bigint>
  readonly placed: Order[]
  readonly placedLines: PlacedLine[]
  /** Batches that wait for a worker, and batches that were issued at once. */
  readonly placedBatches: NewBatch[]
  readonly issuedBatches: NewBatch[]
  readonly changed: Set<Order>
  /** Every change of a status, in order. */
  readonly events: OrderEvent[]
  /** The holds of suspended and resumed orders. */
  readonly holds: OrderHold[]
  /** An order in both sets was suspended and then resumed, so its batches are due again. */
  readonly suspended: Set<number>
  readonly resumed: Set<number>
  readonly cancelled: Set<number>
  /** Orders that this group resumes: they no longer wait for a supplier. */
  readonly supplierFunded: Set<number>
  /** Audit entries of what operators did. */
  readonly audits: AuditEntry[]
  /** By id: the wallets that new orders spend. */
  spendableWallets: ReadonlyMap<number, SpendableWallet>
  /** The links that pay for orders, or are written; undefined in a group without any. */
  links: LinkState | undefined
}

/** Returns the state of a group before orders are loaded and decided. */
export function nothingDecided() {
  return {
    people: new PersonRules(),
    drafts: NO_DRAFTS,
    isSuspended: false,
    claimRules: undefined,
    usedQuotes: [],
    byReference: new Map(),
    byKey: new Map(),
    byNo: new Map(),
    deliveries: new Map(),
    held: [],
    open: [],
    fundsSeen: new Map(),
    placed: [],
    placedLines: [],
    placedBatches: [],
    issuedBatches: [],
    changed: new Set(),
    events: [],
    holds: [],
    suspended: new Set(),
    resumed: new Set(),
    cancelled: new Set(),
    supplierFunded: new Set(),
    audits: [],
    spendableWallets: new Map(),
    links: undefined,
  } satisfies Partial<OrderState>
}

/**
 * The most orders ON_HOLD, and the most open orders, that one group loads. The sweep handles the
 * rest.
 */
const HELD_ORDERS_MAX = 500
const OPEN_ORDERS_MAX = 10_000
const OPEN_BATCHES_MAX = 50_000

export async function loadOrderState(
  tx: Tx,
  { partnerId, inputs, book: loading }: GroupInputs<OrderInput>,
  options: OrderWriteOptions,
): Promise<OrderState> {
  const places = inputs.filter((input) => input.type === 'place')
  const isPriced = places.length > 0 || inputs.some(({ type }) => type === 'send links')
  const [book, pricing, rows] = await Promise.all([
    loading,
    isPriced ? options.catalog.pricing(tx) : undefined,
    places.length > 0 ? tx.rows(ordersByKey(partnerId, keysOf(places))) : [],
  ])
  if (pricing?.at !== undefined) book.stamp(pricing.at)
  const snapshot = pricing?.snapshot
  const { batchUnitsMax } = options
  const fresh = freshOf(places, rows).filter((place) => hasAllowedLines(place, options))
  const orders =
    snapshot && fresh.length > 0 ? { partnerId, places: fresh, snapshot, batchUnitsMax } : undefined
  const state: OrderState = {
    catalog: snapshot,
    wallets: orders && (await loadWallets(tx, options, orders)),
    issuing: orders && (await options.beginIssuing?.(tx, withoutOversized(orders, options))),
    quotes: await loadQuotes(tx, partnerId, fresh),
    ...nothingDecided(),
    ...(await loadRules(tx, book, peopleOf(fresh, inputs))),
    ...(fresh.some(isOfPerson) && (await lockOrderTerms(tx, partnerId))),
    // After the partner, as a change of a credential locks both.
    drafts: await lockDrafts(tx, { partnerId, acts: draftActs(inputs), at: book.now }),
  }
  for (const row of rows) indexOrder(state, uniqueOrder(state, row))
  await loadLocked(tx, book, { inputs, state })
  if (book.counters.ordersOnHold > 0) await loadHeld(tx, book, { inputs, state })
  const group = { inputs, orders: [...state.byNo.values()] }
  const priced = { catalog: snapshot, claimRules: state.claimRules }
  state.links = await loadPayingLinks(tx, book, { ...group, ...priced, options })
  state.spendableWallets = await loadSpentWallets(tx, { partnerId, book: loading }, group)
  return state
}

/** Returns the orders not placed before. The others are replayed or refused: they need no stock. */
function freshOf(places: readonly PlaceInput[], rows: readonly OrderRow[]): PlaceInput[] {
  const references = new Set(rows.map((row) => row.client_reference))
  const keys = new Set(rows.map((row) => row.idempotency_key ?? undefined))
  return places.filter(
    ({ clientReference, idempotencyKey }) =>
      !references.has(clientReference) &&
      (idempotencyKey === undefined || !keys.has(idempotencyKey)),
  )
}

function peopleOf(places: readonly PlaceInput[], inputs: readonly OrderInput[]): number[] {
  const senders = inputs.flatMap((one) => (one.type === 'send links' ? one.links.actor : []))
  return [...places.map(({ actor }) => actor), ...senders].flatMap((actor) =>
    actor ? Number(actor.id) : [],
  )
}

function draftActs(inputs: readonly OrderInput[]): DraftAct[] {
  return inputs.flatMap((one) => ('draft' in one && one.draft) || [])
}

/** Locks the rules about orders, and the sums that people have spent, if people order. */
async function loadRules(tx: Tx, group: Book, userIds: readonly number[]) {
  if (userIds.length === 0) return undefined
  const { partnerId, now: at, ofTeams } = group
  return {
    people: await lockPersonRules(tx, { kind: 'orders', partnerId, userIds, at, group: ofTeams }),
  }
}

async function loadQuotes(
  tx: Tx,
  partnerId: number,
  places: readonly PlaceInput[],
): Promise<ReadonlyMap<string, Quote>> {
  const ids = places.flatMap(({ quote }) => quote?.quoteId ?? [])
  return ids.length === 0 ? new Map() : findQuotes(tx, partnerId, ids)
}

/** Returns the wallets that lines credit. Reads nothing if there are none, as in most orders. */
async function loadWallets(
  tx: Tx,
  { findRecipientWallets }: Pick<OrderWriteOptions, 'findRecipientWallets'>,
  { partnerId, places, snapshot }: OrdersToPlace,
): Promise<RecipientWallets | undefined> {
  const names = places.flatMap(({ items }) => walletNamesIn(items, snapshot))
  return names.length > 0 ? findRecipientWallets(tx, partnerId, names) : undefined
}

function keysOf(places: readonly PlaceInput[]) {
  return {
    references: places.map((input) => input.clientReference),
    keys: places.flatMap((input) => input.idempotencyKey ?? []),
  }
}

/**
 * Loads the oldest orders that wait for funds. A rebalance also loads later orders that can be
 * paid, because the oldest may all be too expensive. A rebalance also loads what the orders owe,
 * because a worker that learned that nothing was delivered may have died before it reduced the
 * hold. A group that takes funds below zero needs these amounts, too, because it may resume an
 * order and then suspend it again. Batches need no lock, because an order ON_HOLD never owes more
 * than before.
 */
async function loadHeld(
  tx: Tx,
  { partnerId, short }: Book,
  { inputs, state }: { inputs: readonly OrderInput[]; state: OrderState },
): Promise<void> {
  const rows = await tx.rows(ordersOnHold(partnerId, HELD_ORDERS_MAX))
  const isRebalanced = inputs.some((input) => input.type === 'rebalance')
  if (rows.length === HELD_ORDERS_MAX && isRebalanced) {
    rows.push(...(await tx.rows(payableOnHold(partnerId, HELD_ORDERS_MAX))))
  }
  const heldOrders = new Set(rows.map((row) => uniqueOrder(state, row)))
  state.held.push(...[...heldOrders].toSorted((one, other) => one.orderNo - other.orderNo))
  if (!isRebalanced && short.followed.size === 0) return
  const owing = state.held.flatMap(({ holdNo, orderNo }) => (holdNo === undefined ? [] : orderNo))
  await loadDeliveries(tx, partnerId, { whole: owing, settles: [], deliveries: state.deliveries })
}

/**
 * Loads the orders that the writes name, and those that may have to give up their holds. Locks once
 * for all of them: batches before orders, as everywhere.
 */
async function loadLocked(
  tx: Tx,
  { partnerId, short: { followed } }: Book,
  { inputs, state }: { inputs: readonly OrderInput[]; state: OrderState },
): Promise<void> {
  const whole = inputs.flatMap((input) => (isOfWholeOrder(input) ? [input.orderNo] : []))
  const settles = inputs.flatMap((input) => (input.type === 'settle' ? [input.orderNo] : []))
  const openNos = followed.size === 0 ? [] : await openNumbers(tx, partnerId, [...followed])
  const withBatches = [...new Set([...whole, ...openNos])]
  if (withBatches.length > 0) await tx.rows(lockBatches(partnerId, withBatches))
  const all = [...new Set([...withBatches, ...settles])]
  if (all.length === 0) return
  for (const row of await tx.rows(lockOrders(partnerId, all))) uniqueOrder(state, row)
  state.open.push(...openNos.flatMap((orderNo) => state.byNo.get(orderNo) ?? []))
  const { deliveries } = state
  await loadDeliveries(tx, partnerId, { whole: withBatches, settles, deliveries })
}

/** Returns the orders of these currencies that may have to give up their holds, newest first. */
async function openNumbers(
  tx: Tx,
  partnerId: number,
  currencies: readonly string[],
): Promise<number[]> {
  const within = { currencies, ordersMax: OPEN_ORDERS_MAX, batchesMax: OPEN_BATCHES_MAX }
  const rows = await tx.rows(openOrderNumbers(partnerId, within))
  return rows.map((row) => Number(row.order_no))
}

/** Returns one object per order. If several statements read it, the last one holds its lock. */
function uniqueOrder(state: OrderState, row: OrderRow): Order {
  const read = toOrder(row)
  const locked = state.byNo.get(read.orderNo)
  const order = locked ? Object.assign(locked, read) : read
  state.byNo.set(order.orderNo, order)
  return order
}

/** Lets the later writes of the group find an order by its number, reference and key. */
export function indexOrder(state: OrderState, order: Order): void {
  state.byNo.set(order.orderNo, order)
  state.byReference.set(order.clientReference, order)
  if (order.idempotencyKey !== undefined) state.byKey.set(order.idempotencyKey, order)
}
