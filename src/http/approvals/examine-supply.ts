import { routesOf } from '../../catalog/mod.ts'
import {
  accountText,
  existingListing,
  existingPriceChange,
  getAccount,
  getSupplierPurchase,
  parseAccountText,
} from '../../connectors/mod.ts'
import { jsonOf } from '../admin-v1/audit-catalog.ts'
import { existingLot } from '../admin-v1/lots.ts'
import { routingOf } from '../admin-v1/product-routing.ts'
import { existingProduct } from '../admin-v1/stock.ts'
import { type ClosingBody, closingOf } from '../admin-v1/supplier-purchases.ts'
import { afterOf, examine, examineAddition, type WithReason } from './examination.ts'

interface SupplierBody extends WithReason {
  readonly secrets?: Readonly<Record<string, string>>
}

/** Returns the body with the names of its secrets in place of their values. */
function withoutSecrets({ secrets, ...shown }: SupplierBody) {
  const names = Object.keys(secrets ?? {}).map((name) => [name, 'new'] as const)
  return afterOf({ ...shown, ...(secrets && { secrets: Object.fromEntries(names) }) })
}

const newSuppliers = examine<SupplierBody>(({ body }) =>
  Promise.resolve({ before: null, after: withoutSecrets(body) }),
)

const supplierChanges = examine<SupplierBody>(async ({ params, body }, { db, clock }) => {
  const name = parseAccountText(params['supplier'] ?? '')
  const account = await getAccount(db, name, clock.now())
  const { environment, baseUrl, settings, active } = account
  const before = { supplier: accountText(account), environment, baseUrl, settings, active }
  return { before: jsonOf(before), after: withoutSecrets(body) }
})

/** Shows the number of codes instead of the codes. */
const closings = examine<ClosingBody>(async ({ params, body }, { db }) => {
  const { supplier = '', purchaseId = '' } = params
  const purchase = await getSupplierPurchase(db, parseAccountText(supplier), purchaseId)
  const { status, quantity, productId, fault } = purchase
  const { units, ...shown } = body
  closingOf(body)
  return {
    before: jsonOf({ supplier, purchaseId, status, quantity, productId, fault }),
    after: afterOf({ ...shown, ...(units && { units: units.length }) }),
  }
})

const productChanges = examine<WithReason>(async ({ params, body }, context) => {
  const product = await existingProduct(context, params['productId'] ?? '')
  const { productId, brand } = product
  return {
    before: jsonOf({ productId, brand, suppliers: routesOf(product) }),
    after: afterOf(body),
  }
})

const routings = examine<WithReason>(async ({ params, body }, context) => {
  const product = await existingProduct(context, params['productId'] ?? '')
  return { before: jsonOf(await routingOf(context.db, product)), after: afterOf(body) }
})

interface MappingBody extends WithReason {
  readonly productId: number
}

const mappings = examine<MappingBody>(async ({ params, body }, context) => {
  const listing = await existingListing(context.db, Number(params['listingId']))
  const { productId, brand, ...product } = await existingProduct(context, String(body.productId))
  return {
    before: jsonOf({ productId, brand, suppliers: routesOf(product) }),
    after: jsonOf({ listing: listing.listing, ...body }),
  }
})

const listedProducts = examine<WithReason>(async ({ params, body }, { db }) => {
  const { account, listing, name } = await existingListing(db, Number(params['listingId']))
  return {
    before: null,
    after: jsonOf({ supplier: accountText(account), listing, name, ...body }),
  }
})

const acceptances = examine<WithReason>(async ({ params, body }, { db }) => {
  const change = await existingPriceChange(db, params['changeId'] ?? '')
  const { account, listing, name, oldPercent = '0', newPercent = '0' } = change
  return {
    before: { supplier: accountText(account), listing, name, discountPercent: oldPercent },
    after: jsonOf({ discountPercent: newPercent, ...body }),
  }
})

const releases = examine(async ({ params }, context) => {
  const { productId = '', lot = '' } = params
  const { found, product } = await existingLot(context, { productId, lot })
  const { brand } = product
  return {
    before: { productId: product.productId, brand, lot, state: found.state },
    after: { productId: product.productId, brand, lot, state: 'ON_SALE' },
  }
})

export const EXAMINE_SUPPLY = {
  createSupplier: newSuppliers,
  updateSupplier: supplierChanges,
  closeSupplierPurchase: closings,
  createProduct: examineAddition,
  updateProduct: productChanges,
  putProductRouting: routings,
  mapSupplierListing: mappings,
  unmapSupplierListing: mappings,
  createProductOfListing: listedProducts,
  acceptSupplierPriceChange: acceptances,
  releaseLot: releases,
}
