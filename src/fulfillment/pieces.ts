import { sql, type Statement } from '../db/mod.ts'
import { encodeCodes, type Goods } from '../supply/mod.ts'
import type { Vault } from '../vault/mod.ts'
import type { LeasedBatch } from './batch.ts'

/** Part of what a batch was issued, ready to be stored. */
export interface Piece {
  readonly orderNo: number
  readonly batchNo: number
  readonly pieceNo: number
  readonly firstItemNo: number
  readonly quantity: number
  readonly sealed: Buffer | undefined
  readonly stock:
    { readonly productId: number; readonly blockId: string; readonly first: number } | undefined
}

/** Binds sealed codes to their place: moved to another order or batch they do not open. */
export function pieceContext(piece: {
  partnerId: number
  orderNo: number
  batchNo: number
  pieceNo: number
}): string {
  return `issued:${piece.partnerId}:${piece.orderNo}:${piece.batchNo}:${piece.pieceNo}`
}

/** Seals what a supplier issued, before it comes anywhere near the database. */
export function sealGoods(vault: Vault, batch: LeasedBatch, goods: readonly Goods[]): Piece[] {
  const { partnerId, orderNo, batchNo } = batch.request
  let firstItemNo = batch.firstItemNo
  return goods.map((one, at) => {
    const place = { partnerId, orderNo, batchNo, pieceNo: at + 1 }
    const quantity = 'codes' in one ? one.codes.length : one.quantity
    const piece: Piece = {
      orderNo,
      batchNo,
      pieceNo: place.pieceNo,
      firstItemNo,
      quantity,
      sealed:
        'codes' in one
          ? vault.seal('codes', pieceContext(place), encodeCodes(one.codes))
          : undefined,
      stock: 'codes' in one ? undefined : one.stock,
    }
    firstItemNo += quantity
    return piece
  })
}

export function insertPieces(partnerId: number, pieces: readonly Piece[]): Statement<never> {
  const column = <T>(of: (piece: Piece) => T): T[] => pieces.map(of)
  return sql`
    insert into issued_pieces (
      partner_id, order_no, batch_no, piece_no, first_item_no, quantity, sealed,
      stock_product_id, stock_block_id, stock_first)
    select ${partnerId}, issued.* from unnest(
      ${column((p) => p.orderNo)}::bigint[],
      ${column((p) => p.batchNo)}::integer[],
      ${column((p) => p.pieceNo)}::integer[],
      ${column((p) => p.firstItemNo)}::integer[],
      ${column((p) => p.quantity)}::integer[],
      ${column((p) => p.sealed ?? null)}::bytea[],
      ${column((p) => p.stock?.productId ?? null)}::integer[],
      ${column((p) => p.stock?.blockId ?? null)}::uuid[],
      ${column((p) => p.stock?.first ?? null)}::integer[]) as issued`
}
