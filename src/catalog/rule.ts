import type { Cover } from './cover.ts'
import type { Product } from './product.ts'

/** A rule about the products that it covers. It never changes; a later one supersedes it. */
export interface Rule<Terms> {
  readonly ruleNo: bigint
  /** Undefined: of all partners. */
  readonly partnerId: number | undefined
  readonly cover: Cover
  /** Undefined: the rule before it ended, and less specific ones apply. */
  readonly terms: Terms | undefined
  readonly effectiveAt: number
  readonly recordedAt: number
  readonly recordedBy: string
}

export type NewRule<Terms> = Omit<Rule<Terms>, 'ruleNo'>

/** The rules of one kind that are in force at one moment. Immutable. */
export class Rules<Terms extends object> {
  readonly #byKey = new Map<string, Terms & { readonly ruleNo: bigint }>()
  readonly #partners = new Set<number>()

  constructor(rules: Iterable<Rule<Terms>> = []) {
    for (const { ruleNo, partnerId, cover, terms } of rules) {
      if (!terms) continue
      this.#byKey.set(keyOf(partnerId, cover), { ...terms, ruleNo })
      if (partnerId !== undefined) this.#partners.add(partnerId)
    }
  }

  /**
   * Returns the most specific rule for a partner and product. A rule of the product precedes one of
   * its brand, then of its type, then of all products. Among equals, a rule of the partner precedes
   * one of all partners, and one of the product's currency precedes one of any currency.
   */
  ruleFor(partnerId: number, product: Product): (Terms & { readonly ruleNo: bigint }) | undefined {
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

  /** Returns these rules and a new one, which supersedes the rule with the same owner and cover. */
  with(rule: Rule<Terms>): Rules<Terms> {
    const all = new Rules([rule])
    for (const [key, other] of this.#byKey) {
      if (!all.#byKey.has(key)) all.#byKey.set(key, other)
    }
    return all
  }

  /** True if the partner has rules of its own. */
  hasOwn(partnerId: number): boolean {
    return this.#partners.has(partnerId)
  }
}

function keyOf(partnerId: number | undefined, cover: Cover): string {
  const { productId, brand, productType, currency } = cover
  return JSON.stringify([partnerId, productId, brand, productType, currency?.code])
}
