import { sql, type Db, type Statement } from '../db/mod.ts'
import { UNFINISHED_ORDERS } from '../orders/mod.ts'

/**
 * How many batches of orders that are not at their end are in each status that is not the batch's
 * own end. A cancelled order leaves batches that are FAILED for ever: nobody waits for those.
 */
export async function countOpenBatches(db: Db): Promise<Map<string, number>> {
  const rows = await db.rows(openBatches())
  return new Map(rows.map((row) => [row.status, Number(row.batches)]))
}

function openBatches(): Statement<{ status: string; batches: bigint }> {
  return sql`
    select open.status, count(*) as batches
    from ${UNFINISHED_ORDERS} as o
    cross join lateral (
      select b.status from fulfillments b
      where b.partner_id = o.partner_id and b.order_no = o.order_no and b.status <> 'COMPLETED'
      offset 0) as open
    group by open.status`
}
