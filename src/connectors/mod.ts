/**
 * Suppliers with interfaces of their own: adapters for them, and the kit that buys by adapters.
 * Owns supplier_accounts, supplier_pots, supplier_creates, supplier_mirrors, supplier_listings,
 * supplier_listings_read, supplier_price_changes and product_routing.
 */
export { type AccountName, accountText, existingAccount, parseAccountText } from './account-rows.ts'
export {
  type AccountChange,
  type AccountInput,
  moveAccount,
  registerAccount,
  requireFields,
  updateAccount,
} from './accounts.ts'
export { type Adapter, ENVIRONMENTS, type Manifest, type Unit } from './adapter.ts'
export { ADAPTERS } from './adapters/mod.ts'
export { readBaseUrl } from './address.ts'
export { type ReferenceForm, referenceThere } from './buying.ts'
export { Connections } from './connections.ts'
export {
  at,
  exactNumber,
  type ExactJson,
  listAt,
  parseExact,
  type JsonBody,
  stringifyExact,
  textAt,
} from './exact-json.ts'
export { type Closing, closeSupplierPurchase } from './close-purchase.ts'
export {
  type AccountView,
  type CatalogState,
  getAccount,
  listAccounts,
  readFunds,
} from './list-accounts.ts'
export { acceptPriceChange } from './accept-price.ts'
export {
  existingListing,
  existingPriceChange,
  listListings,
  listPriceChanges,
  lockListing,
  type MirroredListing,
  PRICE_CHANGE_STATUSES,
  type PriceChange,
} from './listings.ts'
export { barcodeTypeOf } from './barcode-type.ts'
export { type AdoptedAccount, adoptAccounts } from './adopt-accounts.ts'
export { minorOf } from './decimal-text.ts'
export { fetchPicture } from './fetch-picture.ts'
export {
  findPurchase,
  findPurchasesNamed,
  findPurchasesOfOrder,
  type FoundPurchase,
  uuidOfReference,
} from './find-purchase.ts'
export { LISTING_SORTS, PRICE_CHANGE_SORTS } from './listing-rows.ts'
export { contentOfListing, productOf } from './product-of-listing.ts'
export { routesWith, routesWithout, suggestProducts } from './map-listing.ts'
export { mirrorCatalogs } from './mirror.ts'
export { mirrorNow } from './mirror-now.ts'
export { costedRoutes, orderByCost } from './order-by-cost.ts'
export { putRouting, readRouting } from './routing.ts'
export {
  getSupplierPurchase,
  listSupplierPurchases,
  purchaseIdOf,
  SUPPLIER_PURCHASE_STATUSES,
  SUPPLIER_PURCHASES_MAX,
  type SupplierPurchase,
  type SupplierPurchaseStatus,
} from './purchases.ts'
export { type PluginKey, signRequest, signResponse, SKEW_SECONDS_MAX } from './plugin-signature.ts'
export { receiveWebhook } from './receive-webhook.ts'
export { reconcileSuppliers } from './reconcile.ts'
export { createConnector } from './supplier.ts'
export { trySupplier } from './try-supplier.ts'
export { readAtMost } from './read-at-most.ts'
