export const ORDER_STATUSES = [
  'PENDING',
  'PROCESSING',
  'COMPLETED',
  'CANCELLED',
  'ON_HOLD',
  'OUT_OF_STOCK',
] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

/**
 * All transitions; the database refuses any other. `order-status-rows.ts` lists who makes them.
 *
 * PENDING       -> PROCESSING     a worker leases a batch, or the accepting group issues the order
 * *             -> OUT_OF_STOCK   a batch found no stock at any supplier
 * OUT_OF_STOCK  -> PROCESSING     stock arrived
 * *             -> ON_HOLD        the partner's funds, or our account at a supplier, fell short
 * ON_HOLD       -> PENDING        the funds cover the order again
 * *             -> CANCELLED      an operator, or a deadline
 * PROCESSING    -> COMPLETED      the last batch was completed
 */
export const TRANSITIONS: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  PENDING: ['PROCESSING', 'OUT_OF_STOCK', 'ON_HOLD', 'CANCELLED'],
  PROCESSING: ['OUT_OF_STOCK', 'ON_HOLD', 'CANCELLED', 'COMPLETED'],
  OUT_OF_STOCK: ['PROCESSING', 'ON_HOLD', 'CANCELLED'],
  ON_HOLD: ['PENDING', 'CANCELLED'],
  COMPLETED: [],
  CANCELLED: [],
}

/** The statuses in which an order holds its whole price and is delivered. */
export const OPEN_STATUSES = ['PENDING', 'PROCESSING', 'OUT_OF_STOCK'] as const

export function isOpen(status: OrderStatus): boolean {
  return OPEN_STATUSES.some((open) => open === status)
}

export function isFinal(status: OrderStatus): boolean {
  return TRANSITIONS[status].length === 0
}
