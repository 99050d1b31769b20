/**
 * Fulfilment: leases a batch, asks its supplier, delivers, settles; and opens what was issued.
 * Moves rows of fulfillments; owns issued_pieces and supplier_attempts.
 */
export { countOpenBatches } from './count-batches.ts'
export { listAttempts, type Attempt } from './trail.ts'
export { Worker, type WorkerOptions } from './worker.ts'
export { listLotItems, reservedStock, type LotItems } from './lot-orders.ts'
export { serveWaiting, wakeOthers } from './restock.ts'
export { readItems, type ItemLine, type OpenedItems } from './read-items.ts'
