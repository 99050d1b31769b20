import { isLong } from './length.ts'

/** The number of the day, unless `TEST_SEED` names one: whose turn it is in the short form. */
export const SEED = Number(process.env['TEST_SEED'] ?? Math.floor(Date.now() / 86_400_000))
if (!Number.isSafeInteger(SEED) || SEED < 0) throw new Error('TEST_SEED is not a whole number')

/**
 * Returns those of the values whose turn it is: one of so many, at least one, and all of them in
 * the long form. Each has its turn within so many days. Places with different numbers get different
 * ones, so that each value stands at some of them.
 */
export function inTurn<Value>(values: readonly Value[], of: number, place = 0): readonly Value[] {
  const step = isLong ? 1 : Math.min(of, values.length)
  return values.filter((_, at) => (at + place + turnOf(step)) % step === 0)
}

/** What takes turns within what takes turns: its order is another one each time. */
function turnOf(step: number): number {
  const round = Math.floor(SEED / step)
  return SEED + (Math.imul(round ^ step, 0x9e3779b1) >>> 16)
}
