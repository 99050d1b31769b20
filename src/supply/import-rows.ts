import { dateAt, dateOrNull } from '../core/mod.ts'
import { bytePlaces, sql, type Statement } from '../db/mod.ts'
import { BLIND_BYTES } from '../vault/mod.ts'
import type { SealedBlocks } from './import-work.ts'

/** Codes of one product by their blinds, of BLIND_BYTES each, in order. */
export interface Blinds {
  readonly productId: number
  readonly blinds: Uint8Array
}

/**
 * Enters codes into the index that are not in it; fails where one is. That costs half of what it
 * costs to ask for each, and files of new codes are the rule.
 */
export function insertCodes(given: Blinds): Statement<never> {
  return sql`
    insert into stock_index (product_id, blind)
    select ${given.productId}, blind from ${blindsOf(given)}`
}

/**
 * Enters codes into the index and answers those that were not in it. They come sorted: two imports
 * of the same codes then wait for each other in one direction only.
 */
export function insertNewCodes(given: Blinds): Statement<{ blind: Buffer }> {
  return sql`
    insert into stock_index (product_id, blind)
    select ${given.productId}, blind from ${blindsOf(given)}
    on conflict do nothing
    returning blind`
}

/** Those of the codes that are in the index. */
export function findCodes(given: Blinds): Statement<{ blind: Buffer }> {
  return sql`
    select given.blind from ${blindsOf(given)}
    cross join lateral (
      select from stock_index
      where stock_index.product_id = ${given.productId} and stock_index.blind = given.blind
      offset 0) as known`
}

const SIZE = sql.lit(BLIND_BYTES)

/** One parameter, cut up there: as an array they would go as text of twice the size. */
export function blindsOf({ blinds }: Pick<Blinds, 'blinds'>): Statement<never> {
  return sql`(
    select substring(${blinds}::bytea from ${SIZE} * at + 1 for ${SIZE}) as blind
    from generate_series(0, ${blinds.length / BLIND_BYTES - 1}::integer) as at) as given`
}

export function insertBlocks(
  { productId, lot, now }: { productId: number; lot: string; now: number },
  { blocks, sealed }: SealedBlocks,
): Statement<never> {
  return sql`
    insert into stock_blocks (
      product_id, block_id, face_value_minor, expires_at, quantity, sealed, imported_at, lot)
    select ${productId}, made.block_id, made.face_value_minor, made.expires_at, made.quantity,
           substring(${sealed}::bytea from made.sealed_at for made.sealed_size),
           ${dateAt(now)}::timestamptz, ${lot}::text
    from unnest(
      ${blocks.map((block) => block.blockId)}::uuid[],
      ${blocks.map((block) => block.faceValueMinor)}::bigint[],
      ${blocks.map((block) => dateOrNull(block.expiresAt))}::timestamptz[],
      ${blocks.map((block) => block.quantity)}::integer[],
      ${bytePlaces(blocks.map((block) => block.bytes))}::integer[],
      ${blocks.map((block) => block.bytes)}::integer[]
    ) as made (block_id, face_value_minor, expires_at, quantity, sealed_at, sealed_size)`
}
