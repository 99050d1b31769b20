import { absolute, percentHalfUp, percentText, readPercentText, type Percent } from '../core/mod.ts'
import { amountsAsText, amountsIn, type StoredAmount } from './claim-rules.ts'
import type { SecondFactor } from './link.ts'
import type { TemplateFactor } from './link-template.ts'

/** A discount, which may be a surcharge, and fees that the orders of a link may cost. */
export interface FeeTerm {
  readonly percent: Percent
  readonly feesMinor: bigint
}

/**
 * The decisions about the links of a request when it was accepted, stored for the links that are
 * written later. So changes in between do not affect their money or their second factor.
 */
export interface BatchTerms {
  readonly products: readonly number[] | undefined
  readonly templateId: string | undefined
  readonly factor: TemplateFactor | undefined
  readonly fees: readonly FeeTerm[]
  /** The label of the team of the person who sent them. */
  readonly team: string | undefined
  readonly isTest: boolean
  /** The instant at which mails of the links are due. */
  readonly dueMs: number
}

interface StoredTerms extends Omit<BatchTerms, 'factor' | 'fees'> {
  readonly factor?: { readonly secondFactor: string; readonly from?: readonly StoredAmount[] }
  readonly fees: readonly { readonly percent: string; readonly feesMinor: string }[]
}

export function storedTerms({ factor, fees, ...terms }: BatchTerms): string {
  const stored: StoredTerms = {
    ...terms,
    ...(factor && {
      factor: {
        secondFactor: factor.secondFactor,
        ...(factor.secondFactorFrom && { from: amountsAsText(factor.secondFactorFrom) }),
      },
    }),
    fees: fees.map(({ percent, feesMinor }) => ({
      percent: percentText(percent),
      feesMinor: String(feesMinor),
    })),
  }
  return JSON.stringify(stored)
}

export function toTerms(stored: unknown): BatchTerms {
  const { factor, fees, products, templateId, team, ...terms } = stored as StoredTerms
  return {
    ...terms,
    products,
    templateId,
    team,
    factor: factor && {
      secondFactor: factor.secondFactor as SecondFactor,
      secondFactorFrom: amountsIn(factor.from),
    },
    fees: fees.map(({ percent, feesMinor }) => ({
      percent: readPercentText(percent),
      feesMinor: BigInt(feesMinor),
    })),
  }
}

/**
 * Leaves out terms that are never the highest, because another has at least their surcharge and
 * fees. Most catalogs have one or two left, and each link is compared with all of them.
 */
export function decisiveFees(fees: readonly FeeTerm[]): FeeTerm[] {
  const left: FeeTerm[] = []
  const dearestFirst = fees.toSorted(
    (a, b) => sign(surchargeOf(b) - surchargeOf(a)) || sign(b.feesMinor - a.feesMinor),
  )
  for (const fee of dearestFirst) {
    const last = left.at(-1)
    if (!last || fee.feesMinor > last.feesMinor) left.push(fee)
  }
  return left
}

function surchargeOf({ percent }: FeeTerm): bigint {
  return percent < 0n ? absolute(percent) : 0n
}

function sign(difference: bigint): number {
  if (difference === 0n) return 0
  return difference < 0n ? -1 : 1
}

/** Returns the highest sum of surcharge and fees that orders of a link may cost. */
export function highestFees(fees: readonly FeeTerm[], amountMinor: bigint): bigint {
  return fees.reduce((most, { percent, feesMinor }) => {
    const discount = percentHalfUp(amountMinor, percent)
    const cost = feesMinor + (discount < 0n ? absolute(discount) : 0n)
    return cost > most ? cost : most
  }, 0n)
}
