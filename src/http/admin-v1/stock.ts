import { Type } from 'typebox'
import type { Product } from '../../catalog/mod.ts'
import { Refusal, wireAmount } from '../../core/mod.ts'
import {
  daysLeft,
  EXPIRY_MARGIN_SECONDS_MAX,
  LOW_STOCK_THRESHOLD_MAX,
  type ProductStock,
  type ShelfStock,
  type StockPolicy,
  unitsPerDay,
} from '../../inventory/mod.ts'
import type { Context } from '../context.ts'
import { readProductId } from '../wire-fields.ts'
import { Reason } from './reason.ts'

/** Null: nothing is said. */
export const PolicyShape = Type.Object({
  expiryMarginSeconds: Type.Union([Type.Integer(), Type.Null()]),
  lowStockThreshold: Type.Union([Type.Integer(), Type.Null()]),
})

export const PolicyChange = Type.Object({
  expiryMarginSeconds: Type.Optional(
    Type.Union([Type.Integer({ minimum: 0, maximum: EXPIRY_MARGIN_SECONDS_MAX }), Type.Null()]),
  ),
  lowStockThreshold: Type.Optional(
    Type.Union([Type.Integer({ minimum: 1, maximum: LOW_STOCK_THRESHOLD_MAX }), Type.Null()]),
  ),
  reason: Type.Optional(Reason),
})

const level = {
  faceValue: Type.Number(),
  free: Type.Integer(),
  expiringSoon: Type.Integer(),
  dailySales: Type.Number(),
  daysLeft: Type.Union([Type.Number(), Type.Null()]),
  isLow: Type.Boolean(),
}

/** A face value in the list over all products. */
export const StockLevelShape = Type.Object({
  productId: Type.Integer(),
  brand: Type.String(),
  currency: Type.String(),
  lowStockThreshold: PolicyShape.properties.lowStockThreshold,
  ...level,
})

export function stockLevelsOf({ product, effective, shelves }: ProductStock) {
  const { productId, brand, currency } = product
  const { lowStockThreshold } = effective
  const named = { productId, brand, currency: currency.code, lowStockThreshold }
  return shelves.map((shelf) => ({ ...named, ...levelOf(product, shelf) }))
}

function levelOf({ currency }: Product, { faceMinor, sales, ...shelf }: ShelfStock) {
  return {
    faceValue: wireAmount(faceMinor, currency),
    free: Number(shelf.free),
    expiringSoon: Number(shelf.expiringSoon),
    dailySales: unitsPerDay(sales),
    daysLeft: daysLeft(shelf.free, sales),
    isLow: shelf.isLow,
  }
}

/** The stock of one product: what counts for it, what it says itself, and where its codes are. */
export const ProductStockShape = Type.Object({
  productId: Type.Integer(),
  brand: Type.String(),
  currency: Type.String(),
  ...PolicyShape.properties,
  own: PolicyShape,
  faceValues: Type.Array(
    Type.Object({
      ...level,
      withheld: Type.Integer(),
      expired: Type.Integer(),
      quarantined: Type.Integer(),
      recalled: Type.Integer(),
      reserved: Type.Integer(),
      sold: Type.Integer(),
    }),
  ),
})

export function productStockOf(
  { product, own, effective, shelves }: ProductStock,
  reserved: ReadonlyMap<bigint, bigint>,
) {
  const { productId, brand, currency } = product
  const faceValues = shelves.map((shelf) => {
    const waiting = reserved.get(shelf.faceMinor) ?? 0n
    return {
      ...levelOf(product, shelf),
      withheld: Number(shelf.withheld),
      expired: Number(shelf.expired),
      quarantined: Number(shelf.quarantined),
      recalled: Number(shelf.recalled),
      reserved: Number(waiting),
      sold: Number(shelf.taken - waiting),
    }
  })
  return { productId, brand, currency: currency.code, ...effective, own, faceValues }
}

/** As the audit keeps it. */
export function auditedPolicy(policy: StockPolicy): Record<string, number | null> {
  return { ...policy }
}

/** Of the path; refuses not_found. */
export async function existingProduct({ db, catalog }: Context, text: string): Promise<Product> {
  const product = (await catalog.asOf(db)).products.get(readProductId(text))
  if (!product) throw new Refusal('not_found', 'no such product')
  return product
}
