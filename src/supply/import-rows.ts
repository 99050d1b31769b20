import { dateAt, dateOrNull } from '../core/mod.ts'
import { bytePlaces, sql, type Statement } from '../db/mod.ts'
import type { SealedBlocks } from './import-work.ts'

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
