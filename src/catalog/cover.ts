import { invalidField, PARTNER_ID_MAX, readCurrency, type Currency } from '../core/mod.ts'
import type { Tx } from '../db/mod.ts'
import { hasPartner } from '../partners/mod.ts'
import { PRODUCT_TYPES, type Product, type ProductType } from './product.ts'

/**
 * The products that a rule covers. At most one of the first three members is set; none means all.
 */
export interface Cover {
  readonly productId?: number | undefined
  readonly brand?: string | undefined
  readonly productType?: ProductType | undefined
  /** Only products of this currency. */
  readonly currency?: Currency | undefined
}

/** The owner and the cover of a rule, as the operator writes them. */
export interface CoverInput {
  /** Undefined: all partners. */
  readonly partnerId?: number | undefined
  readonly productId?: number | undefined
  readonly brand?: string | undefined
  readonly productType?: string | undefined
  readonly currency?: string | undefined
}

/**
 * Refuses invalid_request, naming the first field that is unknown or does not go with another one:
 * productId, brand, productType or currency.
 */
export function readCover(input: CoverInput, products: readonly Product[]): Cover {
  const { productId, brand, productType } = input
  const [, second] = Object.entries({ productId, brand, productType }).flatMap(([name, value]) =>
    value === undefined ? [] : [name],
  )
  if (second !== undefined) {
    throw invalidField(second, 'does not go with another of productId, brand and productType')
  }
  if (productId !== undefined && !products.some((one) => one.productId === productId)) {
    throw invalidField('productId', 'names no product')
  }
  if (brand !== undefined && !products.some((one) => one.brand === brand)) {
    throw invalidField('brand', 'is not the brand of any product')
  }
  const type = readProductType(productType)
  return { productId, brand, productType: type, currency: readCoverCurrency(input) }
}

/**
 * Refuses invalid_request for a partnerId that no partner has. Without one, all partners are meant.
 */
export async function requireOwner(tx: Tx, { partnerId }: CoverInput): Promise<void> {
  if (partnerId === undefined) return
  const isId = partnerId >= 1 && partnerId <= PARTNER_ID_MAX
  if (!isId || !(await hasPartner(tx, partnerId))) {
    throw invalidField('partnerId', 'names no partner')
  }
}

export function covers(cover: Cover, product: Product): boolean {
  const { productId, brand, productType, currency } = cover
  return (
    (productId === undefined || productId === product.productId) &&
    (brand === undefined || brand === product.brand) &&
    (productType === undefined || productType === product.productType) &&
    (currency === undefined || currency.code === product.currency.code)
  )
}

function readProductType(text: string | undefined): ProductType | undefined {
  if (text === undefined) return undefined
  const type = PRODUCT_TYPES.find((one) => one === text)
  if (!type) throw invalidField('productType', `must be one of ${PRODUCT_TYPES.join(', ')}`)
  return type
}

function readCoverCurrency({ currency: code, productId }: CoverInput): Currency | undefined {
  if (code === undefined) return undefined
  if (productId !== undefined) {
    throw invalidField('currency', 'does not go with productId: a product has one currency')
  }
  return readCurrency('currency', code)
}
