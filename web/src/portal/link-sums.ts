import { sumOf } from '../format/sum.ts'
import type { CheckedPart } from './link-parts.ts'
import { ruleFor, type Rule } from './rule.ts'

/** The sums of a file: of all its links, and of those that were not sent before. */
export function sumsOf(parts: readonly CheckedPart[]) {
  const unsent = parts.filter(({ totals }) => !totals.isSent)
  return {
    links: linksOf(parts),
    amount: sumOf(parts.map(({ totals }) => totals.amount)),
    setAside: sumOf(parts.map(({ totals }) => totals.setAside)),
    unsentLinks: linksOf(unsent),
    unsentAside: sumOf(unsent.map(({ totals }) => totals.setAside)),
  }
}

function linksOf(parts: readonly CheckedPart[]): number {
  return parts.reduce((sum, { totals }) => sum + totals.links, 0)
}

/**
 * True if the links that were not sent yet need the approval of another person. Neither the split
 * of a file nor sending its parts on several days evades the rules: its whole sum counts.
 */
export function fileNeedsApproval(
  rules: readonly Rule[] | undefined,
  currency: string,
  { setAside, unsentLinks, unsentAside }: ReturnType<typeof sumsOf>,
): boolean {
  if (unsentLinks === 0) return false
  const wholeDay = rules?.map((rule) => ({ ...rule, today: 0 }))
  return (
    ruleFor(rules, { kind: 'orders', currency, amount: unsentAside }) !== undefined ||
    ruleFor(wholeDay, { kind: 'orders', currency, amount: setAside }) !== undefined
  )
}
