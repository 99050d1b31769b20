import { Type } from 'typebox'
import type { Product } from '../../catalog/mod.ts'
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
  active: Type.Boolean(),
})

export function adminProductOf({ currency, denomination, ...product }: Product) {
  const { productId, brand, productType, recipientFields } = product
  const { supplier, supplierSettings, active } = product
  const amounts = denominationOf(denomination, currency)
  const sold = { productId, brand, currency: currency.code, ...amounts, productType }
  return { ...sold, recipientFields, supplier, supplierSettings, active }
}

const input = {
  brand: Type.String(),
  currency: Type.String(),
  denominationType: Type.String(),
  supplier: Type.String(),
}
const optionalInput = {
  fixedAmounts: Type.Optional(Type.Array(Type.Number())),
  minAmount: Type.Optional(Type.Number()),
  maxAmount: Type.Optional(Type.Number()),
  productType: Type.Optional(Type.String()),
  recipientFields: Type.Optional(Type.Array(RecipientFieldShape)),
  supplierSettings: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  active: Type.Optional(Type.Boolean()),
  reason: Type.Optional(Reason),
}

export const NewProduct = Type.Object({ ...input, ...optionalInput })
export const ProductChange = Type.Partial(Type.Object({ ...input, ...optionalInput }))
