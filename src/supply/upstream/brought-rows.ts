import { sql, type Statement } from '../../db/mod.ts'
import { blindsOf, type Blinds } from '../import-rows.ts'

/** Codes of one product by their blinds, in order, and the reference of what brought them. */
export interface BroughtBlinds extends Blinds {
  readonly reference: string
}

/** Enters those that nobody has brought. They come sorted: see `insertNewCodes`. */
export function insertBrought(given: BroughtBlinds): Statement<never> {
  return sql`
    insert into upstream_codes (product_id, blind, reference)
    select ${given.productId}, blind, ${given.reference}::uuid from ${blindsOf(given)}
    on conflict do nothing`
}

/** Those that another purchase has brought; asked once they are entered. */
export function findBroughtByOthers(given: BroughtBlinds): Statement<{ blind: Buffer }> {
  return sql`
    select given.blind from ${blindsOf(given)}
    cross join lateral (
      select from upstream_codes
      where upstream_codes.product_id = ${given.productId} and upstream_codes.blind = given.blind
        and upstream_codes.reference <> ${given.reference}::uuid
      offset 0) as known`
}
