import { isLong } from './length.ts'

/** Decides whose turn it is in the short form: `TEST_SEED`, or the number of the day. */
export const SEED = Number(process.env['TEST_SEED'] ?? Math.floor(Date.now() / 86_400_000))
if (!Number.isSafeInteger(SEED) || SEED < 0) throw new Error('TEST_SEED is not a whole number')

/**
 * Returns the values whose turn it is: one of each `of` values, at least one, and all in the long
 * form. Each value has its turn within `of` days. Places with different numbers get different
 * values on the same day.
 */
export function inTurn<Value>(values: readonly Value[], of: number, place = 0): readonly Value[] {
  const step = isLong ? 1 : Math.min(of, values.length)
  return values.filter((_, at) => (at + place + turnOf(step)) % step === 0)
}

/** Varies the order by round, so that the values of nested calls meet in all combinations. */
function turnOf(step: number): number {
  const round = Math.floor(SEED / step)
  return SEED + (Math.imul(round ^ step, 0x9e3779b1) >>> 16)
}
