/** The values of an axis: from the lowest to the highest, in even steps that include 0. */
export interface Scale {
  readonly low: number
  readonly high: number
  readonly ticks: readonly number[]
}

const STEPS_MAX = 4
/** Steps in which people count, times a power of ten. */
const ROUND = [1, 2, 2.5, 5, 10]

/** Returns round ticks around the values. If the values are whole numbers, so are the ticks. */
export function scaleOf(values: readonly number[]): Scale {
  const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)]
  const isWhole = values.every((value) => Number.isInteger(value))
  const rough = (most - least || 1) / STEPS_MAX
  const power = 10 ** Math.floor(Math.log10(rough))
  const round = ROUND.find((one) => one * power >= rough) ?? 1
  const step = isWhole ? Math.max(1, Math.ceil(round * power)) : round * power
  const [from, to] = [Math.floor(least / step), Math.ceil(most / step)]
  const ticks = Array.from({ length: to - from + 1 }, (_, at) => (from + at) * step)
  return { low: from * step, high: to * step, ticks }
}
