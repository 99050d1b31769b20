import { dateAt, dateOrNull, storedCurrency, type Currency } from '../core/mod.ts'
import { sql, type Db, type Statement, twinned } from '../db/mod.ts'
import type { LotCost, LotName } from '../inventory/mod.ts'
import { isOfLivePartner } from '../partners/mod.ts'
import { costedParts } from './costed-parts.ts'
import { CURRENT_COSTS } from './current-costs.ts'
import { chargedParts, endedOrders, HERE, type Source } from './delivered-parts.ts'

/** Sold codes of one currency whose cost a new cost of their lot would change. */
export interface CostEffect {
  readonly currency: Currency
  readonly orders: bigint
  readonly codes: bigint
  /** In minor units of `currency`; undefined if it is not known. */
  readonly costBeforeMinor: bigint | undefined
  readonly costAfterMinor: bigint | undefined
}

/**
 * Returns how a new cost of a lot would change the report of margins of all times; records nothing.
 * The rows are split by currency, and by whether the cost is known before and after.
 */
export async function effectOfCost(db: Db, name: LotName, cost: LotCost): Promise<CostEffect[]> {
  const rows = await db.rows(sumsChanged(name, cost))
  return rows.map((row) => ({
    currency: storedCurrency(row.currency),
    orders: row.orders,
    codes: row.codes,
    costBeforeMinor: row.cost_before === null ? undefined : BigInt(row.cost_before),
    costAfterMinor: row.cost_after === null ? undefined : BigInt(row.cost_after),
  }))
}

interface EffectRow {
  currency: string
  orders: bigint
  codes: bigint
  cost_before: string | null
  cost_after: string | null
}

export const sumsChanged = twinned(
  'sumsChanged',
  (name: LotName, cost: LotCost): Statement<EffectRow> => changedBy(HERE, name, cost),
)

export function changedBy(source: Source, name: LotName, cost: LotCost): Statement<EffectRow> {
  const { productId, lot } = name
  return sql`
    with ${ordersOfLot(source, name)},
    ${endedOrders(sql`
      from lot_orders join orders o using (partner_id, order_no)
      where ${isOfLivePartner('o.partner_id')}`)},
    ${chargedParts(source)}, lot_parts as materialized (
      select d.*, row_number() over () as part_no
      from charged_parts d
      join stock_blocks k on k.product_id = d.stock_product_id and k.block_id = d.stock_block_id
      where k.product_id = ${productId} and k.lot = ${lot}
    ), both_ways as (
      select lot_parts.*, is_after from lot_parts cross join (values (false), (true)) v (is_after)
    ), ${costedParts(source, { parts: sql`both_ways`, costs: costsBothWays(name, cost) })}
    select currency, count(distinct (partner_id, order_no)) as orders,
      sum(quantity)::bigint as codes, sum(b.cost)::text as cost_before,
      sum(a.cost)::text as cost_after
    from costed b join (select part_no, cost, cost_no from costed where is_after) a using (part_no)
    where not b.is_after and a.cost_no is distinct from b.cost_no
    group by currency, b.cost is null, a.cost is null
    order by currency, b.cost is null, a.cost is null`
}

/**
 * The costs of the lot: with the new cost for parts that are `is_after`, without it for the others.
 */
function costsBothWays({ productId, lot }: LotName, cost: LotCost): Statement<never> {
  const { corrects, originalNo, knownAt, effectiveAt } = cost
  return sql`(
    select * from ${CURRENT_COSTS} as known
    where not (d.is_after and known.cost_no = ${corrects ?? 0}::bigint)
    union all
    select ${productId}::integer, ${lot}::text, ${cost.faceValueMinor ?? 0n}::bigint, 0::bigint,
      ${cost.currency.code}::text, ${cost.unitCostMinor}::bigint, ${cost.supplier ?? null}::text,
      coalesce(${dateOrNull(effectiveAt)}::timestamptz, '-infinity'),
      ${dateAt(knownAt)}::timestamptz, ${originalNo ?? LATEST}::bigint,
      ${corrects !== undefined}::boolean
    where d.is_after)`
}

/** A number above that of any cost. */
const LATEST = 2n ** 63n - 1n

/** The orders with codes of the lot, replacements included, as `lot_orders`. */
function ordersOfLot(source: Source, { productId, lot }: LotName): Statement<never> {
  const blocks = sql`
    blocks as materialized (
      select block_id from stock_blocks where product_id = ${productId} and lot = ${lot})`
  const issued =
    source === HERE
      ? sql`
        select s.partner_id, s.order_no from blocks cross join lateral (
          select partner_id, order_no from issued_segments
          where stock_product_id = ${productId} and stock_block_id = blocks.block_id
          offset 0) as s`
      : sql`
        select s.partner_id, s.order_no
        from issued_segments s join blocks on blocks.block_id = s.stock_block_id
        where s.stock_product_id = ${productId}`
  return sql`
    ${blocks}, issued as materialized (${issued}), lot_orders as materialized (
      select partner_id, order_no from issued
      union
      select r.partner_id, r.order_no from blocks cross join lateral (
        select partner_id, order_no from stock_reservations
        where product_id = ${productId} and block_ids[1] = blocks.block_id
          and state = 'RESERVED' and batch_no < 0
        offset 0) as r)`
}
