import type { CreateStatus } from './machine.ts'

/** The state of a create, under its lock, when its units arrive. */
interface Arrival {
  readonly status: CreateStatus | 'STOCKED' | 'CLOSED'
  readonly isClosed: boolean
  /** Its units were bought again meanwhile. */
  readonly isBoughtAnew: boolean
  /** True if these are the units that a person has entered. */
  readonly areEntered: boolean
}

/**
 * Returns where the units that a supplier has delivered go. They are never dropped, whatever became
 * of their create meanwhile, and never delivered in addition to others.
 *
 *   deliver   the batch has no others; also if a person said that nothing was bought
 *   stock     the batch has others, so these are ours to sell
 *   nowhere   these units are stored already, or were taken back
 *   ask       a person has entered others, which may be delivered already
 */
export function whereUnitsGo(at: Arrival): 'deliver' | 'stock' | 'nowhere' | 'ask' {
  if (at.status === 'DONE' && at.isClosed) return at.areEntered ? 'nowhere' : 'ask'
  if (at.status === 'STOCKED' || at.isBoughtAnew) return 'stock'
  // The create was taken back on our request, or after it was delivered.
  return at.status === 'REVERSED' ? 'nowhere' : 'deliver'
}
