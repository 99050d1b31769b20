/** The currencies of all histories, with their decimals. */
export const DECIMALS = { JPY: 0, USD: 2, KWD: 3 } as const
export type Code = keyof typeof DECIMALS
export const CODES = ['JPY', 'USD', 'KWD'] as const

/** The most units of a batch. */
export const BATCH_UNITS = 3
/** The largest balance and amount, in minor units. */
export const AMOUNT_MAX = 999_999_999_999_999n

export function sum<One>(list: readonly One[], amountOf: (one: One) => bigint): bigint {
  return list.reduce((all, one) => all + amountOf(one), 0n)
}

/** An exact rational number. */
export type Ratio = readonly [over: bigint, under: bigint]

/** Reads decimal text such as `-0.125`. */
export function ratio(text: string): Ratio {
  const [, decimals = ''] = text.split('.')
  return [BigInt(text.replace('.', '')), 10n ** BigInt(decimals.length)]
}

export function times([over, under]: Ratio, [other, otherUnder]: Ratio): Ratio {
  return [over * other, under * otherUnder]
}

/** The nearest whole number; half goes away from zero. */
export function rounded([over, under]: Ratio): bigint {
  const size = over < 0n ? -over : over
  const whole = (2n * size + under) / (2n * under)
  return over < 0n ? -whole : whole
}

/** Whole minor units of an amount in major ones. */
export function minorOf([over, under]: Ratio, code: Code): bigint {
  return rounded([over * 10n ** BigInt(DECIMALS[code]), under])
}

/** The JSON number of an amount. */
export function wire(minor: bigint, code: Code): number {
  return Number(minor) / 10 ** DECIMALS[code]
}

/** The JSON numbers of several amounts. */
export function wired<Name extends string>(amounts: Record<Name, bigint>, code: Code) {
  const all = Object.entries<bigint>(amounts).map(([name, minor]) => [name, wire(minor, code)])
  return Object.fromEntries(all) as Record<Name, number>
}
