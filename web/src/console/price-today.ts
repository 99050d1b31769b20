import type { Decimal } from '../format/format.ts'
import { sumOf } from '../format/sum.ts'

/** A rule as the list of rules has it, or as it is typed in. */
export interface ComparedRule {
  readonly partnerId?: number | undefined
  readonly productId?: number | undefined
  readonly brand?: string | undefined
  readonly productType?: string | undefined
  readonly currency?: string | undefined
  readonly discountPercent?: number | undefined
  readonly feeAmount?: number | undefined
  /** Undefined while it is typed in. */
  readonly effectiveAt?: string | undefined
}

/** What rules cover. What a brand or a currency has in common is all that is known of it. */
export type Covered = Pick<ComparedRule, 'productId' | 'brand' | 'productType' | 'currency'>

/** What is paid for one unit, before and after a rule. */
export interface Comparison {
  readonly face: number
  readonly today: Decimal
  readonly after: Decimal
}

interface Asked {
  /** All rules: also those not yet, or no more, in force. */
  readonly rules: readonly ComparedRule[]
  readonly typed: ComparedRule
  readonly covered: Covered
  readonly nowMs: number
}

/**
 * Returns what a partner pays today, and what with a typed rule; undefined where that differs by
 * product, which a brand or nothing does not tell.
 */
export function comparePrices({ rules, typed, covered, nowMs }: Asked): Comparison | undefined {
  const { partnerId } = typed
  const ofPartner = rules.filter((rule) => (rule.partnerId ?? partnerId) === partnerId)
  const inForce = rulesInForce(ofPartner, nowMs)
  if (covered.productId === undefined && differs([...inForce.values()], covered)) return undefined
  const after = new Map(inForce).set(keyOf(typed), typed)
  const [now, next] = [inForce, after].map((all) => ruleFor(all, partnerId, covered))
  const face = faceOf([partsOf(now), partsOf(next)])
  return { face, today: paid(face, now), after: paid(face, next) }
}

/** Returns the latest rule of each owner and cover, without those that only end another. */
function rulesInForce(rules: readonly ComparedRule[], nowMs: number) {
  const latest = new Map<string, ComparedRule>()
  for (const rule of rules) {
    if (instantOf(rule) > nowMs) continue
    const other = latest.get(keyOf(rule))
    if (!other || instantOf(rule) > instantOf(other)) latest.set(keyOf(rule), rule)
  }
  return new Map([...latest].filter(([, { discountPercent }]) => discountPercent !== undefined))
}

function instantOf({ effectiveAt = '' }: ComparedRule): number {
  return Date.parse(effectiveAt)
}

/** True if products that are covered have different rules, or may have. */
function differs(rules: readonly ComparedRule[], { brand, currency }: Covered): boolean {
  return rules.some(
    (rule) =>
      rule.productId !== undefined ||
      rule.productType !== undefined ||
      (rule.brand !== undefined && brand === undefined) ||
      (rule.currency !== undefined && currency === undefined),
  )
}

/** Returns the rule that applies, by the order in which the service looks for it. */
function ruleFor(
  rules: ReadonlyMap<string, ComparedRule>,
  partnerId: number | undefined,
  { productId, brand, productType, currency }: Covered,
): ComparedRule | undefined {
  for (const cover of [{ productId }, { brand }, { productType }, {}]) {
    for (const owner of [partnerId, undefined]) {
      const any = { ...cover, partnerId: owner }
      const rule = rules.get(keyOf({ ...any, currency })) ?? rules.get(keyOf(any))
      if (rule) return rule
    }
  }
  return undefined
}

function keyOf({ partnerId, productId, brand, productType, currency }: ComparedRule): string {
  return JSON.stringify([partnerId, productId, brand, productType, currency?.toUpperCase()])
}

/** Of a percentage, which has up to 4 decimals. */
export const PARTS_OF_PERCENT = 10_000
export const PERCENT = 100

function partsOf(rule: ComparedRule | undefined): number {
  return Math.round((rule?.discountPercent ?? 0) * PARTS_OF_PERCENT)
}

/** Returns a face value of which each percentage is a whole number: no currency rounds it. */
export function faceOf(parts: readonly number[]): number {
  const isWhole = (face: number): boolean =>
    parts.every((one) => (one * face) % (PERCENT * PARTS_OF_PERCENT) === 0)
  return [100, 10_000].find(isWhole) ?? 1_000_000
}

/** Returns what is paid for a unit of a face value with a rule. */
function paid(face: number, rule: ComparedRule | undefined): Decimal {
  const discount = -(partsOf(rule) * face) / (PERCENT * PARTS_OF_PERCENT)
  return sumOf([face, discount, rule?.feeAmount ?? 0])
}
