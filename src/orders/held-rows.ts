import { sql, type Db, type Statement } from '../db/mod.ts'
import type { BookDifference } from '../ledger/mod.ts'
import { HOLDS_MONEY } from './order-rows.ts'

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
    select currency, sum(held)::text as held, sum(ordered)::text as ordered
    from (
      select currency, debits_pending as held, 0 as ordered from accounts
      where partner_id = ${partnerId} and kind = 'funds'
      union all
      select currency, 0, total_minor from orders
      where partner_id = ${partnerId} and ${HOLDS_MONEY}
    ) as side
    group by currency having sum(held) <> sum(ordered)
    order by currency`
}
