import type { Sample } from './interleave.ts'
import { medianOf, ratios, spreadOf, type Spread } from './interleave.ts'
import type { Load } from './load.ts'
import type { BenchService } from './service.ts'

/** The options of every figure. */
export interface Bench {
  readonly service: BenchService
  readonly load: Load
  readonly isQuick: boolean
  /** Rounds of A B B A: two pairs each. */
  readonly rounds: number
  /** The number of transfers that P10 begins with; undefined for its default. */
  readonly transfers: number | undefined
  /** Returns a count of operations, for a whole or a quick run. */
  count(whole: number, quick: number): number
  note(text: string): void
}

/** One line of the table. */
export interface Row {
  readonly id: string
  readonly title: string
  /** Statistics of the ratios of all pairs, or of a figure without another side. */
  readonly spread: Spread
  /** `x` for a ratio. */
  readonly unit: string
  /** The number of pairs, or of runs if there is no other side. */
  readonly runs: number
  readonly goal: Goal | undefined
  /** Both sides in their own unit, as `12,000/s against 31,000/s`. */
  readonly sides: string
  readonly cpu: string
}

export type Goal = { readonly atLeast: number } | { readonly atMost: number }

/** Figures that are measured together, by the name that `npm run bench -- NAME` accepts. */
export interface Figure {
  readonly name: string
  /** Settings of the service that is measured. */
  readonly settings?: Readonly<Record<string, string>>
  measure(bench: Bench): Promise<Row[]>
}

export interface ComparedSides {
  readonly id: string
  readonly title: string
  /** None where the figure only belongs to another one. */
  readonly goal?: Goal
  readonly unit: string
  readonly ours: readonly Sample[]
  readonly baseline: readonly Sample[]
}

export function compare({ id, title, goal, unit, ours, baseline }: ComparedSides): Row {
  const pairs = ratios(ours, baseline)
  return {
    id,
    title,
    goal,
    spread: spreadOf(pairs),
    unit: 'x',
    runs: pairs.length,
    sides: `${shown(medianOf(ours), unit)} against ${shown(medianOf(baseline), unit)}`,
    cpu: [ours, baseline].map(cpuOf).filter(Boolean).join(' / '),
  }
}

export interface StatedFigure {
  readonly id: string
  readonly title: string
  /** None where the figure only belongs to another one. */
  readonly goal?: Goal
  readonly unit: string
  readonly values: readonly number[]
  readonly about: string
}

/** A figure without another side, compared with a number or only printed. */
export function state({ id, title, goal, unit, values, about }: StatedFigure): Row {
  const spread = spreadOf(values)
  return { id, title, goal, spread, unit, runs: values.length, sides: about, cpu: '' }
}

export function shown(value: number, unit: string): string {
  const digits = value < 10 ? 2 : value < 100 ? 1 : 0
  return `${value.toLocaleString('en-US', { maximumFractionDigits: digits })}${unit}`
}

export function inWords(count: number): string {
  return count.toLocaleString('en-US')
}

/** Medians of the CPU microseconds of one operation, by process. */
function cpuOf(samples: readonly Sample[]): string {
  const names = Object.keys(samples[0]?.cpu ?? {})
  return names
    .map((name) => {
      const { median } = spreadOf(samples.map(({ cpu }) => cpu?.[name] ?? Number.NaN))
      return `${name} ${shown(median, '')}`
    })
    .join(', ')
}

export function holds({ median }: Spread, goal: Goal): boolean {
  return 'atLeast' in goal ? median >= goal.atLeast : median <= goal.atMost
}
