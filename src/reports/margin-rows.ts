import { dateAt } from '../core/mod.ts'
import { sql, type Statement } from '../db/mod.ts'
import { isOfLivePartner } from '../partners/mod.ts'

export interface MarginWanted {
  readonly fromMs: number
  readonly beforeMs: number
  readonly partnerId: number | undefined
  /** Which keys the sums are split by. */
  readonly by: {
    readonly partner: boolean
    readonly brand: boolean
    readonly product: boolean
    readonly supplier: boolean
    readonly month: boolean
  }
}

/** Sums of delivered units, in minor units as text: the sums of a year may pass a bigint. */
export interface MarginSums {
  partner_id: number | null
  brand: string | null
  product_id: number | null
  supplier: string | null
  month: string | null
  currency: string
  cost_currency: string | null
  units: bigint
  face: string
  discount: string
  fee: string
  refunded: string
  /** In the order's currency; null without a rate for it. */
  cost: string | null
  /** What was charged, and the cost, in the currency of the cost. */
  own_charged: string | null
  own_cost: string | null
}

/**
 * Returns sums of what was charged and what it cost, by the wanted keys, the order's currency and
 * the cost's. The parts of a line are its issued segments: the discount of a line, and the cost of
 * a purchase, are split over them by rounding the running sums, so that the parts add up.
 */
export function marginSums(wanted: MarginWanted): Statement<MarginSums> {
  return sql.either(sumsFrom(HERE, wanted), () => sumsFrom(GATHERED, wanted))
}

/** The tables of cases and purchases, and what comes before their first use. */
interface Source {
  readonly parts: Statement<never>
  readonly cases: Statement<never>
  readonly purchases: Statement<never>
  readonly gathered: Statement<never>
}

/** The purchases, each with the name of its upstream: null once it was released from there. */
const PURCHASES: Statement<never> = sql`(
  select p.*, u.name as upstream
  from upstream_purchases p left join upstreams u on u.upstream_id = p.upstream_id)`

const HERE: Source = {
  parts: sql`parts as`,
  cases: sql`cases`,
  purchases: PURCHASES,
  gathered: sql``,
}

/** A distributed database joins its nodes' rows with those of the coordinator once it has them. */
const GATHERED: Source = {
  parts: sql`parts as materialized`,
  cases: sql`ended_cases`,
  purchases: sql`ended_purchases`,
  gathered: sql`
    ended_cases as materialized (
      select c.* from ended join cases c using (partner_id, order_no) where c.state = 'DONE'),
    ended_purchases as materialized (
      select p.* from ended join ${PURCHASES} p using (partner_id, order_no)
      where p.status = 'PLACED'),`,
}

function sumsFrom(source: Source, wanted: MarginWanted): Statement<MarginSums> {
  const { by } = wanted
  return sql`
    with ${deliveredParts(wanted, source)}, ${partsWithReplacements(source)}, ${costedParts(source)}
    select
      case when ${by.partner} then partner_id end as partner_id,
      case when ${by.brand} then brand end as brand,
      case when ${by.product} then product_id end as product_id,
      case when ${by.supplier} then supplier end as supplier,
      case when ${by.month} then to_char(ended_at at time zone 'utc', 'YYYY-MM') end as month,
      currency, cost_currency,
      sum(units)::bigint as units, sum(face)::text as face, sum(discount)::text as discount,
      sum(fee)::text as fee, sum(refunded)::text as refunded,
      case when bool_and(own_cost is null or cost is not null) then sum(cost)::text end as cost,
      sum(own_charged)::text as own_charged, sum(own_cost)::text as own_cost
    from costed
    group by 1, 2, 3, 4, 5, currency, cost_currency
    order by 1 nulls last, 2 nulls last, 3 nulls last, 4 nulls last, 5 nulls last, currency,
             cost_currency nulls last`
}

/**
 * Every charged part of an order that ended in the period: all of a COMPLETED order, and of a
 * CANCELLED one what cannot be taken back. Leaves out test partners, unless one is asked for. The
 * market rate of the line is locked with the order.
 */
