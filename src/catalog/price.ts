import {
  convertHalfUp,
  formatAmount,
  invalidField,
  isFault,
  minorUnits,
  parseAmount,
  type Currency,
  type MinorUnits,
  type ScaledRate,
} from '../core/mod.ts'
import type { Product } from './product.ts'
import { checkRecipient } from './recipient.ts'
import { productIn, type CatalogSnapshot } from './snapshot.ts'

/** One line as the partner orders it; `amount` is the face value of one unit. */
export interface LineRequest {
  readonly productId: number
  readonly amount: number
  readonly quantity: number
  readonly itemReference?: string | undefined
  readonly recipient?: unknown
}

/** What a line costs; the rate is the one of the moment of pricing, and is locked with it. */
export interface PricedLine {
  readonly product: Product
  /** In the product's currency. */
  readonly faceValueMinor: MinorUnits
  /** In the wallet's currency. */
  readonly unitCostMinor: MinorUnits
  readonly costMinor: bigint
  readonly rate: ScaledRate
  /** Which recorded rate that is; undefined where product and wallet are of one currency. */
  readonly rateNo: bigint | undefined
  readonly quantity: number
  readonly itemReference: string | undefined
  readonly recipient: Readonly<Record<string, string>> | undefined
}

/**
 * Prices one line in `currency`: unit cost = face value x rate, rounded half up to the minor unit;
 * cost = unit cost x quantity. `field` is where the line stands in the body (`items[0]`). Pure.
 *
 * Refuses with invalid_request, in this order, naming the field: productId (unknown, or not in this
 * currency's catalog), amount (not an amount of the product's currency, not one of its
 * denominations, worth less than the smallest unit of `currency`), recipient.
 */
export function priceLine(
  snapshot: CatalogSnapshot,
  line: LineRequest,
  { currency, field }: { currency: Currency; field: string },
): PricedLine {
  const priced = productIn(snapshot, line.productId, currency)
  if (!priced) {
    throw invalidField(`${field}.productId`, `is not in the catalog of ${currency.code}`)
  }
  const { product, rate, rateNo } = priced
  const faceValueMinor = faceValueOf(product, line.amount, `${field}.amount`)
  const unitCostMinor = convertHalfUp(faceValueMinor, rate, {
    from: product.currency,
    to: currency,
  })
  if (unitCostMinor === 0n) {
    throw invalidField(
      `${field}.amount`,
      `is worth less than the smallest unit of ${currency.code}`,
    )
  }
  return {
    product,
    faceValueMinor,
    unitCostMinor,
    costMinor: unitCostMinor * BigInt(line.quantity),
    rate,
    rateNo,
    quantity: line.quantity,
    itemReference: line.itemReference,
    recipient: checkRecipient(product, line.recipient, `${field}.recipient`),
  }
}

function faceValueOf(product: Product, amount: number, field: string): MinorUnits {
  const parsed = parseAmount(amount, product.currency)
  if (isFault(parsed)) throw invalidField(field, parsed.fault)
  const fault = denominationFault(product, parsed)
  if (fault !== undefined) throw invalidField(field, fault)
  return parsed
}

/** Why the product is not sold at this face value; undefined where it is. */
export function denominationFault(
  { denomination, currency }: Pick<Product, 'denomination' | 'currency'>,
  faceValueMinor: bigint,
): string | undefined {
  if (denomination.type === 'FIXED') {
    if (denomination.fixedMinor.includes(faceValueMinor)) return undefined
    const amounts = denomination.fixedMinor.map((amount) => formatAmount(amount, currency))
    return `must be one of ${amounts.join(', ')}`
  }
  const { minMinor, maxMinor } = denomination
  if (faceValueMinor >= minMinor && faceValueMinor <= maxMinor) return undefined
  const [min, max] = [formatAmount(minMinor, currency), formatAmount(maxMinor, currency)]
  return `must be between ${min} and ${max}`
}

export function totalCost(lines: readonly PricedLine[]): MinorUnits {
  return minorUnits(lines.reduce((sum, line) => sum + line.costMinor, 0n))
}
