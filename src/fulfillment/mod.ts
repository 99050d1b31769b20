/**
 * Fulfilment: leases a batch, asks its supplier, delivers, settles; and opens what was issued.
 * Moves rows of fulfillments and owns issued_pieces.
 */
export { countOpenBatches } from './count-batches.ts'
export { Worker, type WorkerOptions } from './worker.ts'
export { listLotItems, reservedStock, type LotItems } from './lot-orders.ts'
export { serveWaiting, wakeOthers } from './restock.ts'
export { readItems, type ItemLine, type OpenedItems } from './read-items.ts'
