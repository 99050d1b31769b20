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

/** An import asks what was bought under this lock, and what is bought is entered under the next. */
export function shareProduct(productId: number): Statement<never> {
  return sql`select from products where product_id = ${productId} for share`
}

export function holdProduct(productId: number): Statement<never> {
  return sql`select from products where product_id = ${productId} for no key update`
}

/** Most products were never bought upstream: theirs are not asked for one by one. */
export function wasBrought(productId: number): Statement<{ any: boolean }> {
  return sql`select exists (select from upstream_codes where product_id = ${productId}) as any`
}

/** Those that any purchase has brought. */
export function findBrought(given: Blinds): Statement<{ blind: Buffer }> {
  return broughtWhere(given, sql`true`)
}

/** Those that another purchase has brought; asked once they are entered. */
export function findBroughtByOthers(given: BroughtBlinds): Statement<{ blind: Buffer }> {
  return broughtWhere(given, sql`upstream_codes.reference <> ${given.reference}::uuid`)
}

function broughtWhere(given: Blinds, whose: Statement<never>): Statement<{ blind: Buffer }> {
  return sql`
    select given.blind from ${blindsOf(given)}
    cross join lateral (
      select from upstream_codes
      where upstream_codes.product_id = ${given.productId} and upstream_codes.blind = given.blind
        and ${whose}
      offset 0) as known`
}
