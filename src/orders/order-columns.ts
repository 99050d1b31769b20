import { dateAt, dateOrNull } from '../core/mod.ts'
import { Columns, sql, type Column } from '../db/mod.ts'
import type { Order, OrderEvent } from './order.ts'

export const EVENTS = new Columns<OrderEvent>([
  ['bigint', (one) => one.orderNo],
  ['integer', (one) => one.eventNo],
  ['text', (one) => one.from ?? null],
  ['text', (one) => one.to],
  ['text', (one) => one.reason ?? null],
  ['text', (one) => one.heldFor ?? null],
])

/** From the number to the last event, of new orders and of changed ones. */
const COMMON: readonly Column<Order>[] = [
  ['bigint', (one) => one.orderNo],
  ['text', (one) => one.clientReference],
  ['uuid', (one) => one.idempotencyKey ?? null],
  ['bytea', (one) => one.fingerprint],
  ['text', (one) => one.currency.code],
  ['bigint', (one) => one.totalMinor],
  ['bigint', (one) => one.adjustment?.discountMinor ?? null],
  ['bigint', (one) => one.adjustment?.feeMinor ?? null],
  ['integer', (one) => one.unitCount],
  ['text', (one) => one.status],
  ['text', (one) => one.previousStatus ?? null],
  ['integer', (one) => one.lastEventNo],
]

const NEW: readonly Column<Order>[] = [
  ...COMMON,
  ['bigint', (one) => one.holdNo ?? null],
  ['bigint', (one) => one.chargedMinor ?? null],
]
/** The instant of the group, which is that of an order that it completes. */
const COMPLETED_AT: Column<Order & { placedMs: number }> = [
  'timestamptz',
  (one) => (one.status === 'COMPLETED' ? dateAt(one.placedMs) : null),
]

export const PLACED = {
  names: sql.raw(''),
  rows: new Columns<Order>(NEW),
  completable: new Columns<Order & { placedMs: number }>([COMPLETED_AT, ...NEW]),
}

const TRACEPARENT: Column<Order> = ['text', (one) => one.traceparent ?? null]

/** The columns of new orders, of which one has a trace that is exported. */
export const PLACED_TRACED: typeof PLACED = {
  names: sql.raw(', traceparent'),
  rows: new Columns([...NEW, TRACEPARENT]),
  completable: new Columns([COMPLETED_AT, ...NEW, TRACEPARENT]),
}

export const CHANGED = new Columns<Order>([
  ...COMMON,
  ['timestamptz', (one) => dateAt(one.statusSinceMs)],
  ['bigint', (one) => (one.status === 'ON_HOLD' ? null : (one.holdNo ?? null))],
  ['bigint', (one) => (one.status === 'ON_HOLD' ? (one.holdNo ?? null) : null)],
  ['bigint', (one) => one.keptMinor ?? null],
  ['bigint', (one) => one.chargedMinor ?? null],
  ['bigint', (one) => one.chargedAdjustment?.discountMinor ?? null],
  ['bigint', (one) => one.chargedAdjustment?.feeMinor ?? null],
  ['text', (one) => one.cancelReason ?? null],
  ['timestamptz', (one) => dateAt(one.createdMs)],
  ['timestamptz', (one) => dateOrNull(one.completedMs)],
  ['boolean', (one) => one.heldForSupplier],
  ['timestamptz', (one) => dateOrNull(one.firstHeldMs)],
])
