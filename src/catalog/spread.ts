import type { Currency, Percent } from '../core/mod.ts'

/** The addition to the market rate of a pair, or of all pairs without a spread of their own. */
export interface Spread {
  readonly spreadNo: bigint
  /** Undefined: all pairs. */
  readonly pair: { readonly from: Currency; readonly to: Currency } | undefined
  /** Undefined: the spread before it ended. */
  readonly spreadPercent: Percent | undefined
  readonly effectiveAt: number
  readonly recordedAt: number
  readonly recordedBy: string
}

/** Returns the spread of a pair; undefined if there is none. */
export function spreadOf(
  spreads: readonly Spread[],
  from: Currency,
  to: Currency,
): Percent | undefined {
  const ofPair = spreads.find(
    ({ pair }) => pair?.from.code === from.code && pair.to.code === to.code,
  )
  return ofPair?.spreadPercent ?? spreads.find(({ pair }) => pair === undefined)?.spreadPercent
}
