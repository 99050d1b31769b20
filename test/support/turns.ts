import { isLong } from './length.ts'

/** Decides which values have their turn: `TEST_SEED`, or the number of the day. */
export const SEED = Number(process.env['TEST_SEED'] ?? Math.floor(Date.now() / 86_400_000))
if (!Number.isSafeInteger(SEED) || SEED < 0) throw new Error('TEST_SEED is not a whole number')

/**
 * Returns the values whose turn it is: all in the long form, otherwise one of every `days` values
 * and at least one. Each value has its turn within `days` days. Callers with different `place`
 * get different values on the same day.
 */
export function inTurn<Value>(values: readonly Value[], days: number, place = 0): readonly Value[] {
  const step = isLong ? 1 : Math.min(days, values.length)
  return values.filter((_, at) => (at + place + turnOf(step)) % step === 0)
}

/** Varies the order by round, so that the values of nested calls meet in all combinations. */
function turnOf(step: number): number {
  const round = Math.floor(SEED / step)
  return SEED + (Math.imul(round ^ step, 0x9e3779b1) >>> 16)
}
