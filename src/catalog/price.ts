import {
  convertHalfUp,
  formatAmount,
  isFault,
  minorUnits,
  parseAmount,
  percentHalfUp,
  type AmountFault,
  type Currency,
  type FieldFault,
  type Metadata,
  type MinorUnits,
  type Percent,
  type ScaledRate,
} from '../core/mod.ts'
import type { PriceInForce } from './price-rule.ts'
import type { Product } from './product.ts'
import { readRecipient } from './recipient.ts'
import {
  productIn,
  type Audience,
  type CatalogSnapshot,
  type PricedProduct,
  type PricingRate,
} from './snapshot.ts'

/** One line as ordered. `amount` is the face value of one unit. */
export interface LineRequest {
  readonly productId: number
  readonly amount: number
  readonly quantity: number
  readonly itemReference?: string | undefined
  readonly recipient?: unknown
  readonly minValidityDays?: number | undefined
  readonly metadata?: Metadata | undefined
}

/** The price of a line. The rate is fixed when the line is priced. */
export interface PricedLine {
  readonly product: Product
  /** In the product's currency. */
  readonly faceValueMinor: MinorUnits
  /** In the wallet's currency. */
  readonly unitCostMinor: MinorUnits
  readonly costMinor: bigint
  /** The sold rate: the market rate raised by the spread of the pair. */
  readonly rate: ScaledRate
  readonly marketRate: ScaledRate
  /** The recorded rate, or undefined if product and wallet have the same currency. */
  readonly rateNo: bigint | undefined
  readonly quantity: number
  readonly itemReference: string | undefined
  readonly metadata: Metadata | undefined
  readonly recipient: Readonly<Record<string, string>> | undefined
  readonly minValidityDays: number | undefined
  /** The supplier's offer for the line, if the quote has one. */
  readonly offer?: Readonly<Record<string, string | undefined>> | undefined
  /** Undefined if no price rule applies. */
  readonly rule: PriceInForce | undefined
  readonly adjustment: LineAdjustment | undefined
}

/** The adjustment of a line by a price rule, in the wallet's currency. */
export interface LineAdjustment {
  readonly ruleNo: bigint
  readonly discountPercent: Percent
  /** The discount on the whole line; below zero for a surcharge. */
  readonly discountMinor: MinorUnits
  readonly unitFeeMinor: MinorUnits
}

/**
 * The adjustment of an order by price rules. The charge is the total less the discount, plus the
 * fee.
 */
export interface Adjustment {
  readonly discountMinor: MinorUnits
  readonly feeMinor: MinorUnits
}

/** The result of pricing a line: its price, or all its faults. */
export type LinePricing =
  | { readonly line: PricedLine; readonly faults?: undefined }
  | { readonly line?: undefined; readonly faults: readonly FieldFault[] }

/** The buyer for whom a line is priced, with the currency. */
export interface Buyer extends Audience {
  /** The prices that a quote has locked, by productId. Other products have their current price. */
  readonly quoted?: ReadonlyMap<number, ProductPrice> | undefined
}

/** The rate and the rule that the price of a product depends on, besides its face value. */
export interface ProductPrice extends PricingRate {
  readonly rule: PriceInForce | undefined
}

/**
 * Prices one line in `currency`: unit cost = face value x rate, rounded half up to the minor unit;
 * cost = unit cost x quantity. If a price rule applies, its discount is a percentage of the cost,
 * rounded half up once (a surcharge away from zero). Its fee for each unit is converted like the
 * face value. `field` names the line in the body (`items[0]`). Pure.
 *
 * Names every fault by its field: productId (unknown, or not in this currency's catalog, which ends
 * the check), amount, and each field of the recipient. An amount is at fault if the product's
 * currency or denominations do not allow it, if it is worth less than the smallest unit of
 * `currency`, or if it costs nothing after its discount.
 */
