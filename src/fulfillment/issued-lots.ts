import { groupBy } from '../core/mod.ts'
import { maybeRow, sql, type Db, type Statement, twinned } from '../db/mod.ts'
import type { ItemName } from './locate-code.ts'
import type { ReplacedItem } from './read-replacements.ts'

/**
 * Returns the lots from which the batches of an order were issued, by batch; none for batches that
 * are not from stock.
 */
export async function lotsOfBatches(
  db: Db,
  order: { readonly partnerId: number; readonly orderNo: number },
  batchNos: readonly number[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  const rows = await db.rows(lotsOf(order, batchNos))
  const byBatch = groupBy(rows, (row) => row.batch_no)
  return new Map([...byBatch].map(([batchNo, of]) => [batchNo, of.map(({ lot }) => lot)]))
}

/** Returns the lot of an item's replacement code; undefined if it has none. */
export async function lotOfReplacement(
  db: Db,
  item: ItemName & ReplacedItem,
): Promise<string | undefined> {
  return (await maybeRow(db, replacementLotOf(item)))?.lot
}

function replacementLotOf({
  partnerId,
  orderNo,
  itemNo,
  productId,
}: ItemName & ReplacedItem): Statement<{ lot: string }> {
  return sql`
    select b.lot
    from stock_reservations c
    join stock_blocks b on b.product_id = c.product_id and b.block_id = c.block_ids[1]
    where c.product_id = ${productId} and c.partner_id = ${partnerId}
      and c.order_no = ${orderNo} and c.batch_no = ${-itemNo} and c.state = 'RESERVED'`
}

export const lotsOf = twinned(
  'lotsOf',
  (
    order: { readonly partnerId: number; readonly orderNo: number },
    batchNos: readonly number[],
  ): Statement<{ batch_no: number; lot: string }> => {
    const { partnerId, orderNo } = order
    return sql<{ batch_no: number; lot: string }>`
    select distinct p.batch_no, block.lot
    from issued_segments p cross join lateral (
      select lot from stock_blocks
      where product_id = p.stock_product_id and block_id = p.stock_block_id
      offset 0) as block
    where p.partner_id = ${partnerId} and p.order_no = ${orderNo}
      and p.batch_no = any(${batchNos}::integer[])
    order by p.batch_no, block.lot`
  },
)
