import { sql, type AssortmentRulesRow } from '../db/mod.ts'
import type { AssortmentTerms } from './assortment.ts'
import { RuleRows } from './rule-rows.ts'

export const ASSORTMENT_RULES = new RuleRows<AssortmentTerms, AssortmentRulesRow>({
  name: 'assortment_rules',
  columns: 'is_shown',
  label: 'assortment rule',
  values: ({ terms }) => sql`${terms?.isShown ?? null}`,
  termsOf: ({ is_shown: isShown }) => (isShown === null ? undefined : { isShown }),
})
