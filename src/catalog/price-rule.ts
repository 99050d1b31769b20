import type { Currency, MinorUnits, Percent } from '../core/mod.ts'
import type { Product, ProductType } from './product.ts'

/** Which products a rule covers: at most one of the first three is given, and none means all. */
export interface PriceCover {
  readonly productId?: number | undefined
  readonly brand?: string | undefined
  readonly productType?: ProductType | undefined
  /** Only products of this currency. */
  readonly currency?: Currency | undefined
}

/** What a rule makes of a price. */
export interface PriceTerms {
  /** Below zero: a surcharge. */
  readonly discountPercent: Percent
  /** For each unit, in the product's currency. */
  readonly feeMinor: MinorUnits
}

/** A rule of the price list. It never changes; a later one supersedes it. */
export interface PriceRule {
  readonly ruleNo: bigint
  /** Undefined: of all partners. */
  readonly partnerId: number | undefined
  readonly cover: PriceCover
  /** Undefined: the rule before it ended, and less specific ones apply. */
  readonly terms: PriceTerms | undefined
  readonly effectiveAt: number
  readonly recordedAt: number
  readonly recordedBy: string
}

/** A rule that applies. */
export interface PriceInForce extends PriceTerms {
  readonly ruleNo: bigint
}

/** The price rules in force at one moment. Immutable. */
export class PriceRules {
  readonly #byKey = new Map<string, PriceInForce>()
  readonly #partners = new Set<number>()

  constructor(rules: Iterable<PriceRule> = []) {
    for (const { ruleNo, partnerId, cover, terms } of rules) {
      if (!terms) continue
      this.#byKey.set(keyOf(partnerId, cover), { ruleNo, ...terms })
      if (partnerId !== undefined) this.#partners.add(partnerId)
    }
  }

  /**
   * Returns the most specific rule for a partner and product: of the product before its brand, its
   * type and all; then the partner's own before that of all partners; then one of the product's
   * currency before one of any.
   */
  ruleFor(partnerId: number, product: Product): PriceInForce | undefined {
    if (this.#byKey.size === 0) return undefined
    const { productId, brand, productType, currency } = product
    for (const cover of [{ productId }, { brand }, { productType }, {}]) {
      for (const owner of [partnerId, undefined]) {
        const rule =
          this.#byKey.get(keyOf(owner, { ...cover, currency })) ??
          this.#byKey.get(keyOf(owner, cover))
        if (rule) return rule
      }
    }
    return undefined
  }

  /** Returns a number that partners with equal prices share: 0 without rules of their own. */
  groupOf(partnerId: number): number {
    return this.#partners.has(partnerId) ? partnerId : 0
  }
}

function keyOf(partnerId: number | undefined, cover: PriceCover): string {
  const { productId, brand, productType, currency } = cover
  return JSON.stringify([partnerId, productId, brand, productType, currency?.code])
}
