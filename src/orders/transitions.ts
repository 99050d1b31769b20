/** The six states of an order and every move between them; the database refuses any other. */
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
 * PENDING       -> PROCESSING     a worker takes its first batch, or it is issued as it is accepted
 * *             -> OUT_OF_STOCK   a batch finds no stock at any supplier
 * OUT_OF_STOCK  -> PROCESSING     stock arrived
 * *             -> ON_HOLD        the money behind it is gone, or ours at a supplier
 * ON_HOLD       -> PENDING        funds cover it again
 * *             -> CANCELLED      the operator, or a deadline
 * PROCESSING    -> COMPLETED      the last batch completed
 */
export const TRANSITIONS: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  PENDING: ['PROCESSING', 'OUT_OF_STOCK', 'ON_HOLD', 'CANCELLED'],
  PROCESSING: ['OUT_OF_STOCK', 'ON_HOLD', 'CANCELLED', 'COMPLETED'],
  OUT_OF_STOCK: ['PROCESSING', 'ON_HOLD', 'CANCELLED'],
  ON_HOLD: ['PENDING', 'CANCELLED'],
  COMPLETED: [],
  CANCELLED: [],
}

export function isFinal(status: OrderStatus): boolean {
  return TRANSITIONS[status].length === 0
}
