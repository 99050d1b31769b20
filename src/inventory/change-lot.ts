import { Refusal, notFound } from '../core/mod.ts'
import { maybeRow, oneRow, type Tx } from '../db/mod.ts'
import { lockAllBuckets } from './bucket-rows.ts'
import {
  freeHeld,
  holdFree,
  insertLot,
  lockLot,
  type LotName,
  shareLot,
  updateLot,
} from './lot-rows.ts'

export const LOT_STATES = ['ON_SALE', 'QUARANTINED', 'RECALLED'] as const
export type LotState = (typeof LOT_STATES)[number]

/** The acts of an operator on a lot, each with the state that follows. */
const LOT_ACTS = {
  quarantine: 'QUARANTINED',
  release: 'ON_SALE',
  recall: 'RECALLED',
} as const satisfies Record<string, LotState>
export type LotAct = keyof typeof LOT_ACTS

export interface LotChange {
  readonly before: LotState
  readonly after: LotState
  /** The number of codes that were taken off sale or put on sale, expired ones included. */
  readonly moved: number
}

/**
 * Inserts a lot if it does not exist, and locks it against changes until `tx` ends, while codes are
 * added to it. Must be called before the free ranges of the codes are inserted: if the lot is not
 * ON_SALE, they are inserted as held.
 */
export function ensureLot(tx: Tx, name: LotName, now: number): void {
  tx.write(insertLot(name, now))
  tx.write(shareLot(name))
}

/**
 * Takes the unsold codes of a lot off sale (quarantine, recall) or puts them on sale again
 * (release). Codes that later come back from orders get the state of the lot. A recall is final.
 * Changes nothing if the lot is in that state already.
 *
 * Locks the lot, then all buckets of the product. So it waits for imports and sales under way, and
 * orders can be served in the same transaction.
 *
 * Refuses, in this order:
 *   not_found        the product has no such lot
 *   state_conflict   the lot was recalled
 */
export async function changeLot(tx: Tx, name: LotName, act: LotAct): Promise<LotChange> {
  const row = await maybeRow(tx, lockLot(name))
  if (!row) throw notFound('lot')
  const before = stateOf(row.state)
  const after = LOT_ACTS[act]
  if (before === after) return { before, after, moved: 0 }
  if (before === 'RECALLED') throw new Refusal('state_conflict', 'the lot was recalled')
  tx.write(updateLot(name, after))
  await tx.rows(lockAllBuckets(name.productId))
  if (before === 'ON_SALE') return { before, after, moved: await countMoved(tx, holdFree(name)) }
  if (after === 'ON_SALE') return { before, after, moved: await countMoved(tx, freeHeld(name)) }
  return { before, after, moved: 0 }
}

async function countMoved(tx: Tx, move: ReturnType<typeof holdFree>): Promise<number> {
  return Number((await oneRow(tx, move)).codes)
}

export function stateOf(text: string): LotState {
  const state = LOT_STATES.find((one) => one === text)
  if (state === undefined) throw new Error(`${text} is not a state of a lot`)
  return state
}
