import type { Clock } from '../core/mod.ts'
import type { Database } from '../db/mod.ts'
import type { Ledger } from '../ledger/mod.ts'
import type { Order } from './order.ts'
import type { OrderWrites } from './order-writes.ts'

export interface OrdersOptions {
  readonly db: Database
  readonly ledger: Ledger
  readonly writes: OrderWrites
  readonly clock: Clock
  readonly outOfStockSecondsMax: number
  readonly onHoldSecondsMax: number
  /** Returns the trace context of the request, if it is exported. */
  traceparentOf?(): string | undefined
  /** Called after the commit that completed an order. */
  onCompleted?(order: Order): void
}
