/**
 * The stock of codes: lots, blocks, reservations, the code index, counts, and their verification.
 */
export { lockBuckets } from './bucket-rows.ts'
export { changeLot, ensureLot, LOT_STATES, type LotAct } from './change-lot.ts'
export { ChunkSealer, nameOf } from './chunk-sealer.ts'
export {
  findCodes,
  type IndexedCode,
  insertBought,
  insertCodes,
  insertNewCodes,
} from './code-index-rows.ts'
export { blocksOfLot, type CodePlace, saleOf, sealedBlocks } from './code-place-rows.ts'
export { checkCodeNamespace, shareCodeNamespace } from './code-namespace.ts'
export {
  isKnown,
  type KnownCodes,
  NONE_KNOWN,
  placesOf,
  toKnown,
  whereabouts,
  without,
} from './compare-codes.ts'
export { compareStock } from './compare-stock.ts'
export { quantityOf } from './free-ranges.ts'
export {
  freeQuantity,
  type StockBucket,
  isFromStock,
  STOCK_SUPPLIER,
  stockedProducts,
  stockedBuckets,
} from './in-stock.ts'
export { findLot, listLots, LOT_SORTS, type Lot } from './list-lots.ts'
export {
  tryLockBuckets,
  waitForBuckets,
  type LockedBuckets,
  type StockUnits,
} from './locked-buckets.ts'
export {
  insertLotCost,
  listLotCosts,
  lockLotCosts,
  type LotCost,
  type RecordedLotCost,
} from './lot-cost-rows.ts'
export type { LotName } from './lot-rows.ts'
export { reserveWithin, type Sale } from './reserve-stock.ts'
export {
  CHUNKS_UNDER_WAY_MAX,
  type GoodLine,
  type SealedBlocks,
  type SealedChunk,
  type Sealing,
} from './sealed-chunk.ts'
export { SoldOut } from './sold-out.ts'
export { stockBlockContext } from './stock-block.ts'
export { stockCodes, type StockContext } from './stock-codes.ts'
export { type ProductStock, type BucketStock, stockOf } from './stock-count.ts'
export {
  changePolicy,
  defaultPolicy,
  EXPIRY_MARGIN_SECONDS_MAX,
  LOW_STOCK_THRESHOLD_MAX,
  type StockPolicy,
} from './stock-policy.ts'
export { createStock } from './stock-supplier.ts'
export { countUnsellable } from './unsellable.ts'
export { type WantedCode, wantCode } from './wanted-code.ts'
export { followStock } from './stock-watch.ts'
export { writeStock } from './write-stock.ts'
export { planLotCost, type PlannedLotCost } from './plan-lot-cost.ts'
