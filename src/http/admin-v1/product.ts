import { Type } from 'typebox'
import { routesOf, type Product } from '../../catalog/mod.ts'
import { denominationOf, RecipientFieldShape } from '../v2/product.ts'
import { Reason } from './reason.ts'

/** A product as the operator sees it. */
export const AdminProductShape = Type.Object({
  productId: Type.Integer(),
  brand: Type.String(),
  currency: Type.String(),
  denominationType: Type.String(),
  fixedAmounts: Type.Optional(Type.Array(Type.Number())),
  minAmount: Type.Optional(Type.Number()),
  maxAmount: Type.Optional(Type.Number()),
  productType: Type.String(),
  recipientFields: Type.Array(RecipientFieldShape),
  supplier: Type.String(),
  supplierSettings: Type.Unknown(),
  suppliers: Type.Optional(Type.Array(Type.Unknown())),
  active: Type.Boolean(),
  codeNamespace: Type.Optional(Type.String()),
})

/** Several suppliers are listed in their order; the first stands beside it, as a single does. */
export function adminProductOf(whole: Product) {
  const { currency, denomination, ...product } = whole
  const { productId, brand, productType, recipientFields } = product
  const { supplier, supplierSettings, active, codeNamespace } = product
  const amounts = denominationOf(denomination, currency)
  const sold = { productId, brand, currency: currency.code, ...amounts, productType }
  const suppliers = product.fallbackSuppliers.length > 0 ? routesOf(whole) : undefined
  const supplied = { supplier, supplierSettings, suppliers, active }
  return { ...sold, recipientFields, ...supplied, ...(codeNamespace && { codeNamespace }) }
}

const Settings = Type.Record(Type.String(), Type.Unknown())

const input = {
  brand: Type.String(),
  currency: Type.String(),
  denominationType: Type.String(),
}
const optionalInput = {
  fixedAmounts: Type.Optional(Type.Array(Type.Number())),
  minAmount: Type.Optional(Type.Number()),
  maxAmount: Type.Optional(Type.Number()),
  productType: Type.Optional(Type.String()),
  recipientFields: Type.Optional(Type.Array(RecipientFieldShape)),
  supplier: Type.Optional(Type.String()),
  supplierSettings: Type.Optional(Settings),
  suppliers: Type.Optional(
    Type.Array(Type.Object({ supplier: Type.String(), settings: Type.Optional(Settings) })),
  ),
  active: Type.Optional(Type.Boolean()),
  codeNamespace: Type.Optional(Type.String()),
  reason: Type.Optional(Reason),
}

export const NewProduct = Type.Object({ ...input, ...optionalInput })
export const ProductChange = Type.Partial(Type.Object({ ...input, ...optionalInput }))
