import type { Act, Answer } from '../oracle/acts.ts'
import type { View } from '../oracle/view.ts'

/** An implementation of the acts that the oracle knows. */
export interface World {
  /** Does a pinned act and its consequences. Returns a response for each act of it. */
  take(act: Act): Promise<readonly Answer[]>
  /** Returns what a partner sees. */
  view(partner: number): Promise<View>
}
