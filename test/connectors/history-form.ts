import { type Fault, FAULTS } from '../../src/stand-ins/books.ts'

/** What a history may have, besides its seed. */
export interface Form {
  readonly faults: readonly Fault['does'][]
  readonly quantityMax: number
  /** How long after all was settled the purchases are looked at. */
  readonly daysAfter: readonly number[]
}

/** Faults without any response only take time. */
const HAPPENING = FAULTS.filter((does) => !does.startsWith('silent'))
/** Another form would change what these seeds do; some of them are kept. */
const FIRST_SEEDS = 1_000
const FIRST_FAULTS = HAPPENING.filter((does) => !['twiceBusy', 'twiceExpired'].includes(does))

/** Most batches are small: the parts of a large one are alike, and take most of the time. */
export function formOf(seed: number): Form {
  if (seed <= FIRST_SEEDS) return { faults: FIRST_FAULTS, quantityMax: 12, daysAfter: [1, 7] }
  return {
    faults: HAPPENING,
    quantityMax: seed % 5 === 0 ? 12 : 3,
    daysAfter: seed % 2 === 0 ? [1, 7] : [7],
  }
}
