import type { Entry } from '../api/client.ts'
import { money, type Decimal } from '../format/format.ts'
import { sumOf } from '../format/sum.ts'
import { draftTexts } from '../messages/en-shop.ts'

export type Rule = Entry<'listOwnOrderRules'>
type Kind = Exclude<Rule['kind'], 'team'>

/**
 * Returns the rule that an amount reaches, together with what the user has already spent today, or
 * the budget of the user's team that it exceeds.
 */
export function ruleFor(
  rules: readonly Rule[] | undefined,
  { kind, currency, amount }: { kind: Kind; currency: string; amount: number | Decimal },
): Rule | undefined {
  return rules?.find((rule) => {
    if (rule.currency !== currency) return false
    const above = sumOf([amount, rule.today, `-${rule.approveFrom}` as Decimal])
    if (rule.kind === 'team') return Number(above) > 0
    return rule.kind === kind && !above.startsWith('-')
  })
}

/** Returns a text about what a rule requires. */
export function sayRule({ kind, approveFrom, today, currency, team }: Rule): string {
  const amount = money(approveFrom, currency)
  return kind === 'team'
    ? draftTexts.budgetOf(team ?? '', money(today, currency), amount)
    : draftTexts.ruleOf[kind](amount)
}
