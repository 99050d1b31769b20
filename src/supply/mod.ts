/** Where value comes from: the supplier port, its suppliers, and the stock of imported codes. */
export { LOT_LENGTH_MAX } from './begin-import.ts'
export { claimWithin, type Sale, type StockRequest } from './claim-stock.ts'
export { compareStock } from './compare-stock.ts'
export { checkCodeNamespace } from './code-namespace.ts'
export { decodeCodes, encodeCodes, sliceCodes } from './code-block.ts'
export type { StockedProduct } from './import-line.ts'
export { readReport } from './import-report.ts'
export type { ImportContext, ImportedChunk, ImportSource } from './import-source.ts'
export { importCodes, resumeImport, type ImportAnswer } from './import-stock.ts'
export { indexOldCodes } from './index-old-codes.ts'
export { freeQuantity, stockedProducts, stockedShelves, type Shelf } from './in-stock.ts'
export { daysLeft, unitsPerDay } from './forecast.ts'
export { changeLot, type LotAct } from './lot.ts'
export type { LotName } from './lot-rows.ts'
export { findLot, listLots, type Lot } from './lots.ts'
export { quantityOf } from './free-slices.ts'
export { openShelves, type OpenShelves, type StockUnits } from './open-shelves.ts'
export { accountOfSettings, SUPPLIERS } from './port.ts'
export type {
  BatchKey,
  Code,
  Goods,
  IssueOutcome,
  IssueRequest,
  Supplier,
  SupplierName,
} from './port.ts'
export { SANDBOX_OUTCOMES, type SandboxOutcome } from './sandbox.ts'
export {
  changePolicy,
  defaultPolicy,
  EXPIRY_MARGIN_SECONDS_MAX,
  LOW_STOCK_THRESHOLD_MAX,
  type StockPolicy,
} from './policy.ts'
export { lockShelves } from './shelf-rows.ts'
export { SoldOut } from './sold-out.ts'
export { stockOf, type ProductStock, type ShelfStock } from './stock-count.ts'
export { watchStock } from './stock-watch.ts'
export { stockBlockContext } from './stock-block.ts'
export { createSuppliers, type SupplierOptions } from './suppliers.ts'
export { findUpstream, type Upstream } from './upstream/account-rows.ts'
export {
  registerUpstream,
  updateUpstream,
  type UpstreamAct,
  type UpstreamChange,
  type UpstreamInput,
} from './upstream/accounts.ts'
export { listUpstreams, readFloats, type UpstreamView } from './upstream/float.ts'
export { checkUpstreams } from './upstream/settings.ts'
export { reconcileUpstreams } from './upstream/reconciler.ts'
export { PURCHASE_STATUSES } from './upstream/purchase-rows.ts'
export {
  closePurchase,
  listPurchases,
  PURCHASES_DEPTH_MAX,
  type PurchaseView,
} from './upstream/purchases.ts'
export { referenceOf } from './upstream/reference.ts'
export { requireSameAccount } from './upstream/same-account.ts'
export { listTheirProducts } from './upstream/their-products.ts'
export { forgetOldImports } from './old-imports.ts'
export { findImport, listImports, type StockImport } from './stock-imports.ts'
