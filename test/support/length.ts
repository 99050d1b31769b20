/** True in `npm run test:long`: faults strike more often, under more load and from more seeds. */
export const isLong = process.env['TEST_LENGTH'] === 'long'

/**
 * Returns all values in the long form, and else about an eighth of them, but at least one. Places
 * with different numbers get different ones, so that each value is sent at some of them.
 */
export function shareOf<Value>(values: readonly Value[], place: number): readonly Value[] {
  const step = isLong ? 1 : Math.min(8, values.length)
  return values.filter((_, at) => (at + place) % step === 0)
}
