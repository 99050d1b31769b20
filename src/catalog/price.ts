import {
  convertHalfUp,
  formatAmount,
  isFault,
  minorUnits,
  parseAmount,
  type AmountFault,
  type Currency,
  type FieldFault,
  type MinorUnits,
  type ScaledRate,
} from '../core/mod.ts'
import type { Product } from './product.ts'
import { readRecipient } from './recipient.ts'
import { productIn, type CatalogSnapshot, type PricedProduct } from './snapshot.ts'

/** One line as ordered. `amount` is the face value of one unit. */
export interface LineRequest {
  readonly productId: number
  readonly amount: number
  readonly quantity: number
  readonly itemReference?: string | undefined
  readonly recipient?: unknown
}

/** The price of a line. The rate is that of the moment of pricing, and stays. */
export interface PricedLine {
  readonly product: Product
  /** In the product's currency. */
  readonly faceValueMinor: MinorUnits
  /** In the wallet's currency. */
  readonly unitCostMinor: MinorUnits
  readonly costMinor: bigint
  readonly rate: ScaledRate
  /** The recorded rate, or undefined if product and wallet have the same currency. */
  readonly rateNo: bigint | undefined
  readonly quantity: number
  readonly itemReference: string | undefined
  readonly recipient: Readonly<Record<string, string>> | undefined
}

/** The result of pricing a line: its price, or all its faults. */
export type LinePricing =
  | { readonly line: PricedLine; readonly faults?: undefined }
  | { readonly line?: undefined; readonly faults: readonly FieldFault[] }

/**
 * Prices one line in `currency`: unit cost = face value x rate, rounded half up to the minor unit;
 * cost = unit cost x quantity. `field` is the line's place in the body (`items[0]`). Pure.
 *
 * Names every fault by its field: productId (unknown, or not in this currency's catalog, which ends
 * the check), amount (not one of the product's currency or denominations, or worth less than the
 * smallest unit of `currency`), each field of the recipient.
 */
export function priceLine(
  snapshot: CatalogSnapshot,
  line: LineRequest,
  { currency, field }: { currency: Currency; field: string },
): LinePricing {
  const priced = productIn(snapshot, line.productId, currency)
  if (!priced) {
    const message = `is not in the catalog of ${currency.code}`
    return { faults: [{ field: `${field}.productId`, message }] }
  }
  const { product, rate, rateNo } = priced
  const faults: FieldFault[] = []
  const unit = unitOf(priced, line.amount, currency)
  if ('fault' in unit) faults.push({ field: `${field}.amount`, message: unit.fault })
  const recipient = readRecipient(product, line.recipient, { field: `${field}.recipient`, faults })
  if ('fault' in unit || faults.length > 0) return { faults }
  return {
    line: {
      product,
      ...unit,
      costMinor: unit.unitCostMinor * BigInt(line.quantity),
      rate,
      rateNo,
      quantity: line.quantity,
      itemReference: line.itemReference,
      recipient,
    },
  }
}

interface Unit {
  readonly faceValueMinor: MinorUnits
  readonly unitCostMinor: MinorUnits
}

function unitOf(
  { product, rate }: PricedProduct,
  amount: number,
  currency: Currency,
): Unit | AmountFault {
  const faceValueMinor = parseAmount(amount, product.currency)
  if (isFault(faceValueMinor)) return faceValueMinor
  const fault = denominationFault(product, faceValueMinor)
  if (fault !== undefined) return { fault }
  const unitCostMinor = convertHalfUp(faceValueMinor, rate, {
    from: product.currency,
    to: currency,
  })
  if (unitCostMinor > 0n) return { faceValueMinor, unitCostMinor }
  return { fault: `is worth less than the smallest unit of ${currency.code}` }
}

/** Returns why the product is not sold at this face value, or undefined. */
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
