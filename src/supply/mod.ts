/** Where value comes from: the supplier port, its suppliers, and the stock of imported codes. */
export { claimWithin, type StockRequest } from './claim-stock.ts'
export { decodeCodes, encodeCodes, sliceCodes } from './code-block.ts'
export type { ImportContext } from './import-chunk.ts'
export type { StockedProduct } from './import-line.ts'
export {
  importCodes,
  REJECTED_LISTED_MAX,
  type ImportAnswer,
  type RejectedLine,
} from './import-stock.ts'
export { freeQuantity, stockedProducts, stockedShelves, type Shelf } from './in-stock.ts'
export { SUPPLIER_NAMES } from './port.ts'
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
export { lockShelves } from './shelf-rows.ts'
export { stockBlockContext } from './stock-block.ts'
export { createSuppliers, type SupplierOptions } from './suppliers.ts'
