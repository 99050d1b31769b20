import assert from 'node:assert/strict'
import { formatOrderId, type Currency, type Metadata, type MinorUnits } from '../core/mod.ts'
import { adjustedPrice, type Adjustment } from '../catalog/mod.ts'
import { TRANSITIONS, type OrderStatus } from './transitions.ts'

/** One order as a group of the book reads and changes it. Amounts in minor units of `currency`. */
export interface Order {
  readonly partnerId: number
  readonly orderNo: number
  readonly clientReference: string
  readonly idempotencyKey: string | undefined
  readonly fingerprint: Buffer
  readonly currency: Currency
  /** The face value of all lines at their rates. */
  readonly totalMinor: MinorUnits
  /** Undefined if no price rule applied when the order was accepted. */
  readonly adjustment: Adjustment | undefined
  readonly unitCount: number
  /** The link that pays for it, in place of the partner's funds. */
  readonly linkNo: number | undefined
  /** The wallet that pays for it, in place of the partner's funds. */
  readonly walletId: number | undefined
  readonly createdMs: number
  status: OrderStatus
  previousStatus: OrderStatus | undefined
  statusSinceMs: number
  /** The hold for the order; undefined while nothing is held. */
  holdNo: number | undefined
  /**
   * The amount that it holds while it is ON_HOLD, which is what it owes. Undefined in every other
   * status, in which it holds its price.
   */
  keptMinor: bigint | undefined
  chargedMinor: bigint | undefined
  /** The adjustment of a CANCELLED order's charge by price rules; undefined if `adjustment` is. */
  chargedAdjustment: Adjustment | undefined
  cancelReason: string | undefined
  completedMs: number | undefined
  /** True if the order is ON_HOLD for our account at a supplier, not for the partner's funds. */
  heldForSupplier: boolean
  /** When the current wait for a supplier's account began; see `suspendOrder`. */
  firstHeldMs: number | undefined
  /**
   * The number of its last event; 0 if it has no event yet, or if its row alone says what has
   * happened.
   */
  lastEventNo: number
  /** The trace context of the request that places it, if that is exported. */
  traceparent?: string
  /** The labels that the partner gave it, sorted by key. */
  metadata?: Metadata
}

/** Whose money an order ON_HOLD waits for: the partner's, or ours at a supplier. */
export type HeldFor = 'funds' | 'supplier'

/** One change of an order's status, at the instant of its group. */
export interface OrderEvent {
  readonly orderNo: number
  /** 1, 2, 3, ... within the order. */
  readonly eventNo: number
  /** Undefined: the order was placed. */
  readonly from: OrderStatus | undefined
  readonly to: OrderStatus
  /** Why the order was cancelled. */
  readonly reason: string | undefined
  /** Set if `to` is ON_HOLD. */
  readonly heldFor: HeldFor | undefined
}

/** Collects the changes of an order; see `IMPLIED_CHANGES` for those that need no row. */
export type OrderEvents = OrderEvent[] | 'in its row'

type Cause = Partial<Pick<OrderEvent, 'reason' | 'heldFor'>>

/** Returns the price of an order if all of it is delivered. */
export function priceOf({
  totalMinor,
  adjustment,
}: Pick<Order, 'totalMinor' | 'adjustment'>): MinorUnits {
  return adjustedPrice(totalMinor, adjustment)
}

export function orderId(order: Pick<Order, 'partnerId' | 'orderNo' | 'createdMs'>): string {
  return formatOrderId(order)
}

/** Returns the name of an order in audit entries. */
export function orderTarget(order: Pick<Order, 'partnerId' | 'orderNo' | 'createdMs'>): string {
  return `order:${orderId(order)}`
}

/**
 * Changes the status of an order and records the event; asserts that `TRANSITIONS` permits the
 * change.
 */
export function moveOrder(
  order: Order,
  { to, now, ...cause }: { to: OrderStatus; now: number } & Cause,
  events: OrderEvents,
): void {
  assert(TRANSITIONS[order.status].includes(to), `no transition ${order.status} -> ${to}`)
  order.previousStatus = order.status
  order.status = to
  order.statusSinceMs = now
  order.heldForSupplier = false
  recordEvent(order, events, cause)
}

/** Records that an order has come to its status. */
export function recordEvent(order: Order, events: OrderEvents, cause: Cause = {}): void {
  if (events === 'in its row') return
  const { orderNo, previousStatus: from, status: to } = order
  order.lastEventNo += 1
  const { reason, heldFor } = cause
  events.push({ orderNo, eventNo: order.lastEventNo, from, to, reason, heldFor })
}
