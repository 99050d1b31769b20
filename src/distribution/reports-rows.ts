import { deleteFundsLevels, spenders } from '../alerts/fund-level-rows.ts'
import { dateAt } from '../core/mod.ts'
import { addTwin, sql } from '../db/mod.ts'
import { isOfLivePartner } from '../partners/mod.ts'
import { changedBy, sumsChanged } from '../reports/cost-effect.ts'
import { PURCHASES, type Source } from '../reports/delivered-parts.ts'
import {
  hoursFrom,
  marginByHour,
  marginOrders,
  marginSums,
  ordersFrom,
  sumsFrom,
} from '../reports/margin-rows.ts'
import { fundsByCurrency } from '../reports/overview-rows.ts'

/** Rows that the coordinator gathers from the nodes and then joins with its own. */
const GATHERED: Source = {
  parts: sql`parts as materialized`,
  cases: sql`ended_cases`,
  purchases: sql`ended_purchases`,
  gathered: sql`
    ended_cases as materialized (
      select c.* from ended join cases c using (partner_id, order_no) where c.state = 'DONE'),
    ended_purchases as materialized (
      select p.* from ended join ${PURCHASES} p using (partner_id, order_no)),`,
}

addTwin(marginSums, (input) => sumsFrom(GATHERED, input))
addTwin(marginByHour, (period) => hoursFrom(GATHERED, period))
addTwin(marginOrders, (input) => ordersFrom(GATHERED, input))
addTwin(sumsChanged, (name, cost) => changedBy(GATHERED, name, cost))

addTwin(
  fundsByCurrency,
  () => sql`
    select a.currency, sum(a.credits_posted - a.debits_posted)::text as posted,
           sum(a.debits_pending)::text as held
    from accounts a
    where a.kind = 'funds' and ${isOfLivePartner('a.partner_id')}
    group by a.currency
    order by a.currency`,
)

addTwin(
  deleteFundsLevels,
  (places, since) => sql`
    delete from funds_levels old using ${spenders(places)}
    where old.partner_id = of.partner_id and old.currency = of.currency and old.day < (
      select max(base.day) from funds_levels base
      where base.partner_id = old.partner_id and base.currency = old.currency
        and base.day <= ${dateAt(since)})`,
)
