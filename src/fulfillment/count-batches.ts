import { sql, type Db, type Statement } from '../db/mod.ts'

/**
 * How many batches of orders that are not at their end are in each status that is not the batch's
 * own end. A cancelled order leaves batches that are FAILED for ever: nobody waits for those.
 */
export async function countOpenBatches(db: Db): Promise<Map<string, number>> {
  const rows = await db.rows(openBatches())
  return new Map(rows.map((row) => [row.status, Number(row.batches)]))
}

/** Two branches, each by an index of what is open alone: what is over costs nothing. */
function openBatches(): Statement<{ status: string; batches: bigint }> {
  return sql`
    select open.status, count(*) as batches
    from (
      select partner_id, order_no from orders
      where status in ('PENDING', 'PROCESSING', 'OUT_OF_STOCK')
      union all
      select partner_id, order_no from orders where status = 'ON_HOLD') as o
    cross join lateral (
      select b.status from fulfillments b
      where b.partner_id = o.partner_id and b.order_no = o.order_no and b.status <> 'COMPLETED'
      offset 0) as open
    group by open.status`
}
