import { minorUnits, parseAmount, isFault, type MinorUnits } from '../core/mod.ts'
import { unitPrice } from './price.ts'
import type { PriceInForce } from './price-rule.ts'
import type { Product } from './product.ts'
import { readPriceRule, type PriceRuleInput } from './record-price-rule.ts'
import { isShownTo, type CatalogSnapshot } from './snapshot.ts'

/** Products that the same rule prices now, and the price of one unit of the first product. */
export interface PriceComparison {
  readonly product: Product
  readonly products: number
  /** Undefined if no rule applies. */
  readonly ruleNo: bigint | undefined
  readonly faceMinor: MinorUnits
  readonly todayMinor: MinorUnits
  /** The price by the new rule. */
  readonly afterMinor: MinorUnits
}

interface ComparedRule extends PriceRuleInput {
  readonly partnerId: number
  /** True for a test partner. */
  readonly isTest: boolean
}

/**
 * Compares a partner's present prices with the prices by a new rule, for the products that the rule
 * would cover, in the currency of each product. A more specific rule keeps precedence. Products
 * that the partner cannot buy are left out. Refuses as `recordPriceRule` does; records nothing.
 */
export function comparePriceRule(
  snapshot: CatalogSnapshot,
  input: ComparedRule,
): PriceComparison[] {
  const { partnerId } = input
  const { cover, terms, covered } = readPriceRule(input, [...snapshot.products.values()])
  const now = snapshot.readAt
  const rule = { partnerId, cover, terms, effectiveAt: now, recordedAt: now, recordedBy: '' }
  const after = snapshot.priceRules.with({ ...rule, ruleNo: UNRECORDED })
  const groups = new Map<string, PriceComparison>()
  for (const product of covered) {
    if (!isShownTo(snapshot, product, input)) continue
    const today = snapshot.priceRules.ruleFor(partnerId, product)
    const next = after.ruleFor(partnerId, product)
    const key = [today?.ruleNo, next?.ruleNo, product.currency.code].join()
    const group = groups.get(key) ?? compare(product, today, next)
    groups.set(key, { ...group, products: group.products + 1 })
  }
  return [...groups.values()]
}

const UNRECORDED = 0n

function compare(
  product: Product,
  today: PriceInForce | undefined,
  after: PriceInForce | undefined,
): PriceComparison {
  const faceMinor = usualFace(product)
  const [todayMinor, afterMinor] = [priceBy(faceMinor, today), priceBy(faceMinor, after)]
  return { product, products: 0, ruleNo: today?.ruleNo, faceMinor, todayMinor, afterMinor }
}

function priceBy(faceMinor: MinorUnits, rule: PriceInForce | undefined): MinorUnits {
  if (!rule) return faceMinor
  const { discountPercent, feeMinor } = rule
  return minorUnits(unitPrice(faceMinor, { discountPercent, unitFeeMinor: feeMinor }))
}

/** Returns the largest face value of a product, or 100 major units if any amount can be ordered. */
function usualFace({ denomination, currency }: Product): MinorUnits {
  if (denomination.type === 'FIXED') {
    return minorUnits(denomination.fixedMinor.reduce((a, b) => (a > b ? a : b), 0n))
  }
  const { minMinor, maxMinor } = denomination
  const usual = parseAmount(USUAL_AMOUNT, currency)
  if (isFault(usual) || usual > maxMinor) return minorUnits(maxMinor)
  return minorUnits(usual < minMinor ? minMinor : usual)
}

const USUAL_AMOUNT = 100
