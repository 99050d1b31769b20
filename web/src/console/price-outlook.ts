import { count, money } from '../format/format.ts'
import { sumOf } from '../format/sum.ts'
import { outlookTexts as texts } from '../messages/en-outlook.ts'

/**
 * Returns an example of the price by a rule that is not set yet; undefined while the rule is empty.
 */
export function priceOutlook(rule: Readonly<Record<string, unknown>>): string | undefined {
  const { currency, discountPercent: percent, feeAmount: fee } = rule
  if (typeof percent !== 'number' && typeof fee !== 'number') return undefined
  const code = typeof currency === 'string' ? currency.toUpperCase() : undefined
  const shown = (amount: number | `${number}`): string =>
    code === undefined ? count(Number(amount)) : money(amount, code)
  const parts = typeof percent === 'number' ? Math.round(percent * PARTS_OF_PERCENT) : 0
  const face = faceOf(parts)
  const discount = -(parts * face) / (PERCENT * PARTS_OF_PERCENT)
  const pays = texts.pays(shown(face), shown(sumOf([face, discount])))
  return typeof fee === 'number' ? `${pays} ${texts.paysFee(shown(fee))}` : pays
}

/** Percentages are counted in ten-thousandths: they have up to 4 decimals. */
const PARTS_OF_PERCENT = 10_000
const PERCENT = 100

/** Returns a face value whose percentage is a whole number, so no currency rounds it. */
function faceOf(parts: number): number {
  const isWhole = (face: number): boolean => (parts * face) % (PERCENT * PARTS_OF_PERCENT) === 0
  return [100, 10_000].find(isWhole) ?? 1_000_000
}
