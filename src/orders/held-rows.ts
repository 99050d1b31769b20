import { sql, type Db, type Statement } from '../db/mod.ts'
import type { BookDifference, InSql } from '../ledger/mod.ts'
import {
  HOLDS_MONEY,
  IS_OWED,
  NOT_FINAL,
  ORDER_PRICE,
  PAID_BY_FUNDS,
  priceOfUnits,
} from './order-rows.ts'

/**
 * Returns the faults in the holds of a partner's orders. Each statement sees one snapshot, and a
 * hold changes in one commit with its order.
 *
 *   held_for_orders  holds without an order, or orders without a hold
 *   owed             an order ON_HOLD holds less than it owes
 *   covered          funds are short, but an open order still holds an amount that it could give up
 */
export async function compareHolds(db: Db, partnerId: number): Promise<BookDifference[]> {
  const sums = await db.rows(heldFunds(partnerId))
  const owing = await db.rows(owedUnheld(partnerId))
  const uncovered = await db.rows(openUncovered(partnerId))
  return [
    ...sums.map(({ currency, held, ordered }) => ({
      currency,
      account: 'funds',
      field: 'held_for_orders',
      stored: held,
      recomputed: ordered,
    })),
    ...owing.map(({ currency, order_no, kept, owed }) => ({
      currency,
      account: `order ${order_no}`,
      field: 'owed',
      stored: kept,
      recomputed: owed,
    })),
    ...uncovered.map(({ currency, order_no, available }) => ({
      currency,
      account: 'funds',
      field: 'covered',
      stored: available,
      recomputed: `order ${order_no} ON_HOLD`,
    })),
  ]
}

/** Returns the statements that find books for which `compareHolds` would report a difference. */
export function holdMismatches(partnerId: InSql<number>): readonly Statement<unknown>[] {
  return [heldFunds(partnerId), owedUnheld(partnerId), openUncovered(partnerId)]
}

interface HeldFunds {
  currency: string
  held: string
  ordered: string
}

function heldFunds(partnerId: InSql<number>): Statement<HeldFunds> {
  return sql`
    select currency, sum(held)::text as held, sum(ordered)::text as ordered
    from (
      select currency, debits_pending as held, 0 as ordered from accounts
      where partner_id = ${partnerId} and kind = 'funds'
      union all
      select currency, 0, case status when 'ON_HOLD' then coalesce(kept_minor, 0)
                          else ${ORDER_PRICE} end
      from orders where partner_id = ${partnerId} and ${NOT_FINAL} and ${PAID_BY_FUNDS}
    ) as side
    group by currency having sum(held) <> sum(ordered)
    order by currency`
}

/**
 * Returns what the order `o` owes: the price of units that were, or may be, delivered irrevocably.
 */
function owedBy(partnerId: InSql<number>): Statement<never> {
  return sql`(
    select coalesce(sum(${priceOfUnits('of_line.units')}), 0)::bigint
    from order_lines l
    cross join lateral (
      select coalesce(sum(quantity), 0) as units from fulfillments
      where partner_id = ${partnerId} and order_no = l.order_no and line_no = l.line_no
        and ${IS_OWED}
      offset 0) as of_line
    where l.partner_id = ${partnerId} and l.order_no = o.order_no and l.is_irrevocable)`
}

interface OwedUnheld {
  currency: string
  order_no: bigint
  kept: string
  owed: string
}

function owedUnheld(partnerId: InSql<number>): Statement<OwedUnheld> {
  return sql`
    select currency, order_no, kept::text, owed::text
    from (
      select o.currency, o.order_no, coalesce(o.kept_minor, 0) as kept,
             ${owedBy(partnerId)} as owed
      from orders o where o.partner_id = ${partnerId} and o.status = 'ON_HOLD'
      offset 0) as waiting
    where owed > kept
    order by order_no`
}

interface OpenUncovered {
  currency: string
  order_no: bigint
  available: string
}

/**
 * Returns, for each currency whose funds are short, the newest open order that could give up an
 * amount.
 */
function openUncovered(partnerId: InSql<number>): Statement<OpenUncovered> {
  return sql`
    select a.currency, a.available::text, open.order_no
    from (
      select currency, credits_posted - debits_posted - debits_pending as available from accounts
      where partner_id = ${partnerId} and kind = 'funds'
        and credits_posted - debits_posted - debits_pending + credit_limit < 0
    ) as a
    cross join lateral (
      select o.order_no from orders o
      where o.partner_id = ${partnerId} and ${HOLDS_MONEY} and o.currency = a.currency
        and ${PAID_BY_FUNDS}
        and ${ORDER_PRICE} > ${owedBy(partnerId)}
      order by o.order_no desc limit 1) as open
    order by a.currency`
}