function deliveredParts(
  { fromMs, beforeMs, partnerId }: MarginWanted,
  { parts, gathered }: Source,
): Statement<never> {
  const isWanted =
    partnerId === undefined ? isOfLivePartner('o.partner_id') : sql`partner_id = ${partnerId}`
  return sql`
    ended as materialized (
      select partner_id, order_no, currency, status, status_since as ended_at, created_at
      from orders o
      where status_since >= ${dateAt(fromMs)} and status_since < ${dateAt(beforeMs)}
        and status in ('COMPLETED', 'CANCELLED') and charged_minor > 0
        and ${isWanted}
    ), ${gathered} ${parts} (
      select o.partner_id, o.order_no, o.currency, o.ended_at, o.created_at, b.batch_no,
        b.supplier as batch_supplier, b.completed_at, s.first_item_no, s.quantity,
        s.stock_product_id,
        s.stock_block_id, l.product_id, l.brand, l.product_currency, l.face_value_minor,
        l.unit_cost_minor, l.discount_percent, coalesce(l.unit_fee_minor, 0) as unit_fee_minor,
        coalesce(l.market_rate, l.fx_rate) as rate,
        sum(s.quantity) over line as of_line, sum(s.quantity) over batch as of_batch,
        b.quantity as batch_quantity
      from ended o
      join order_lines l on l.partner_id = o.partner_id and l.order_no = o.order_no
      join fulfillments b on b.partner_id = o.partner_id and b.order_no = o.order_no
        and b.line_no = l.line_no and b.status = 'COMPLETED'
      join issued_segments s on s.partner_id = o.partner_id and s.order_no = o.order_no
        and s.batch_no = b.batch_no
      where o.status = 'COMPLETED' or l.is_irrevocable
      window line as (
          partition by o.partner_id, o.order_no, l.line_no order by s.first_item_no),
        batch as (partition by o.partner_id, o.order_no, b.batch_no order by s.first_item_no)
    ), delivered as (
      select *,
        quantity * unit_cost_minor as face, quantity * unit_fee_minor as fee,
        coalesce(round(of_line * unit_cost_minor * discount_percent / 100)
          - round((of_line - quantity) * unit_cost_minor * discount_percent / 100), 0) as discount
      from parts
    )`
}

/**
 * The delivered parts, and the codes that replaced some of their items. A replacement is a part of
 * no units, which was charged nothing and costs what a unit of its own lot does.
 */
function partsWithReplacements({ cases }: Source): Statement<never> {
  return sql`
    charged_parts as (
      select partner_id, order_no, currency, ended_at, created_at, batch_no, batch_supplier,
        completed_at, first_item_no, quantity, stock_product_id, stock_block_id, product_id, brand,
        product_currency, rate, of_batch, batch_quantity, quantity as units, face, fee, discount
      from delivered
      union all
      select d.partner_id, d.order_no, d.currency, d.ended_at, d.created_at, d.batch_no,
        d.batch_supplier, coalesce(c.decided_at, c.opened_at), d.first_item_no, 1, c.product_id,
        r.block_ids[1], d.product_id, d.brand, d.product_currency, d.rate, d.of_batch,
        d.batch_quantity, 0, 0, 0, 0
      from delivered d
      join ${cases} c on c.partner_id = d.partner_id and c.order_no = d.order_no
        and c.kind = 'replace' and c.state = 'DONE'
        and c.item_no between d.first_item_no and d.first_item_no + d.quantity - 1
      join stock_reservations r on r.product_id = c.product_id and r.partner_id = c.partner_id
        and r.order_no = c.order_no and r.batch_no = -c.item_no
    )`
}

/**
 * What each part cost: a unit of its lot, or its share of the purchase. A lot's cost is that at the
 * delivery, of the face value before that of all, else the first that was recorded later: no cost
 * changes the margin of a unit that had one. In the order's currency at the locked rate; a cost in
 * a third currency at the rate of when the order was placed.
 */
function costedParts({ cases, purchases }: Source): Statement<never> {
  return sql`
    priced as (
      select d.*,
        coalesce(lot.supplier, 'upstream:' || bought.upstream, d.batch_supplier) as supplier,
        coalesce(lot.currency, bought.wallet_currency) as cost_currency,
        coalesce(d.quantity * lot.unit_cost_minor,
          round(bought.cost_minor * d.of_batch / d.batch_quantity)
            - round(bought.cost_minor * (d.of_batch - d.quantity) / d.batch_quantity)) as own_cost,
        given_back.refunded, face - discount + fee - given_back.refunded as charged
      from charged_parts d
      cross join lateral (
        select coalesce(sum(c.amount_minor), 0) as refunded from ${cases} c
        where d.units > 0 and c.partner_id = d.partner_id and c.order_no = d.order_no
          and c.kind = 'refund' and c.state = 'DONE'
          and c.item_no between d.first_item_no and d.first_item_no + d.quantity - 1) as given_back
      left join lateral (
        select c.supplier, c.currency, c.unit_cost_minor
        from stock_blocks k
        join lot_costs c on c.product_id = k.product_id and c.lot = k.lot
          and c.face_value_minor in (0, k.face_value_minor)
        where k.product_id = d.stock_product_id and k.block_id = d.stock_block_id
        order by c.recorded_at <= d.completed_at desc,
          case when c.recorded_at <= d.completed_at then c.face_value_minor end desc,
          case when c.recorded_at <= d.completed_at then c.cost_no end desc, c.cost_no
        limit 1) as lot on true
      left join lateral (
        select p.upstream, p.wallet_currency, p.cost_minor::numeric as cost_minor
        from ${purchases} p
        where p.partner_id = d.partner_id and p.order_no = d.order_no and p.batch_no = d.batch_no
          and p.status = 'PLACED' and p.cost_minor is not null and d.stock_block_id is null
        order by p.purchase_no desc limit 1) as bought on true
    ), rated as (
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
      select *, round(own_cost * cost_rate) as cost, round(charged / cost_rate) as own_charged
      from rated
    )`
}
