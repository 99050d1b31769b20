import { sql, type Db, type Statement } from '../db/mod.ts'
import type { Order } from '../orders/mod.ts'
import { decodeCodes, rangeOfBlock, type BatchKey, type Code } from '../supply/mod.ts'
import type { Vault } from '../vault/mod.ts'
import { openBlock } from './read-items.ts'

type OrderKey = Pick<Order, 'partnerId' | 'orderNo'>

/** Returns the key under which the replacement of an item is reserved. No batch has it. */
export function replacementKey({ partnerId, orderNo }: OrderKey, itemNo: number): BatchKey {
  return { partnerId, orderNo, batchNo: -itemNo }
}

/** An item whose code was replaced, and its product. */
export interface ReplacedItem {
  readonly itemNo: number
  readonly productId: number
}

/**
 * Returns the replacement codes of items, by item number. Opens the block that has the reservation
 * of the item. The caller has checked the permission.
 */
export async function readReplacements(
  { db, vault }: { readonly db: Db; readonly vault: Vault },
  order: OrderKey,
  items: readonly ReplacedItem[],
): Promise<Map<number, Code>> {
  const codes = new Map<number, Code>()
  if (items.length === 0) return codes
  for (const row of await db.rows(replacementsOf(order, items))) {
    const sealed = Buffer.from(row.sealed, 'base64')
    await vault.prepare([sealed])
    const block = openBlock(vault, { productId: row.product_id, blockId: row.block_id, sealed })
    const range = rangeOfBlock(block, { skipped: row.position, quantity: 1 })
    const [code] = decodeCodes(range)
    if (!code) throw new Error(`the replacement of item ${row.item_no} has no code`)
    codes.set(row.item_no, code)
  }
  return codes
}

interface ReplacementRow {
  item_no: number
  product_id: number
  block_id: string
  position: number
  sealed: string
}

function replacementsOf(
  { partnerId, orderNo }: OrderKey,
  items: readonly ReplacedItem[],
): Statement<ReplacementRow> {
  return sql`
    select input.item_no, input.product_id, replacement.block_id, replacement.position,
           encode(replacement.sealed, 'base64') as sealed
    from unnest(
      ${items.map(({ itemNo }) => itemNo)}::integer[],
      ${items.map(({ productId }) => productId)}::integer[]) as input (item_no, product_id)
    cross join lateral (
      select c.block_ids[1] as block_id, c.firsts[1] as position, b.sealed
      from stock_reservations c
      join stock_blocks b on b.product_id = c.product_id and b.block_id = c.block_ids[1]
      where c.product_id = input.product_id and c.partner_id = ${partnerId}
        and c.order_no = ${orderNo} and c.batch_no = -input.item_no and c.state = 'RESERVED'
      offset 0) as replacement`
}
