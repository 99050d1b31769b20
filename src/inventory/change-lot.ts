import { Refusal } from '../core/mod.ts'
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

const LOT_STATES = ['ON_SALE', 'QUARANTINED', 'RECALLED'] as const
export type LotState = (typeof LOT_STATES)[number]

/** What an operator does to a lot, and the state that it is in then. */
const LOT_ACTS = {
  quarantine: 'QUARANTINED',
  release: 'ON_SALE',
  recall: 'RECALLED',
} as const satisfies Record<string, LotState>
export type LotAct = keyof typeof LOT_ACTS

export interface LotChange {
  readonly before: LotState
  readonly after: LotState
  /** How many codes went off sale, or came back on sale, expired ones included. */
  readonly moved: number
}

/**
 * Locks a lot against changes until `tx` ends, while codes are added to it. Comes before their free
 * ranges: those of a lot that is not ON_SALE are held.
 */
export function keepLot(tx: Tx, name: LotName, now: number): void {
  tx.write(insertLot(name, now))
  tx.write(shareLot(name))
}

/**
 * Takes all that is left of a lot off sale (quarantine, recall), or puts it on sale again
 * (release); what comes back of it later follows. A recall is final. A lot that is in the state
 * asked for already stays as it is.
 *
 * Locks the lot, then all buckets of the product: imports and sales under way are waited for, and
 * whoever serves orders in the same transaction finds every bucket locked in the order of all.
 * Refuses, in this order:
 *   not_found        the product has no such lot
 *   state_conflict   the lot was recalled
 */
export async function changeLot(tx: Tx, name: LotName, act: LotAct): Promise<LotChange> {
  const row = await maybeRow(tx, lockLot(name))
  if (!row) throw new Refusal('not_found', 'no such lot')
  const before = stateOf(row.state)
  const after = LOT_ACTS[act]
  if (before === after) return { before, after, moved: 0 }
  if (before === 'RECALLED') throw new Refusal('state_conflict', 'the lot was recalled')
  tx.write(updateLot(name, after))
  await tx.rows(lockAllBuckets(name.productId))
  if (before === 'ON_SALE') return { before, after, moved: await moved(tx, holdFree(name)) }
  if (after === 'ON_SALE') return { before, after, moved: await moved(tx, freeHeld(name)) }
  return { before, after, moved: 0 }
}

async function moved(tx: Tx, move: ReturnType<typeof holdFree>): Promise<number> {
  return Number((await oneRow(tx, move)).codes)
}

export function stateOf(text: string): LotState {
  const state = LOT_STATES.find((one) => one === text)
  if (state === undefined) throw new Error(`${text} is no state of a lot`)
  return state
}
