import type { CatalogSnapshot } from '../catalog/mod.ts'
import type { Tx, Writer } from '../db/mod.ts'
import { available, type Asked, type Book } from '../ledger/mod.ts'
import { recordAudits, type AuditEntry } from '../partners/mod.ts'
import {
  cancelBatches,
  insertBatches,
  insertLines,
  resumeBatches,
  suspendBatches,
  type NewBatch,
  type PlacedLine,
} from './line-rows.ts'
import type { Order } from './order.ts'
import { isOfSize } from './order-size.ts'
import type {
  AskedPlaces,
  OrderInput,
  OrderWriteOptions,
  PlaceInput,
  RecipientWallets,
  CancelInput,
  HoldInput,
  Issuing,
  ReleaseInput,
} from './order-input.ts'
import {
  deliveries,
  insertOrders,
  lockBatches,
  lockOrders,
  openOrderNumbers,
  ordersByKey,
  ordersOnHold,
  ordersWithOpenBatches,
  payableOnHold,
  toOrder,
  updateOrders,
  type OrderRow,
} from './order-rows.ts'
import { walletNamesIn } from './price-lines.ts'

/** What an order's batches have come to. */
export interface Delivery {
  readonly openBatches: boolean
  readonly underWay: boolean
  /** Our account at a supplier cannot pay one of them. */
  readonly isShort: boolean
  /** When a batch was last issued. */
  readonly lastIssuedMs: number | undefined
  readonly keptMinor: bigint
}

/** What the writes of one group know of the partner's orders, and what they did to them. */
export interface OrderState {
  readonly catalog: CatalogSnapshot | undefined
  /** Of lines that credit a wallet; undefined where there is none. */
  readonly wallets: RecipientWallets | undefined
  readonly issuing: Issuing | undefined
  readonly byReference: Map<string, Order>
  readonly byKey: Map<string, Order>
  readonly byNo: Map<number, Order>
  readonly deliveries: Map<number, Delivery>
  /** ON_HOLD, oldest first. */
  readonly held: Order[]
  /** PENDING, PROCESSING and OUT_OF_STOCK, newest first; loaded only where money may be short. */
  readonly open: Order[]
  /** Funds per currency when held orders were last looked at. */
  readonly fundsSeen: Map<string, bigint>
  readonly placed: Order[]
  readonly placedLines: PlacedLine[]
  /** Those that wait for a worker, and those that were issued at once. */
  readonly placedBatches: NewBatch[]
  readonly issuedBatches: NewBatch[]
  readonly changed: Set<Order>
  /** Batches of an order in both are let go, whatever they wait for, and then asked anew. */
  readonly suspended: Set<number>
  readonly resumed: Set<number>
  readonly cancelled: Set<number>
  /** Let go on by this group: they waited for a supplier, not for their partner's money. */
  readonly released: Set<number>
  /** What the operator did, to be written with it. */
  readonly audits: AuditEntry[]
}

/** How many held, or open, orders one group looks at; the sweep comes back for the rest. */
const HELD_ORDERS_MAX = 500
const OPEN_ORDERS_MAX = 10_000
const OPEN_BATCHES_MAX = 50_000

export async function loadOrderState(
  tx: Tx,
  { partnerId, inputs, kinds, book: loading }: Asked<OrderInput>,
  options: OrderWriteOptions,
): Promise<OrderState> {
  const places = inputs.filter((input) => input.type === 'place')
  const [book, snapshot, rows] = await Promise.all([
    loading,
    places.length > 0 ? options.catalog.asOf(tx) : undefined,
    places.length > 0 ? tx.rows(ordersByKey(partnerId, keysOf(places))) : [],
  ])
  const { batchUnitsMax } = options
  const fresh = freshOf(places, rows).filter((place) => isOfSize(place, options))
  const asked =
    snapshot && fresh.length > 0 ? { partnerId, places: fresh, snapshot, batchUnitsMax } : undefined
  const state: OrderState = {
    catalog: snapshot,
    wallets: asked && (await loadWallets(tx, options, asked)),
    issuing: asked && (await options.beginIssuing?.(tx, asked)),
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
    suspended: new Set(),
    resumed: new Set(),
    cancelled: new Set(),
    released: new Set(),
    audits: [],
  }
  for (const row of rows) remember(state, identified(state, row))
  const short = kinds.has('reversal') ? undefined : book.shortCurrencies()
  await loadLocked(tx, book, { inputs, short, state })
  if (book.counters.ordersOnHold > 0) await loadHeld(tx, book, { inputs, state })
  return state
}

/** What was placed before is replayed or refused: it needs no wallet, and no stock. */
function freshOf(places: readonly PlaceInput[], rows: readonly OrderRow[]): PlaceInput[] {
  const references = new Set(rows.map((row) => row.client_reference))
  const keys = new Set(rows.map((row) => row.idempotency_key ?? undefined))
  return places.filter(
    ({ clientReference, idempotencyKey }) =>
      !references.has(clientReference) &&
      (idempotencyKey === undefined || !keys.has(idempotencyKey)),
  )
}

