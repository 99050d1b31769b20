/** All orders of some places. */
export function permutations(places: readonly number[]): number[][] {
  if (places.length === 0) return [[]]
  return places.flatMap((at) =>
    permutations(places.filter((one) => one !== at)).map((rest) => [at, ...rest]),
  )
}
