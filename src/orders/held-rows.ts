import { sql, type Db, type Statement } from '../db/mod.ts'
import type { BookDifference } from '../ledger/mod.ts'

/**
 * Where what the funds of a partner hold back is not what its open orders cost: a hold that no
 * order will ever end, or an order with nothing behind it. One statement, one snapshot: a hold and
 * its order change together.
 */
export async function compareHolds(db: Db, partnerId: number): Promise<BookDifference[]> {
  const rows = await db.rows(heldFunds(partnerId))
  return rows.map(({ currency, held, ordered }) => ({
    currency,
    account: 'funds',
    field: 'held_for_orders',
    stored: held,
    recomputed: ordered,
  }))
}

interface HeldFunds {
  currency: string
  held: string
  ordered: string
}

function heldFunds(partnerId: number): Statement<HeldFunds> {
  return sql`
    with ordered as materialized (
      select currency, sum(total_minor) as total from orders
      where partner_id = ${partnerId} and status in ('PENDING', 'PROCESSING', 'OUT_OF_STOCK')
      group by currency)
    select funds.currency, funds.debits_pending::text as held,
           coalesce(ordered.total, 0)::text as ordered
    from accounts funds left join ordered on ordered.currency = funds.currency
    where funds.partner_id = ${partnerId} and funds.kind = 'funds'
      and funds.debits_pending <> coalesce(ordered.total, 0)
    order by funds.currency`
}
