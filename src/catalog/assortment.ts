import type { Rule } from './rule.ts'
import { Rules } from './rule.ts'
import type { Product } from './product.ts'

export interface AssortmentTerms {
  /** False: the product is in no catalog of the partner, as if it had no rate. */
  readonly isShown: boolean
}

/** A rule that shows products to a partner, or hides them. */
export type AssortmentRule = Rule<AssortmentTerms>

/** The assortments of partners: all products but those that the most specific rule hides. */
export class Assortments extends Rules<AssortmentTerms> {
  shows(partnerId: number, product: Product): boolean {
    return this.ruleFor(partnerId, product)?.isShown ?? true
  }
}
