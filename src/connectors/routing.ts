import { invalidField } from '../core/mod.ts'
import { maybeRow, type Db, type Tx } from '../db/mod.ts'
import { PERCENT } from './check-listing.ts'
import { saveRouting, selectRouting } from './routing-rows.ts'

/**
 * The order in which a product's suppliers are asked, and the least margin that a listing must
 * leave.
 */
export interface Routing {
  readonly isCheapestFirst: boolean
  /** In percent of the face value, as decimal text. Undefined: none. */
  readonly marginFloor: string | undefined
}

export async function readRouting(db: Db, productId: number): Promise<Routing> {
  const row = await maybeRow(db, selectRouting(productId))
  const { is_cheapest_first: isCheapestFirst = false, margin_floor: floor = null } = row ?? {}
  return { isCheapestFirst, marginFloor: floor ?? undefined }
}

/** Writes the routing of a product. Refuses invalid_request, naming `marginFloorPercent`. */
export async function putRouting(
  tx: Tx,
  productId: number,
  { isCheapestFirst, marginFloor }: Routing,
): Promise<void> {
  if (marginFloor !== undefined && !PERCENT.test(marginFloor)) {
    const fault = 'must be a percentage below 100 as text, with up to 6 decimals'
    throw invalidField('marginFloorPercent', fault)
  }
  await tx.rows(saveRouting(productId, isCheapestFirst, marginFloor))
}
