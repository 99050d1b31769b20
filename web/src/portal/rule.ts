import type { Entry } from '../api/client.ts'
import type { Decimal } from '../format/format.ts'
import { sumOf } from '../format/sum.ts'

/** True for an amount that, with what the user has let out today, reaches a rule. */
export function reaches(
  { approveFrom, today }: Entry<'listOwnOrderRules'>,
  amount: number | Decimal,
): boolean {
  return !sumOf([amount, today, `-${approveFrom}` as Decimal]).startsWith('-')
}
