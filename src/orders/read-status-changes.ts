import { sql, type Db, type Statement } from '../db/mod.ts'
import { HAS_IMPLIED_CHANGES, IMPLIED_CHANGES } from '../events/mod.ts'

export interface StatusChange {
  /** Undefined: the order was placed. */
  readonly from: string | undefined
  readonly to: string
  readonly reason: string | undefined
  readonly heldFor: string | undefined
  readonly atMs: number
}

/** Returns the changes of an order's status, oldest first. */
export async function listStatusChanges(
  db: Db,
  order: { partnerId: number; orderNo: number },
): Promise<StatusChange[]> {
  const rows = await db.rows(changesOf(order))
  return rows.map((row) => ({
    from: row.from_status ?? undefined,
    to: row.to_status,
    reason: row.reason ?? undefined,
    heldFor: row.held_for ?? undefined,
    atMs: row.occurred_at.getTime(),
  }))
}

interface ChangeRow {
  from_status: string | null
  to_status: string
  reason: string | null
  held_for: string | null
  occurred_at: Date
}

function changesOf({
  partnerId,
  orderNo,
}: {
  partnerId: number
  orderNo: number
}): Statement<ChangeRow> {
  return sql`
    select event_no, from_status, to_status, reason, held_for, occurred_at
    from order_events where partner_id = ${partnerId} and order_no = ${orderNo}
    union all
    select implied.event_no, implied.from_status, implied.to_status, null, null, o.completed_at
    from orders o cross join ${IMPLIED_CHANGES}
    where o.partner_id = ${partnerId} and o.order_no = ${orderNo} and ${HAS_IMPLIED_CHANGES}
    order by event_no`
}
