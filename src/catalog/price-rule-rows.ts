import { minorUnits, percentText, readPercentText } from '../core/mod.ts'
import { sql, type PriceRulesRow } from '../db/mod.ts'
import type { PriceTerms } from './price-rule.ts'
import { RuleRows } from './rule-rows.ts'
import type { NewRule } from './rule.ts'

export const PRICE_RULES = new RuleRows<PriceTerms, PriceRulesRow>({
  name: 'price_rules',
  columns: 'discount_percent, fee_minor',
  label: 'price rule',
  values: (rule) => sql`
    ${rule.terms ? percentText(rule.terms.discountPercent) : null}::numeric, ${feeOf(rule)}`,
  termsOf: ({ discount_percent: discount, fee_minor: fee }) =>
    discount === null && fee === null
      ? undefined
      : { discountPercent: readPercentText(discount ?? '0'), feeMinor: minorUnits(fee ?? 0n) },
})

/** A fee needs a currency: that of the rule, or that of its product. */
function feeOf({ cover, terms }: NewRule<PriceTerms>): bigint | null {
  const hasCurrency = cover.productId !== undefined || cover.currency !== undefined
  return terms && hasCurrency ? terms.feeMinor : null
}
