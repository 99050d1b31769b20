import type { Act, Answer, View } from '../oracle/acts.ts'

/** Something that does what the oracle speaks of. */
export interface World {
  /** Does a pinned act, and whatever follows from it. Returns an answer for each act of it. */
  take(act: Act): Promise<readonly Answer[]>
  view(): Promise<readonly View[]>
}
