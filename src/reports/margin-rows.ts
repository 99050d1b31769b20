import { dateAt } from '../core/mod.ts'
import { equals, sql, where, type Statement, ListOrders, type Sort, twinned } from '../db/mod.ts'
import { isOfLivePartner } from '../partners/mod.ts'
import { CURRENT_COSTS } from './current-costs.ts'
import { costedParts } from './costed-parts.ts'
import { chargedParts, endedOrders, HERE, type Source } from './delivered-parts.ts'
import type { Period } from './last-day.ts'

/** The orders that a report is about: those that ended in the period. */
export interface MarginPeriod extends Period {
  readonly partnerId: number | undefined
}

export interface MarginWanted extends MarginPeriod {
  /** The keys by which the sums are split. */
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
export interface UnitSums {
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

export interface MarginSums extends UnitSums {
  partner_id: number | null
  brand: string | null
  product_id: number | null
  supplier: string | null
  month: string | null
}

const MONTH = sql<never>`to_char(ended_at at time zone 'utc', 'YYYY-MM')`

const SUMS = sql`
  sum(units)::bigint as units, sum(face)::text as face, sum(discount)::text as discount,
  sum(fee)::text as fee, sum(refunded)::text as refunded, sum(cost)::text as cost,
  sum(own_charged)::text as own_charged, sum(own_cost)::text as own_cost`

/**
 * Returns sums of charges and costs by the wanted keys, the order's currency, the currency of the
 * cost, and its status. The parts of a line are its issued segments. The discount of a line and the
 * cost of a purchase are split over the parts by rounding running sums, so that the parts add up.
 */
export const marginSums = twinned('marginSums', (wanted: MarginWanted): Statement<MarginSums> =>
  sumsFrom(HERE, wanted),
)

export function sumsFrom(source: Source, wanted: MarginWanted): Statement<MarginSums> {
  const { by } = wanted
  return sql`
    with ${costedInPeriod(source, wanted)}
    select
      case when ${by.partner} then partner_id end as partner_id,
      case when ${by.brand} then brand end as brand,
      case when ${by.product} then product_id end as product_id,
      case when ${by.supplier} then supplier end as supplier,
      case when ${by.month} then ${MONTH} end as month,
      currency, cost_currency, cost_status, ${SUMS}
    from costed
    group by 1, 2, 3, 4, 5, currency, cost_currency, cost_status
    order by 1 nulls last, 2 nulls last, 3 nulls last, 4 nulls last, 5 nulls last, currency,
             cost_currency nulls last, cost_status`
}

export interface MarginOfHourRow {
  hour: Date
  currency: string
  /** Null if the cost of no unit is known. */
  margin: string | null
  unknown_units: string
}

/** Returns the margins of a period by hour and currency. */
export const marginByHour = twinned('marginByHour', (period: Period) => hoursFrom(HERE, period))

export function hoursFrom(source: Source, period: Period): Statement<MarginOfHourRow> {
  return sql`
    with ${costedInPeriod(source, { ...period, partnerId: undefined })}
    select date_trunc('hour', ended_at, 'UTC') as hour, currency,
      sum(face - discount + fee - refunded - cost)::text as margin,
      coalesce(sum(units) filter (where cost is null), 0)::text as unknown_units
    from costed
    group by 1, 2
    order by 1, 2`
}

/** Selects units, whose orders are listed. An undefined property selects all. */
export interface MarginCell {
  readonly brand: string | undefined
  readonly productId: number | undefined
  readonly supplier: string | undefined
  /** As YYYY-MM, in UTC. */
  readonly month: string | undefined
  readonly currency: string | undefined
  readonly costCurrency: string | undefined
  readonly costStatus: CostStatus | undefined
}

const LAST_ENDED = 'ended_at desc, partner_id, order_no desc, cost_currency nulls last, cost_status'
const UNIQUE = ['partner_id', 'order_no', `coalesce(cost_currency, '')`, 'cost_status']
/** All orders of the cell are read for their sums, so each sort costs the same. */
const ORDERS = new ListOrders(LAST_ENDED, {
  endedAt: ['ended_at', ...UNIQUE],
  units: ['units', ...UNIQUE],
})
export const MARGIN_ORDER_SORTS = ORDERS.sorts

export interface MarginOrdersWanted extends MarginPeriod {
  readonly cell: MarginCell
  readonly sort?: Sort<(typeof MARGIN_ORDER_SORTS)[number]> | undefined
  readonly offset: number
  readonly limit: number
}

/** The sums of one order, as far as its units belong to the cell. */
export interface OrderSums extends UnitSums {
  partner_id: number
  order_no: bigint
  created_at: Date
  ended_at: Date
}

/** `total` counts the rows of all pages. A page past the end is one row without an order. */
export type OrderSumsRow = { total: bigint } & (OrderSums | { order_no: null })

/**
 * Returns the orders of a cell of `marginSums`, those that ended last first: one row for each
 * order, currency of the cost and status of the cost. The rows of all pages add up to the cell.
 */
export const marginOrders = twinned(
  'marginOrders',
  (wanted: MarginOrdersWanted): Statement<OrderSumsRow> => ordersFrom(HERE, wanted),
)

export function ordersFrom(
  source: Source,
  { cell, sort, offset, limit, ...period }: MarginOrdersWanted,
): Statement<OrderSumsRow> {
  const order = ORDERS.by(sort)
  return sql`
    with ${costedInPeriod(source, period)}, cell_orders as (
      select partner_id, order_no, created_at, ended_at, currency, cost_currency, cost_status,
        ${SUMS}
      from costed
      ${isOfCell(cell)}
      group by partner_id, order_no, created_at, ended_at, currency, cost_currency, cost_status
    ), page as (
      select * from cell_orders order by ${order} offset ${offset} limit ${limit}
    )
    select * from (select count(*) as total from cell_orders) as counted
    left join page on true
    order by ${order}`
}

function isOfCell(cell: MarginCell) {
  return where(
    equals('brand', cell.brand),
    equals('product_id', cell.productId),
    equals('supplier', cell.supplier),
    equals(MONTH, cell.month),
    equals('currency', cell.currency),
    equals('cost_currency', cell.costCurrency),
    equals('cost_status', cell.costStatus),
  )
}

function costedInPeriod(source: Source, period: MarginPeriod): Statement<never> {
  return sql`
    ${endedInPeriod(period)}, ${chargedParts(source)}, 
      ${costedParts(source, { parts: sql`charged_parts`, costs: CURRENT_COSTS })}`
}

/** Leaves out test partners, unless the report is about one. */
function endedInPeriod({ fromMs, beforeMs, partnerId }: MarginPeriod): Statement<never> {
  const isWanted =
    partnerId === undefined ? isOfLivePartner('o.partner_id') : sql`o.partner_id = ${partnerId}`
  return endedOrders(sql`
    from orders o
    where o.status_since >= ${dateAt(fromMs)} and o.status_since < ${dateAt(beforeMs)}
      and ${isWanted}`)
}
