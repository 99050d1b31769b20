import { dateAt } from '../core/mod.ts'
import { sql, type Statement } from '../db/mod.ts'

export interface NewBlock {
  readonly blockId: string
  readonly faceValueMinor: bigint
  /** Milliseconds; undefined: its codes do not expire. */
  readonly expiresAt: number | undefined
  readonly quantity: number
  readonly sealed: Buffer
}

/**
 * Enters codes into the index by their blind hash (hex) and answers those that were not in it. The
 * hashes come sorted: two imports of the same codes then wait for each other in one direction only.
 */
export function indexCodes(
  productId: number,
  blindsHex: readonly string[],
): Statement<{ blind_hex: string }> {
  return sql`
    insert into stock_index (product_id, blind)
    select ${productId}, decode(blind_hex, 'hex')
    from unnest(${blindsHex}::text[]) as given (blind_hex)
    on conflict do nothing
    returning encode(blind, 'hex') as blind_hex`
}

export function insertBlocks(
  { productId, lot, now }: { productId: number; lot: string; now: number },
  blocks: readonly NewBlock[],
): Statement<never> {
  const expiry = ({ expiresAt }: NewBlock): Date | null =>
    expiresAt === undefined ? null : dateAt(expiresAt)
  return sql`
    insert into stock_blocks (
      product_id, block_id, face_value_minor, expires_at, quantity, sealed, imported_at, lot)
    select ${productId}, made.*, ${dateAt(now)}::timestamptz, ${lot}::text
    from unnest(
      ${blocks.map((block) => block.blockId)}::uuid[],
      ${blocks.map((block) => block.faceValueMinor)}::bigint[],
      ${blocks.map(expiry)}::timestamptz[],
      ${blocks.map((block) => block.quantity)}::integer[],
      ${blocks.map((block) => block.sealed)}::bytea[]) as made`
}
