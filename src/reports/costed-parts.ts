import { sql, type Statement } from '../db/mod.ts'
import type { Source } from './delivered-parts.ts'

/** The parts and the costs of lots: each is a table or a subquery in parentheses. */
interface Costing {
  readonly parts: Statement<never>
  /** Has the columns of `CURRENT_COSTS`, and may refer to the part as `d`. */
  readonly costs: Statement<never>
}

/**
 * The common table expression `costed`: the cost of each part in the order's currency. Converts at
 * the locked rate, or from a third currency at the rate when the order was placed.
 */
export function costedParts(source: Source, costing: Costing): Statement<never> {
  return sql`
    ${pricedParts(source, costing)}, rated as (
      select p.*,
        case
          when p.cost_currency = p.currency then 1
          when p.cost_currency = p.product_currency then p.rate
          else third.rate
        end * power(10::numeric, ours.exponent - theirs.exponent) as cost_rate
      from priced p
      left join currencies ours on ours.code = p.currency
      left join currencies theirs on theirs.code = p.cost_currency
      left join lateral (
        select f.rate from fx_rates f
        where p.cost_currency not in (p.currency, p.product_currency)
          and f.from_currency = p.cost_currency and f.to_currency = p.currency
          and f.effective_at <= p.created_at
        order by f.effective_at desc, f.rate_no desc limit 1) as third on true
    ), costed as (
      select *, round(own_cost * cost_rate) as cost, round(charged / cost_rate) as own_charged,
        case
          when own_cost is null then 'UNKNOWN'
          when cost_rate is null then 'UNCONVERTED'
          when is_corrected then 'CORRECTED'
          else 'KNOWN'
        end as cost_status
      from rated
    )`
}

/**
 * The cost of each part: its units at the cost of their lot, or its share of the purchase. The cost
 * of a lot is the first of these that was in force at the delivery:
 *   1. a cost that was recorded by then: the latest for the face value, or else the latest for all
 *   2. the first cost that was recorded later
 * So only a correction changes the cost of a unit that had one.
 */
function pricedParts({ cases, purchases }: Source, { parts, costs }: Costing): Statement<never> {
  return sql`
    priced as (
      select d.*,
        coalesce(lot.supplier, purchase.account, d.batch_supplier) as supplier,
        coalesce(lot.currency, purchase.cost_currency) as cost_currency,
        coalesce(d.quantity * lot.unit_cost_minor,
          round(purchase.cost_minor * d.of_batch / d.batch_quantity)
            - round(purchase.cost_minor * (d.of_batch - d.quantity) / d.batch_quantity))
          as own_cost,
        lot.cost_no, lot.is_corrected, refund_sum.refunded,
        face - discount + fee - refund_sum.refunded as charged
      from ${parts} d
      cross join lateral (
        select coalesce(sum(c.amount_minor), 0) as refunded from ${cases} c
        where d.units > 0 and c.partner_id = d.partner_id and c.order_no = d.order_no
          and c.kind = 'refund' and c.state = 'DONE'
          and c.item_no between d.first_item_no and d.first_item_no + d.quantity - 1) as refund_sum
      left join lateral (
        select c.supplier, c.currency, c.unit_cost_minor, c.cost_no, c.is_corrected
        from stock_blocks k
        cross join lateral ${costs} c
        where k.product_id = d.stock_product_id and k.block_id = d.stock_block_id
          and c.product_id = k.product_id and c.lot = k.lot
          and c.face_value_minor in (0, k.face_value_minor) and c.effective_at <= d.completed_at
        order by c.known_at <= d.completed_at desc,
          case when c.known_at <= d.completed_at then c.face_value_minor end desc,
          case when c.known_at <= d.completed_at then c.effective_at end desc,
          case when c.known_at <= d.completed_at then c.original_no end desc, c.original_no
        limit 1) as lot on true
      left join lateral (
        select p.cost_currency,
          (select a.adapter || ':' || a.name from supplier_accounts a
           where a.account_id = p.account_id) as account,
          p.cost * power(10::numeric,
            (select k.exponent from currencies k where k.code = p.cost_currency)) as cost_minor
        from ${purchases} p
        where p.partner_id = d.partner_id and p.order_no = d.order_no and p.batch_no = d.batch_no
          and d.stock_block_id is null) as purchase on true
    )`
}