/** Most orders credit no wallet, and read nothing more. */
async function loadWallets(
  tx: Tx,
  { findRecipientWallets }: Pick<OrderWriteOptions, 'findRecipientWallets'>,
  { partnerId, places, snapshot }: AskedPlaces,
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

/** The oldest may all be too dear: a rebalance also looks for what can be paid behind them. */
async function loadHeld(
  tx: Tx,
  { partnerId }: Book,
  { inputs, state }: { inputs: readonly OrderInput[]; state: OrderState },
): Promise<void> {
  const rows = await tx.rows(ordersOnHold(partnerId, HELD_ORDERS_MAX))
  if (rows.length === HELD_ORDERS_MAX && inputs.some((input) => input.type === 'rebalance')) {
    rows.push(...(await tx.rows(payableOnHold(partnerId, HELD_ORDERS_MAX))))
  }
  const held = new Set(rows.map((row) => identified(state, row)))
  state.held.push(...[...held].toSorted((one, other) => one.orderNo - other.orderNo))
}

/**
 * Orders that a settlement or a cancellation names, and those that may lose their money, under one
 * round of locks: batches before orders, as everywhere.
 */
async function loadLocked(
  tx: Tx,
  { partnerId }: Book,
  asked: { inputs: readonly OrderInput[]; short: readonly string[] | undefined; state: OrderState },
): Promise<void> {
  const { inputs, short, state } = asked
  const whole = inputs.flatMap((input) => (isOfWholeOrder(input) ? [input.orderNo] : []))
  const settles = inputs.flatMap((input) => (input.type === 'settle' ? [input.orderNo] : []))
  const openNos = short?.length === 0 ? [] : await openNumbers(tx, partnerId, short)
  const withBatches = [...new Set([...whole, ...openNos])]
  if (withBatches.length > 0) await tx.rows(lockBatches(partnerId, withBatches))
  const all = [...new Set([...withBatches, ...settles])]
  if (all.length === 0) return
  for (const row of await tx.rows(lockOrders(partnerId, all))) identified(state, row)
  state.open.push(...openNos.flatMap((orderNo) => state.byNo.get(orderNo) ?? []))
  await loadDeliveries(tx, partnerId, { whole, settles, state })
}

/**
 * Orders whose money may go, newest first: of these currencies, or of any where a reversal comes.
 */
async function openNumbers(
  tx: Tx,
  partnerId: number,
  currencies: readonly string[] | undefined,
): Promise<number[]> {
  const bounds = { ordersMax: OPEN_ORDERS_MAX, batchesMax: OPEN_BATCHES_MAX }
  const wanted = { currencies: currencies ?? null, ...bounds }
  const rows = await tx.rows(openOrderNumbers(partnerId, wanted))
  return rows.map((row) => Number(row.order_no))
}

/** Writes that move an order with all its batches. */
function isOfWholeOrder(input: OrderInput): input is CancelInput | HoldInput | ReleaseInput {
  return input.type === 'cancel' || input.type === 'hold' || input.type === 'release'
}

const NOTHING = { underWay: false, isShort: false, lastIssuedMs: undefined, keptMinor: 0n }

async function loadDeliveries(
  tx: Tx,
  partnerId: number,
  asked: { whole: readonly number[]; settles: readonly number[]; state: OrderState },
): Promise<void> {
  const { whole, settles, state } = asked
  if (settles.length > 0) {
    const open = await tx.rows(ordersWithOpenBatches(partnerId, settles))
    const openNos = new Set(open.map((row) => Number(row.order_no)))
    for (const orderNo of settles) {
      const openBatches = openNos.has(orderNo)
      state.deliveries.set(orderNo, { ...NOTHING, openBatches })
    }
  }
  if (whole.length === 0) return
  for (const row of await tx.rows(deliveries(partnerId, whole))) {
    state.deliveries.set(Number(row.order_no), {
      openBatches: row.open_batches > 0n,
      underWay: row.under_way > 0n,
      isShort: row.short_batches > 0n,
      lastIssuedMs: row.last_completed_at?.getTime(),
      keptMinor: row.kept_minor,
    })
  }
}

/**
 * One order is one object, however many statements have read it; the last, under its lock, counts.
 */
function identified(state: OrderState, row: OrderRow): Order {
  const read = toOrder(row)
  const known = state.byNo.get(read.orderNo)
  const order = known ? Object.assign(known, read) : read
  state.byNo.set(order.orderNo, order)
  return order
}

/** Makes an order known to the later writes of the group. */
export function remember(state: OrderState, order: Order): void {
  state.byNo.set(order.orderNo, order)
  state.byReference.set(order.clientReference, order)
  if (order.idempotencyKey !== undefined) state.byKey.set(order.idempotencyKey, order)
}

export function fundsOf(book: Book, order: Order): bigint {
  return available(book.chart('funds', order.currency.code))
}

/**
 * Locks batches before orders, as everywhere. New batches come first: their order may be put on
 * hold, or cancelled, in the very group that placed it.
 */
export function saveOrderState(tx: Writer, book: Book, state: OrderState): void {
  const { partnerId } = book
  if (state.placed.length > 0) {
    tx.write(insertLines(partnerId, state.placedLines))
    state.issuing?.save(tx)
    if (state.placedBatches.length > 0) tx.write(insertBatches(book, state.placedBatches, 'queued'))
    if (state.issuedBatches.length > 0) tx.write(insertBatches(book, state.issuedBatches, 'issued'))
  }
  if (state.suspended.size > 0) tx.write(suspendBatches(partnerId, [...state.suspended]))
  if (state.cancelled.size > 0) tx.write(cancelBatches(partnerId, [...state.cancelled]))
  if (state.placed.length > 0) tx.write(insertOrders(book, state.placed))
  // New ones among them, too, where a reversal of the group has taken their money.
  if (state.changed.size > 0) tx.write(updateOrders(partnerId, [...state.changed]))
  // Behind the locks of their orders: a worker that saw one on hold has said by now what waits.
  if (state.resumed.size > 0) tx.write(resumeBatches(partnerId, [...state.resumed]))
  recordAudits(tx, state.audits)
}
