import { scaled } from './sum.ts'

/** Compares two exact decimals, for `toSorted`: below 0 if the first is smaller. */
export function compareDecimals(one: string, other: string): number {
  const decimals = Math.max(...[one, other].map((text) => (text.split('.')[1] ?? '').length))
  const difference = scaled(one, decimals) - scaled(other, decimals)
  if (difference === 0n) return 0
  return difference < 0n ? -1 : 1
}
