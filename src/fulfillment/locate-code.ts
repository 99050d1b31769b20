import { maybeRow, sql, type Db, type Statement } from '../db/mod.ts'
import {
  blocksOfLot,
  type CodePlace,
  type LotName,
  sealedBlocks,
  type WantedCode,
} from '../inventory/mod.ts'
import type { Vault } from '../vault/mod.ts'
import {
  decodeSealed,
  openBlock,
  openSealed,
  SEALED_SEGMENTS,
  type SegmentRow,
} from './read-items.ts'

interface Opener {
  readonly db: Db
  readonly vault: Vault
}

/** An item of an order. */
export interface ItemName {
  readonly partnerId: number
  readonly orderNo: number
  readonly itemNo: number
}

/** The blocks or segments that are read and opened at a time. The number bounds the memory. */
const READ_MAX = 16

/**
 * Returns the place of a code in a lot; undefined if it is not there. Opens the blocks of the lot
 * one after the other, in memory: up to 0.75 s for a million codes. The index could contain the
 * position, but each import would pay for that.
 */
export async function locateInLot(
  { db, vault }: Opener,
  { productId, lot }: LotName,
  codeToFind: WantedCode,
): Promise<CodePlace | undefined> {
  const blockIds = (await db.rows(blocksOfLot({ productId, lot }))).map((row) => row.block_id)
  for (let at = 0; at < blockIds.length; at += READ_MAX) {
    const rows = await db.rows(sealedBlocks(productId, blockIds.slice(at, at + READ_MAX)))
    const blocks = rows.map((row) => ({
      productId,
      blockId: row.block_id,
      sealed: Buffer.from(row.sealed, 'base64'),
    }))
    await vault.prepare(blocks.map(({ sealed }) => sealed))
    for (const block of blocks) {
      const position = codeToFind.positionIn(openBlock(vault, block))
      if (position !== undefined) return { productId, blockId: block.blockId, position }
    }
  }
  return undefined
}

/**
 * Returns the number of the item that has a code, in an order of any status or in one of its
 * batches; undefined if none has it. Opens the issued codes, in memory.
 */
export async function locateInOrder(
  { db, vault }: Opener,
  order: { readonly partnerId: number; readonly orderNo: number; readonly batchNo?: number },
  codeToFind: WantedCode,
): Promise<number | undefined> {
  for (let after: SegmentKey = { batch_no: 0, segment_no: 0 }; ;) {
    const rows = await db.rows(nextSegments(order, after))
    const segments = rows.map((row) => ({ row, sealed: decodeSealed(row) }))
    await vault.prepare(segments.map(({ sealed }) => sealed))
    for (const segment of segments) {
      const position = codeToFind.positionIn(openSealed(vault, order, segment))
      if (position !== undefined) return segment.row.first_item_no + position
    }
    const last = rows.at(-1)
    if (!last) return undefined
    after = last
  }
}

/** The item that has a code. `isReplacement`: the code has replaced an earlier one. */
export interface ItemOfCode extends ItemName {
  readonly isReplacement: boolean
}

/** Returns the item that has the code at this place; undefined if no order has it. */
export async function itemAt(db: Db, place: CodePlace): Promise<ItemOfCode | undefined> {
  const row = await maybeRow(db, segmentAt(place))
  if (!row) return undefined
  const { partner_id: partnerId, order_no: orderNo, item_no: itemNo } = row
  return { partnerId, orderNo: Number(orderNo), itemNo, isReplacement: row.is_replacement }
}

function segmentAt({ productId, blockId, position }: CodePlace): Statement<{
  partner_id: number
  order_no: bigint
  item_no: number
  is_replacement: boolean
}> {
  return sql`
    select partner_id, order_no, first_item_no + ${position} - stock_first as item_no,
           false as is_replacement
    from issued_segments
    where stock_product_id = ${productId} and stock_block_id = ${blockId}
      and stock_first <= ${position} and stock_first + quantity > ${position}
    union all
    select partner_id, order_no, -batch_no, true
    from stock_reservations
    where product_id = ${productId} and block_ids[1] = ${blockId} and firsts[1] = ${position}
      and state = 'RESERVED' and batch_no < 0`
}

type SegmentKey = Pick<SegmentRow, 'batch_no' | 'segment_no'>

/** Returns segments in the order of the primary key, which is that of their items. */
function nextSegments(
  order: { readonly partnerId: number; readonly orderNo: number; readonly batchNo?: number },
  after: SegmentKey,
): Statement<SegmentRow> {
  const { partnerId, orderNo, batchNo } = order
  return sql`
    select ${SEALED_SEGMENTS}
    where p.partner_id = ${partnerId} and p.order_no = ${orderNo}
      and (p.batch_no, p.segment_no) > (${after.batch_no}, ${after.segment_no})
      and (${batchNo ?? null}::integer is null or p.batch_no = ${batchNo ?? null})
    order by p.batch_no, p.segment_no limit ${READ_MAX}`
}
