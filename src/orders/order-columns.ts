import {
  bigint,
  boolean,
  bytea,
  instant,
  integer,
  jsonb,
  namesOf,
  sql,
  table,
  text,
  uuid,
  without,
  type ColumnsOf,
  type OrderEventsRow,
  type OrdersRow,
} from '../db/mod.ts'
import type { Book } from '../ledger/mod.ts'
import type { Order, OrderEvent } from './order.ts'

export type Group = Pick<Book, 'partnerId' | 'now'>

const OF_PARTNER = integer(({ partnerId }: Group) => partnerId)
const AT_INSTANT = instant(({ now }: Group) => now)

export const ORDER_EVENTS = table<OrderEventsRow, OrderEvent, Group>(
  'order_events',
  {
    order_no: bigint((one) => one.orderNo),
    event_no: integer((one) => one.eventNo),
    from_status: text((one) => one.from ?? null),
    to_status: text((one) => one.to),
    reason: text((one) => one.reason ?? null),
    held_for: text((one) => one.heldFor ?? null),
  },
  { partner_id: OF_PARTNER, occurred_at: AT_INSTANT },
)

const METADATA = jsonb(({ metadata }: Order) => (metadata ? JSON.stringify(metadata) : null))

/** The columns that never change once the order is placed. */
const PLACED: ColumnsOf<OrdersRow, Order> = {
  order_no: bigint((one) => one.orderNo),
  client_reference: text((one) => one.clientReference),
  idempotency_key: uuid((one) => one.idempotencyKey ?? null),
  fingerprint: bytea((one) => one.fingerprint),
  currency: text((one) => one.currency.code),
  total_minor: bigint((one) => one.totalMinor),
  discount_minor: bigint((one) => one.adjustment?.discountMinor ?? null),
  fee_minor: bigint((one) => one.adjustment?.feeMinor ?? null),
  unit_count: integer((one) => one.unitCount),
  metadata: METADATA,
  link_no: bigint((one) => one.linkNo ?? null),
  wallet_id: bigint((one) => one.walletId ?? null),
  created_at: instant((one) => one.createdMs),
}

/** The columns that later groups of the book change. */
const CHANGED: ColumnsOf<OrdersRow, Order> = {
  status: text((one) => one.status),
  previous_status: text((one) => one.previousStatus ?? null),
  last_event: integer((one) => one.lastEventNo),
  status_since: instant((one) => one.statusSinceMs),
  hold_no: bigint((one) => (one.status === 'ON_HOLD' ? null : (one.holdNo ?? null))),
  kept_hold_no: bigint((one) => (one.status === 'ON_HOLD' ? (one.holdNo ?? null) : null)),
  kept_minor: bigint((one) => one.keptMinor ?? null),
  charged_minor: bigint((one) => one.chargedMinor ?? null),
  charged_discount_minor: bigint((one) => one.chargedAdjustment?.discountMinor ?? null),
  charged_fee_minor: bigint((one) => one.chargedAdjustment?.feeMinor ?? null),
  cancel_reason: text((one) => one.cancelReason ?? null),
  completed_at: instant((one) => one.completedMs ?? null),
  held_for_supplier: boolean((one) => one.heldForSupplier),
  first_held_at: instant((one) => one.firstHeldMs ?? null),
}

/** All columns that an order is read from; see `toOrder`. */
export const ORDERS = table<OrdersRow, Order, Group>(
  'orders',
  { ...PLACED, ...CHANGED },
  { partner_id: OF_PARTNER },
)

/** Updates orders that are inserted again, found by their primary key. */
export const ON_CONFLICT = sql<never>`
  on conflict (partner_id, order_no) do update set ${ORDERS.excluded(...namesOf(CHANGED))}`

const NEW: ColumnsOf<OrdersRow, Order> = {
  ...without(PLACED, 'metadata', 'link_no', 'wallet_id', 'created_at'),
  // A new order has the defaults of the other columns.
  ...without(
    CHANGED,
    'status_since',
    'kept_hold_no',
    'kept_minor',
    'charged_discount_minor',
    'charged_fee_minor',
    'cancel_reason',
    'held_for_supplier',
    'first_held_at',
  ),
}

function tableOfNew(columns: ColumnsOf<OrdersRow, Order>) {
  return table<OrdersRow, Order, Group>('orders', columns, {
    partner_id: OF_PARTNER,
    created_at: AT_INSTANT,
    status_since: AT_INSTANT,
  })
}

/** Orders that one group places, all at the instant of the group. */
export const NEW_ORDERS = tableOfNew(NEW)

/**
 * The table for groups with an order that a link or a wallet pays, that has metadata, or whose
 * trace is exported.
 */
export const NEW_RARE_ORDERS = tableOfNew({
  ...NEW,
  metadata: METADATA,
  link_no: bigint((one) => one.linkNo ?? null),
  wallet_id: bigint((one) => one.walletId ?? null),
  traceparent: text((one) => one.traceparent ?? null),
})
