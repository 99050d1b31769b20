import type { MinorUnits, Percent } from '../core/mod.ts'
import type { Rule } from './rule.ts'

/** The changes of a price by a rule. */
export interface PriceTerms {
  /** Below zero: a surcharge. */
  readonly discountPercent: Percent
  /** For each unit, in the product's currency. */
  readonly feeMinor: MinorUnits
}

/** A rule of the price list. */
export type PriceRule = Rule<PriceTerms>

/** A rule that applies. */
export interface PriceInForce extends PriceTerms {
  readonly ruleNo: bigint
}
