import { sql, type Db, type Statement } from '../db/mod.ts'
import { UNFINISHED_ORDERS } from '../orders/mod.ts'
import { isOfLivePartner } from '../partners/mod.ts'

/**
 * Counts the batches that are not COMPLETED, of orders that are not final, by status. FAILED
 * batches of a cancelled order are not counted: nobody waits for them. Leaves out test partners.
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
    where ${isOfLivePartner('o.partner_id')}
    group by open.status`
}
