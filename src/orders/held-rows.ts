import { sql, type Db, type Statement } from '../db/mod.ts'
import type { BookDifference } from '../ledger/mod.ts'
import { HOLDS_MONEY, ORDER_PRICE } from './order-rows.ts'

/**
 * Returns the currencies in which the holds on a partner's funds differ from the cost of its open
 * orders: a hold without an order, or an order without a hold. One statement sees one snapshot, and
 * one commit changes a hold with its order.
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
      select currency, 0, ${ORDER_PRICE} from orders
      where partner_id = ${partnerId} and ${HOLDS_MONEY}
    ) as side
    group by currency having sum(held) <> sum(ordered)
    order by currency`
}
