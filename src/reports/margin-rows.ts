import { dateAt } from '../core/mod.ts'
import { sql, type Statement } from '../db/mod.ts'
import { isOfLivePartner } from '../partners/mod.ts'
import { CURRENT_COSTS } from './current-costs.ts'
import { costedParts } from './costed-parts.ts'
import { chargedParts, endedOrders, HERE, type Source } from './delivered-parts.ts'

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

/**
 * Whether the cost of units is known in the order's currency. UNCONVERTED: known only in the
 * currency of the cost, because there was no rate.
 */
export type CostStatus = 'KNOWN' | 'CORRECTED' | 'UNCONVERTED' | 'UNKNOWN'

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
  cost_status: CostStatus
  /** In the order's currency; null unless `cost_status` is KNOWN. */
  cost: string | null
  /** The charge and the cost, in the currency of the cost. */
  own_charged: string | null
  own_cost: string | null
}

/**
 * Returns sums of charges and costs by the wanted keys, the order's currency, the currency of the
 * cost, and its status. The parts of a line are its issued segments. The discount of a line and the
 * cost of a purchase are split over them by rounding running sums, so that the parts add up.
 */
export function marginSums(wanted: MarginWanted): Statement<MarginSums> {
  return sql.twin(marginSums, [wanted], sumsFrom(HERE, wanted))
}

export function sumsFrom(source: Source, wanted: MarginWanted): Statement<MarginSums> {
  const { by } = wanted
  return sql`
    with ${endedInPeriod(wanted)}, ${chargedParts(source)},
      ${costedParts(source, { parts: sql`charged_parts`, costs: CURRENT_COSTS })}
    select
      case when ${by.partner} then partner_id end as partner_id,
      case when ${by.brand} then brand end as brand,
      case when ${by.product} then product_id end as product_id,
      case when ${by.supplier} then supplier end as supplier,
      case when ${by.month} then to_char(ended_at at time zone 'utc', 'YYYY-MM') end as month,
      currency, cost_currency, cost_status,
      sum(units)::bigint as units, sum(face)::text as face, sum(discount)::text as discount,
      sum(fee)::text as fee, sum(refunded)::text as refunded,
      sum(cost)::text as cost,
      sum(own_charged)::text as own_charged, sum(own_cost)::text as own_cost
    from costed
    group by 1, 2, 3, 4, 5, currency, cost_currency, cost_status
    order by 1 nulls last, 2 nulls last, 3 nulls last, 4 nulls last, 5 nulls last, currency,
             cost_currency nulls last, cost_status`
}

/** Leaves out test partners, unless the report is about one. */
function endedInPeriod({ fromMs, beforeMs, partnerId }: MarginWanted): Statement<never> {
  const isWanted =
    partnerId === undefined ? isOfLivePartner('o.partner_id') : sql`o.partner_id = ${partnerId}`
  return endedOrders(sql`
    from orders o
    where o.status_since >= ${dateAt(fromMs)} and o.status_since < ${dateAt(beforeMs)}
      and ${isWanted}`)
}

