/**
 * Fulfillment: leases a batch, calls its supplier, delivers, settles; opens issued codes. Moves
 * rows of fulfillments; owns issued_segments, supplier_attempts, supplier_health and
 * unfunded_accounts.
 */
export { CIRCUITS, listSupplierHealth, type SupplierHealth } from './health.ts'
export { lotOfReplacement, lotsOfBatches } from './issued-lots.ts'
export { issueAtOnce } from './issuing.ts'
export { countOpenBatches } from './count-batches.ts'
export { listAttempts, orderKeyText, unfundedAccounts, type Attempt } from './attempt-log.ts'
export { createStuckCheck } from './stuck-orders.ts'
export { hurryBatch } from './hurry-rows.ts'
export type { WorkerOptions } from './leased-work.ts'
export { Worker } from './worker.ts'
export {
  itemAt,
  type ItemName,
  type ItemOfCode,
  locateInLot,
  locateInOrder,
} from './locate-code.ts'
export { listLotItems, reservedStock, type LotItems } from './lot-orders.ts'
export { serveWaiting, waitedForFaces, rerouteBatches } from './restock.ts'
export { clearMarksOfProduct } from './unfunded-rows.ts'
export {
  type BatchNo,
  type BoundRow,
  forgetHealth,
  forgetUnfunded,
  lockBound,
  rebindBatches,
} from './rebind-rows.ts'
export { readReplacements, replacementKey } from './read-replacements.ts'
export { proveCodes } from './prove-codes.ts'
export { HOLDERS_PROOF } from './prove-holders.ts'
export { readItems, readKeptItems, type ItemLine, type OpenedItems } from './read-items.ts'
