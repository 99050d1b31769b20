/** The result of one run of one side. */
export interface Sample {
  readonly value: number
  /** CPU microseconds of one operation, by process. */
  readonly cpu?: Readonly<Record<string, number>>
}

/** A side of a comparison: each call is one run. */
export type Side = () => Promise<Sample>

export type Samples<Name extends string> = Readonly<Record<Name, readonly Sample[]>>

/**
 * Runs the sides in turn, forwards and then backwards (A B B A), `rounds` times, so that anything
 * that slows the machine down for a while slows all of them.
 */
export async function interleave<Name extends string>(
  sides: Readonly<Record<Name, Side>>,
  rounds: number,
): Promise<Samples<Name>> {
  const names = Object.keys(sides) as Name[]
  const samples = Object.fromEntries(names.map((name) => [name, [] as Sample[]])) as Record<
    Name,
    Sample[]
  >
  for (let round = 0; round < rounds; round += 1) {
    for (const name of [...names, ...names.toReversed()]) samples[name].push(await sides[name]())
  }
  return samples
}

/** Returns the ratio of each pair of neighboring runs, in sequence. */
export function ratios(ours: readonly Sample[], baseline: readonly Sample[]): number[] {
  return ours.map(({ value }, at) => value / (baseline[at]?.value ?? Number.NaN))
}

export interface Spread {
  readonly median: number
  readonly min: number
  readonly max: number
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  const lower = sorted[sorted.length % 2 === 0 ? middle - 1 : middle] ?? Number.NaN
  return {
    median: (upper + lower) / 2,
    min: sorted[0] ?? Number.NaN,
    max: sorted.at(-1) ?? Number.NaN,
  }
}

export function medianOf(samples: readonly Sample[]): number {
  return spreadOf(samples.map(({ value }) => value)).median
}
