import { type Fault, FAULTS } from '../../src/stand-ins/books.ts'

/** The faults and sizes that a history may have. */
export interface Form {
  readonly faults: readonly Fault['does'][]
  readonly quantityMax: number
  /** The days after which purchases are followed, once all orders are settled. */
  readonly daysAfter: readonly number[]
}

/** All faults but those without any response, which would only take time. */
const RESPONDING_FAULTS = FAULTS.filter((does) => !does.startsWith('silent'))
/** Seeds up to this number keep their form: another one would change the histories that failed. */
const FIRST_SEEDS = 1_000
const FIRST_FAULTS = RESPONDING_FAULTS.filter(
  (does) => !['twiceBusy', 'twiceExpired'].includes(does),
)

/** Returns a form in which most batches are small, because a large one takes most of the time. */
export function formOf(seed: number): Form {
  if (seed <= FIRST_SEEDS) return { faults: FIRST_FAULTS, quantityMax: 12, daysAfter: [1, 7] }
  return {
    faults: RESPONDING_FAULTS,
    quantityMax: seed % 5 === 0 ? 12 : 3,
    daysAfter: seed % 2 === 0 ? [1, 7] : [7],
  }
}
