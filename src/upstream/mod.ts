/** The supplier `upstream`: buys from other services that have this interface. */
export {
  findPurchase,
  findPurchasesOfOrder,
  findPurchasesOfTheirs,
  type FoundPurchase,
} from './find-purchase.ts'
export { findUpstream } from './account-rows.ts'
export { registerUpstream, updateUpstream } from './accounts.ts'
export { Connections } from './connections.ts'
export { listUpstreams, readFloats, type UpstreamView } from './float.ts'
export { PURCHASE_STATUSES, type PurchaseStatus } from './purchase-rows.ts'
export {
  closePurchase,
  existingPurchase,
  listPurchases,
  PURCHASES_DEPTH_MAX,
  type PurchaseView,
} from './purchases.ts'
export { reconcileUpstreams } from './reconciler.ts'
export { parseReference, referenceOf } from './reference.ts'
export { requireSameAccount } from './same-account.ts'
export { createUpstreamSupplier } from './supplier.ts'
export { listTheirProducts } from './their-products.ts'
export { CREATE_SECONDS_MAX, pollInterval } from './times.ts'
