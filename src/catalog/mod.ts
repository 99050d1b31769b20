/** Products, rates and prices. Owns products, fx_rates, fx_pairs and catalog_version. */
export { createCatalog, type Catalog } from './catalog.ts'
export {
  createMissingTestProducts,
  createProduct,
  updateProduct,
  type EditContext,
} from './edit.ts'
export {
  adjustedPrice,
  chargeOf,
  denominationFault,
  priceLine,
  totalAdjustment,
  totalCost,
  type Adjustment,
  type Buyer,
  type LineAdjustment,
  type LineRequest,
  type PricedLine,
  type ProductPrice,
} from './price.ts'
export type { Cover } from './cover.ts'
export type { AssortmentRule } from './assortment.ts'
export { ASSORTMENT_RULES } from './assortment-rows.ts'
export { recordAssortmentRule } from './record-assortment-rule.ts'
export { comparePriceRule, type PriceComparison } from './compare-price-rule.ts'
export type { PriceRule, PriceTerms } from './price-rule.ts'
export { isIrrevocable, PRODUCT_TYPES, routesOf } from './product.ts'
export { matchAhead, RECIPIENT_VALUE_LENGTH_MAX } from './recipient.ts'
export type {
  Denomination,
  DenominationType,
  Product,
  ProductType,
  RecipientField,
  SupplierRoute,
  SupplierTypes,
} from './product.ts'
export { RECIPIENT_FIELDS_MAX, type ProductInput } from './product-input.ts'
export {
  creditsWallet,
  WALLET_NAME_FIELDS,
  walletNameOf,
  type WalletName,
  type WalletNameField,
} from './recipient-wallet.ts'
export { pairName, type Rate, type RecordedRate } from './rate.ts'
export {
  listRateHistory,
  rateText,
  ratesByNo,
  ratesInForce,
  readDatabaseTime,
  readRateText,
} from './rate-rows.ts'
export { PRICE_RULES } from './price-rule-rows.ts'
export { endPriceRule, recordPriceRule, type PriceRuleInput } from './record-price-rule.ts'
export { recordSpread, type SpreadInput } from './record-spread.ts'
export type { Spread } from './spread.ts'
export { listSpreads } from './spread-rows.ts'
export { RATE_FORMATS, readRateFile, type RateFile, type RateFormat } from './rate-file.ts'
export { checkRates } from './rate-watch.ts'
export { dayFault, guardList, movesBeyond, type Move } from './rate-guard.ts'
export {
  previewRates,
  readRates,
  recordRates,
  SOURCE_LENGTH_MAX,
  type RateInput,
  type RecordedRates,
} from './record-rates.ts'
export { lockProduct, reorderSuppliers } from './product-rows.ts'
export { publishProduct } from './publish-change.ts'
export {
  groupOf,
  productIn,
  productsIn,
  type Audience,
  type CatalogSnapshot,
  type PricedProduct,
} from './snapshot.ts'
