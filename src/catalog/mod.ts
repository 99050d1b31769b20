/** Products, rates and the price of a line. Owns products, fx_rates and catalog_version. */
export { createCatalog, type Catalog } from './catalog.ts'
export { createProduct, putRates, updateProduct, type EditContext, type RateInput } from './edit.ts'
export {
  denominationFault,
  priceLine,
  totalCost,
  type LineRequest,
  type PricedLine,
} from './price.ts'
export { PRODUCT_TYPES } from './product.ts'
export type { Denomination, Product, ProductType, RecipientField } from './product.ts'
export type { ProductInput } from './product-input.ts'
export {
  creditsWallet,
  WALLET_NAME_FIELDS,
  walletNameOf,
  type WalletName,
  type WalletNameField,
} from './recipient-wallet.ts'
export { rateText, readRates, type Rate } from './product-rows.ts'
export { productIn, productsIn, type CatalogSnapshot, type PricedProduct } from './snapshot.ts'
