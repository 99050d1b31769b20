import { BinaryRows, bytePlaces, Columns, sql } from '../db/mod.ts'
import type { Column, CopiedRows, Statement } from '../db/mod.ts'
import type { Piece } from './pieces.ts'

/** From the number of the order to the quantity, of all pieces. */
const TO_QUANTITY: readonly Column<Piece>[] = [
  ['bigint', (one) => one.orderNo],
  ['integer', (one) => one.batchNo],
  ['integer', (one) => one.pieceNo],
  ['integer', (one) => one.firstItemNo],
  ['integer', (one) => one.quantity],
]

/** A piece, and where its sealed bytes begin among those of all. */
interface Placed extends Piece {
  readonly sealedAt: number
}

const PIECES = new Columns<Placed>([
  ...TO_QUANTITY,
  ['integer', (one) => one.sealedAt],
  ['integer', (one) => one.sealed?.length ?? null],
])

/** Of what was sealed just now, none from stock. Its bytes are cut up there. */
export function insertPieces(partnerId: number, pieces: readonly Piece[]): Statement<never> {
  const sealed = Buffer.concat(pieces.flatMap((piece) => piece.sealed ?? []))
  const places = bytePlaces(pieces.map((piece) => piece.sealed?.length ?? 0))
  const placed = pieces.map((piece, at) => ({ ...piece, sealedAt: places[at] ?? 1 }))
  return sql`
    insert into issued_pieces (
      partner_id, order_no, batch_no, piece_no, first_item_no, quantity, sealed)
    select ${partnerId}, issued.order_no, issued.batch_no, issued.piece_no, issued.first_item_no,
           issued.quantity,
           substring(${sealed}::bytea from issued.sealed_at for issued.sealed_size)
    from ${PIECES.rows(placed)}
      as issued (order_no, batch_no, piece_no, first_item_no, quantity, sealed_at, sealed_size)`
}

const SLICES = new Columns<Piece>([
  ...TO_QUANTITY,
  ['integer', (one) => one.stock?.productId ?? null],
  ['uuid', (one) => one.stock?.blockId ?? null],
  ['integer', (one) => one.stock?.first ?? null],
])

/**
 * Of slices of stock, which are sealed where they are: the n-th piece of a batch is the n-th slice
 * of what the batch has claimed. Fails, and the transaction with it, where it has not: the claim
 * may be a commit that the database has lost, and the slice somebody else's by now.
 */
export function insertSlices(partnerId: number, pieces: readonly Piece[]): Statement<never> {
  return sql`
    with stored as (
      insert into issued_pieces (
        partner_id, order_no, batch_no, piece_no, first_item_no, quantity, stock_product_id,
        stock_block_id, stock_first)
      select ${partnerId}, issued.*
      from ${SLICES.rows(pieces)} as issued (
        order_no, batch_no, piece_no, first_item_no, quantity, product_id, block_id, first)
      cross join lateral (
        select from stock_claims c
        where c.product_id = issued.product_id and c.partner_id = ${partnerId}
          and c.order_no = issued.order_no and c.batch_no = issued.batch_no
          and c.state = 'CLAIMED' and c.block_ids[issued.piece_no] = issued.block_id
          and c.firsts[issued.piece_no] = issued.first
          and c.quantities[issued.piece_no] = issued.quantity
        offset 0) as claimed
      returning 1)
    select case when count(*) = ${pieces.length} then 1
      else ('stock is not claimed: only ' || count(*) || ' slices are')::integer end as unclaimed
    from stored`
}

/**
 * As `insertPieces`, for the turn of a worker: large pieces are sent from where they were sealed,
 * and nobody cuts them up.
 */
export function copiedPieces(partnerId: number, pieces: readonly Piece[]): CopiedRows {
  const rows = new BinaryRows(7)
  for (const piece of pieces) {
    rows
      .row()
      .int4(partnerId)
      .int8(piece.orderNo)
      .int4(piece.batchNo)
      .int4(piece.pieceNo)
      .int4(piece.firstItemNo)
      .int4(piece.quantity)
      .bytes(piece.sealed)
  }
  const into = `issued_pieces (
    partner_id, order_no, batch_no, piece_no, first_item_no, quantity, sealed)`
  return { into, rows }
}
