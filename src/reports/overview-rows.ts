import { dateAt } from '../core/mod.ts'
import { sql, type Statement, twinned } from '../db/mod.ts'
import { NOT_FINAL } from '../orders/mod.ts'
import { isOfLivePartner } from '../partners/mod.ts'

/** Counts orders that are not final by status, with the time of the oldest of each. */
export function unfinishedOrders(): Statement<{ status: string; orders: bigint; oldest: Date }> {
  return sql`
    select o.status, count(*) as orders, min(o.created_at) as oldest
    from orders o
    where ${NOT_FINAL} and ${isOfLivePartner('o.partner_id')}
    group by o.status`
}

/**
 * Counts the orders that completed since a time, and their codes. Uses the index
 * orders_by_status_time.
 */
export function completedOrders(sinceMs: number): Statement<{ orders: bigint; codes: bigint }> {
  return sql`
    select count(*) as orders, coalesce(sum(unit_count), 0)::bigint as codes
    from orders o
    where o.status = 'COMPLETED' and o.status_since > ${dateAt(sinceMs)}
      and ${isOfLivePartner('o.partner_id')}`
}

interface FundsRow {
  currency: string
  posted: string
  held: string
}

/**
 * Sums the funds of partners and the holds of their orders, by currency, in minor units as text.
 * Sums all funds and subtracts those of test partners, in a sixth of the time of looking up the
 * partner of each account (100,000 partners).
 */
export const fundsByCurrency = twinned('fundsByCurrency', (): Statement<FundsRow> => {
  return sql<FundsRow>`
    select currency, sum(posted)::text as posted, sum(held)::text as held
    from (
      select currency, count(*) as accounts, sum(credits_posted - debits_posted) as posted,
             sum(debits_pending) as held
      from accounts where kind = 'funds'
      group by currency
      union all
      select a.currency, -1, a.debits_posted - a.credits_posted, -a.debits_pending
      from partners p join accounts a on a.partner_id = p.partner_id and a.kind = 'funds'
      where p.test_of is not null) as side
    group by currency having sum(accounts) > 0
    order by currency`
})
