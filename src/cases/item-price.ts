import { minorUnits, type MinorUnits } from '../core/mod.ts'
import type { Line } from '../orders/mod.ts'

export type PricedLine = Pick<Line, 'unitCostMinor' | 'quantity' | 'adjustment'>

/**
 * Returns the charge of one unit of a line, in minor units of the order's currency. `position`
 * counts the units of the line from 0. The discount of a line is rounded once, so the prices of its
 * units differ by at most one minor unit and add up to the charge of the line. None is below zero,
 * because a discount is less than the cost.
 */
export function unitPrice(line: PricedLine, position: number): MinorUnits {
  const { unitFeeMinor = 0n } = line.adjustment ?? {}
  const share = discountOfFirst(line, position + 1) - discountOfFirst(line, position)
  return minorUnits(line.unitCostMinor - share + unitFeeMinor)
}

/** Returns the discount of the first `count` units, rounded toward zero. */
function discountOfFirst({ quantity, adjustment }: PricedLine, count: number): bigint {
  return ((adjustment?.discountMinor ?? 0n) * BigInt(count)) / BigInt(quantity)
}
