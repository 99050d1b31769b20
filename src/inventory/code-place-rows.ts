import { sql, type Statement } from '../db/mod.ts'
import type { LotName } from './lot-rows.ts'

/** The place of a code of stock: a block, and the position in it, from 0. */
export interface CodePlace {
  readonly productId: number
  readonly blockId: string
  readonly position: number
}

export function blocksOfLot({ productId, lot }: LotName): Statement<{ block_id: string }> {
  return sql`
    select block_id from stock_blocks where product_id = ${productId} and lot = ${lot}
    order by block_id`
}

/** Returns the sealed bytes of blocks as Base64, which is a third shorter than a bytea's text. */
export function sealedBlocks(
  productId: number,
  blockIds: readonly string[],
): Statement<{ block_id: string; sealed: string }> {
  return sql`
    select block_id, encode(sealed, 'base64') as sealed from stock_blocks
    where product_id = ${productId} and block_id = any(${blockIds}::uuid[])`
}

/** Returns two flags: `free`, the code is for sale; `held`, its lot keeps it off sale. */
export function saleOf(place: CodePlace): Statement<{ free: boolean; held: boolean }> {
  const isThere = sql`
    product_id = ${place.productId} and block_id = ${place.blockId}
    and first <= ${place.position} and first + quantity > ${place.position}`
  return sql`
    select exists (select from stock_free where ${isThere}) as free,
           exists (select from stock_held where ${isThere}) as held`
}
