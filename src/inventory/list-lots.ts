import type { Page } from '../core/mod.ts'
import { maybeRow, type Db } from '../db/mod.ts'
import { type LotState, stateOf } from './change-lot.ts'
import {
  countCodes,
  listStoredLots,
  type LotCountRow,
  type LotName,
  selectLot,
} from './lot-rows.ts'

export const LOT_SORTS = listStoredLots.sorts

/** A lot, and the number of its codes in each state. */
export interface Lot {
  readonly lot: string
  readonly state: LotState
  readonly createdAt: number
  /** When the first of its codes expires; undefined if none does. */
  readonly expiresAt: number | undefined
  readonly imported: bigint
  readonly free: bigint
  /** Unsold, and expired or within the margin before the expiry. */
  readonly outdated: bigint
  /** Unsold, and off sale because of the lot's state. */
  readonly held: bigint
  /** Reserved for orders. */
  readonly reservedOrSold: bigint
}

/** Returns a page of a product's lots, newest first, as of `now` (milliseconds). */
export async function listLots(
  db: Db,
  productId: number,
  request: Omit<Parameters<typeof listStoredLots>[1], 'productId'> & { readonly now: number },
): Promise<Page<Lot>> {
  const { rows, total } = await listStoredLots(db, { ...request, productId })
  return { rows: await withCounts(db, { productId, now: request.now }, rows), total }
}

export async function findLot(db: Db, name: LotName, now: number): Promise<Lot | undefined> {
  const row = await maybeRow(db, selectLot(name))
  if (!row) return undefined
  return (await withCounts(db, { productId: name.productId, now }, [row]))[0]
}

async function withCounts(
  db: Db,
  { productId, now }: { productId: number; now: number },
  rows: readonly { lot: string; state: string; created_at: Date }[],
): Promise<Lot[]> {
  const lots = rows.map((row) => row.lot)
  const counts = await db.rows(countCodes(productId, lots, now))
  const byLot = new Map(counts.map((row) => [row.lot, row]))
  return rows.map(({ lot, state, created_at: createdAt }) => ({
    lot,
    state: stateOf(state),
    createdAt: createdAt.getTime(),
    ...codesOf(byLot.get(lot)),
  }))
}

function codesOf(row: LotCountRow | undefined) {
  const { imported = 0n, free = 0n, outdated = 0n, held = 0n } = row ?? {}
  const reservedOrSold = imported - free - outdated - held
  return { expiresAt: row?.expires_at?.getTime(), imported, free, outdated, held, reservedOrSold }
}