export function priceLine(
  snapshot: CatalogSnapshot,
  line: LineRequest,
  { buyer, field }: { readonly buyer: Buyer; readonly field: string },
): LinePricing {
  const { currency } = buyer
  const priced = productPriceOf(snapshot, line.productId, buyer)
  if (!priced) {
    const message = `is not in the catalog of ${currency.code}`
    return { faults: [{ field: `${field}.productId`, message }] }
  }
  const { product, rate, rateNo, marketRate, rule } = priced
  const faults: FieldFault[] = []
  const unit = unitOf(priced, line.amount, currency)
  if ('fault' in unit) faults.push({ field: `${field}.amount`, message: unit.fault })
  const recipient = readRecipient(product, line.recipient, { field: `${field}.recipient`, faults })
  if ('fault' in unit || faults.length > 0) return { faults }
  const costMinor = unit.unitCostMinor * BigInt(line.quantity)
  const adjustment = adjust(rule, {
    costMinor,
    rate,
    from: product.currency,
    to: currency,
  })
  if (adjustment && unitPrice(unit.unitCostMinor, adjustment) <= 0n) {
    const message = `would cost nothing in ${currency.code} after its discount`
    return { faults: [{ field: `${field}.amount`, message }] }
  }
  return {
    line: {
      product,
      ...unit,
      costMinor,
      rule,
      adjustment,
      rate,
      rateNo,
      marketRate,
      quantity: line.quantity,
      itemReference: line.itemReference,
      minValidityDays: line.minValidityDays,
      metadata: line.metadata,
      recipient,
    },
  }
}

/** Returns a product with its price; undefined if it is not in the catalog of the currency. */
function productPriceOf(
  snapshot: CatalogSnapshot,
  productId: number,
  buyer: Buyer,
): (PricedProduct & ProductPrice) | undefined {
  const priced = productIn(snapshot, productId, buyer)
  if (!priced) return undefined
  const { product } = priced
  const quoted = buyer.quoted?.get(productId)
  const { rate, rateNo, marketRate } = quoted ?? priced
  const rule = quoted ? quoted.rule : snapshot.priceRules.ruleFor(buyer.partnerId, product)
  return { product, rate, rateNo, marketRate, rule }
}

function adjust(
  rule: PriceInForce | undefined,
  line: { costMinor: bigint; rate: ScaledRate; from: Currency; to: Currency },
): LineAdjustment | undefined {
  return (
    rule && {
      ruleNo: rule.ruleNo,
      discountPercent: rule.discountPercent,
      discountMinor: percentHalfUp(line.costMinor, rule.discountPercent),
      unitFeeMinor: convertHalfUp(rule.feeMinor, line.rate, line),
    }
  )
}

/**
 * Returns the present charge to a partner for one unit of a product, by its price rule, in minor
 * units of the audience's currency.
 */
export function chargeOf(
  { priceRules }: Pick<CatalogSnapshot, 'priceRules'>,
  { product, rate }: PricedProduct,
  { partnerId, currency, faceMinor }: Pick<Audience, 'partnerId' | 'currency'> & Face,
): bigint {
  const units = { rate, from: product.currency, to: currency }
  const costMinor = convertHalfUp(minorUnits(faceMinor), rate, units)
  const adjustment = adjust(priceRules.ruleFor(partnerId, product), { costMinor, ...units })
  return adjustment ? unitPrice(costMinor, adjustment) : costMinor
}

interface Face {
  readonly faceMinor: bigint
}

/** Returns the charge for one unit alone. More units together never cost less each. */
export function unitPrice(
  unitCostMinor: bigint,
  { discountPercent, unitFeeMinor }: Pick<LineAdjustment, 'discountPercent' | 'unitFeeMinor'>,
): bigint {
  return unitCostMinor - percentHalfUp(unitCostMinor, discountPercent) + unitFeeMinor
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

/** Returns the sums of the lines' adjustments; undefined if no price rule applies to any. */
export function totalAdjustment(lines: readonly PricedLine[]): Adjustment | undefined {
  if (lines.every(({ adjustment }) => adjustment === undefined)) return undefined
  let [discount, fee] = [0n, 0n]
  for (const { adjustment, quantity } of lines) {
    discount += adjustment?.discountMinor ?? 0n
    fee += (adjustment?.unitFeeMinor ?? 0n) * BigInt(quantity)
  }
  return { discountMinor: minorUnits(discount), feeMinor: minorUnits(fee) }
}

/** Returns the cost less the discount, plus the fee. */
export function adjustedPrice(costMinor: bigint, adjustment: Adjustment | undefined): MinorUnits {
  if (!adjustment) return minorUnits(costMinor)
  return minorUnits(costMinor - adjustment.discountMinor + adjustment.feeMinor)
}
