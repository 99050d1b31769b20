import { dateAt, formatOrderId } from '../core/mod.ts'
import { sql, type Db, type Statement } from '../db/mod.ts'

/** An order whose status has changed. */
export interface ChangedOrder {
  readonly orderId: string
  /** When it changed to its present status. */
  readonly atMs: number
}

/** Returns orders whose status changed since an instant, of all partners, at most `limit`. */
export async function changedOrders(
  db: Db,
  { sinceMs, limit }: { readonly sinceMs: number; readonly limit: number },
): Promise<ChangedOrder[]> {
  const rows = await db.rows(ordersSince(sinceMs, limit))
  return rows.map((row) => ({
    orderId: formatOrderId({
      partnerId: row.partner_id,
      orderNo: Number(row.order_no),
      createdMs: row.created_at.getTime(),
    }),
    atMs: row.status_since.getTime(),
  }))
}

interface ChangedRow {
  partner_id: number
  order_no: bigint
  created_at: Date
  status_since: Date
}

/**
 * Uses the index orders_by_status_time, without sorting: a sort would read all rows before the
 * limit.
 */
function ordersSince(sinceMs: number, limit: number): Statement<ChangedRow> {
  return sql`
    select partner_id, order_no, created_at, status_since
    from orders where status_since > ${dateAt(sinceMs)} limit ${limit}`
}
