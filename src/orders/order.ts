import assert from 'node:assert/strict'
import { formatOrderId, type Currency, type MinorUnits } from '../core/mod.ts'
import { TRANSITIONS, type OrderStatus } from './transitions.ts'

/** One order as the book's groups decide over it. Amounts in minor units of `currency`. */
export interface Order {
  readonly partnerId: number
  readonly orderNo: number
  readonly clientReference: string
  readonly idempotencyKey: string | undefined
  readonly fingerprint: Buffer
  readonly currency: Currency
  readonly totalMinor: MinorUnits
  readonly unitCount: number
  readonly createdMs: number
  status: OrderStatus
  previousStatus: OrderStatus | undefined
  statusSinceMs: number
  /** The hold that pays for it; undefined while nothing does. */
  holdNo: number | undefined
  chargedMinor: bigint | undefined
  cancelReason: string | undefined
  completedMs: number | undefined
  /** ON_HOLD: waits for our money at a supplier, not for the partner's. */
  heldForSupplier: boolean
  /** When it first waited for that, since it last was issued anything, paid anew or long tried. */
  firstHeldMs: number | undefined
}

export function orderId(order: Pick<Order, 'partnerId' | 'orderNo' | 'createdMs'>): string {
  return formatOrderId(order)
}

/** An order as the audit names it. */
export function orderTarget(order: Pick<Order, 'partnerId' | 'orderNo' | 'createdMs'>): string {
  return `order:${orderId(order)}`
}

/** Moves an order; a move that is not in the table is our bug. */
export function moveOrder(order: Order, to: OrderStatus, now: number): void {
  assert(TRANSITIONS[order.status].includes(to), `no transition ${order.status} -> ${to}`)
  order.previousStatus = order.status
  order.status = to
  order.statusSinceMs = now
  order.heldForSupplier = false
}
