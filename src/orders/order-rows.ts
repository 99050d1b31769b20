import type { Adjustment } from '../catalog/mod.ts'
import { minorUnits, orderedMetadata, storedCurrency, type Metadata } from '../core/mod.ts'
import { sql, type OrdersRow, type Statement } from '../db/mod.ts'
import type { Order } from './order.ts'
import { ORDERS } from './order-columns.ts'
import { OPEN_STATUSES, type OrderStatus } from './transitions.ts'

/** A complete row of the table `orders`. */
export type OrderRow = Omit<OrdersRow, 'status' | 'previous_status' | 'metadata'> & {
  status: OrderStatus
  previous_status: OrderStatus | null
  metadata: Metadata | null
}

export function toOrder(row: OrderRow): Order {
  const order: Order = {
    partnerId: row.partner_id,
    orderNo: Number(row.order_no),
    clientReference: row.client_reference,
    idempotencyKey: row.idempotency_key ?? undefined,
    fingerprint: row.fingerprint,
    currency: storedCurrency(row.currency),
    totalMinor: minorUnits(row.total_minor),
    adjustment: adjustmentOf(row.discount_minor, row.fee_minor),
    unitCount: row.unit_count,
    linkNo: numberOrNone(row.link_no),
    walletId: numberOrNone(row.wallet_id),
    createdMs: row.created_at.getTime(),
    status: row.status,
    previousStatus: row.previous_status ?? undefined,
    statusSinceMs: row.status_since.getTime(),
    holdNo: numberOrNone(row.hold_no ?? row.kept_hold_no),
    keptMinor: row.kept_minor ?? undefined,
    chargedMinor: row.charged_minor ?? undefined,
    chargedAdjustment: adjustmentOf(row.charged_discount_minor, row.charged_fee_minor),
    cancelReason: row.cancel_reason ?? undefined,
    completedMs: row.completed_at?.getTime(),
    heldForSupplier: row.held_for_supplier,
    firstHeldMs: row.first_held_at?.getTime(),
    lastEventNo: row.last_event,
  }
  if (row.metadata !== null) order.metadata = orderedMetadata(row.metadata)
  return order
}

function numberOrNone(stored: bigint | null): number | undefined {
  return stored === null ? undefined : Number(stored)
}

function adjustmentOf(discount: bigint | null, fee: bigint | null): Adjustment | undefined {
  if (discount === null || fee === null) return undefined
  return { discountMinor: minorUnits(discount), feeMinor: minorUnits(fee) }
}

/** The price of an order to its partner; see `priceOf`. */
export const ORDER_PRICE = sql.raw(
  '(total_minor - coalesce(discount_minor, 0) + coalesce(fee_minor, 0))',
)

/** Names the statuses in the text of a statement, because indexes have them in their conditions. */
function statusIn(statuses: readonly OrderStatus[]): Statement<never> {
  return sql.raw(`status in (${statuses.map((one) => `'${one}'`).join(', ')})`)
}

/** True for orders whose whole price is held. */
export const HOLDS_MONEY = statusIn(OPEN_STATUSES)

/** True for orders that the partner's funds pay; the others are paid by a link or a wallet. */
export const PAID_BY_FUNDS = sql<never>`link_no is null and wallet_id is null`

/** True for orders that are not final; the condition of the index of those. */
export const NOT_FINAL = statusIn([...OPEN_STATUSES, 'ON_HOLD'])

/** The keys of all orders that are not final. */
export const UNFINISHED_ORDERS = sql<never>`(
  select partner_id, order_no from orders where ${NOT_FINAL})`

export const ORDER_COLUMNS = ORDERS.names

/**
 * Returns the orders with one of these references or keys, each found by its own index whatever the
 * statistics of the table are. An order with both is returned twice.
 */
export function ordersByKey(
  partnerId: number,
  { references, keys }: { references: readonly string[]; keys: readonly string[] },
): Statement<OrderRow> {
  return sql`
    select existing.* from unnest(${references}::text[]) as input (reference) cross join lateral (
      select ${ORDER_COLUMNS} from orders
      where partner_id = ${partnerId} and client_reference = input.reference
      offset 0) as existing
    union all
    select existing.* from unnest(${keys}::uuid[]) as input (key) cross join lateral (
      select ${ORDER_COLUMNS} from orders
      where partner_id = ${partnerId} and idempotency_key = input.key
      offset 0) as existing`
}

/** Returns orders that wait for funds, oldest first. Only groups of their book change them. */
export function ordersOnHold(partnerId: number, max: number): Statement<OrderRow> {
  return sql`
    select ${ORDER_COLUMNS} from orders
    where partner_id = ${partnerId} and status = 'ON_HOLD' and not held_for_supplier
    order by order_no limit ${max}`
}

/** Returns orders that wait for funds, each covered by the available funds, oldest first. */
export function payableOnHold(partnerId: number, max: number): Statement<OrderRow> {
  return sql`
    select ${ORDER_COLUMNS} from orders
    where partner_id = ${partnerId} and status = 'ON_HOLD' and order_no = any(array(
      select o.order_no
      from accounts a
      join orders o on o.partner_id = a.partner_id and o.currency = a.currency
        and o.status = 'ON_HOLD' and not o.held_for_supplier
        and ${ORDER_PRICE} - coalesce(o.kept_minor, 0)
          <= a.credits_posted - a.debits_posted - a.debits_pending + a.credit_limit
      where a.partner_id = ${partnerId} and a.kind = 'funds'
      order by o.order_no limit ${max}))`
}

export interface OpenOrdersWithin {
  readonly currencies: readonly string[]
  readonly ordersMax: number
  readonly batchesMax: number
}

/**
 * Returns open orders that funds pay, newest first, until they have `batchesMax` open batches
 * together.
 */
export function openOrderNumbers(
  partnerId: number,
  { currencies, ordersMax, batchesMax }: OpenOrdersWithin,
): Statement<{ order_no: bigint }> {
  return sql`
    select order_no from (
      select o.order_no, sum(open.batches) over (order by o.order_no desc) - open.batches as before
      from (
        select order_no from orders
        where partner_id = ${partnerId} and ${HOLDS_MONEY} and ${PAID_BY_FUNDS}
          and currency = any(${currencies}::text[])
        order by order_no desc limit ${ordersMax}) as o
      cross join lateral (
        select count(*) as batches from fulfillments b
        where b.partner_id = ${partnerId} and b.order_no = o.order_no
          and b.status <> 'COMPLETED') as open) as counted
    where before < ${batchesMax}
    order by order_no desc`
}

/**
 * Locks batches. This always comes before locking their orders, because a worker that moves an
 * order has already locked a batch.
 */
export function lockBatches(
  partnerId: number,
  orderNos: readonly number[],
): Statement<{ batches: bigint }> {
  return sql`
    select count(*) as batches from (
      select from fulfillments
      where partner_id = ${partnerId} and order_no = any(${orderNos}::bigint[])
      order by order_no, batch_no
      for update) as locked`
}

export function lockOrders(partnerId: number, orderNos: readonly number[]): Statement<OrderRow> {
  return sql`
    select ${ORDER_COLUMNS} from orders
    where partner_id = ${partnerId} and order_no = any(${orderNos}::bigint[])
    order by order_no
    for update`
}

/** The progress of an order's batches; costs in minor units of the order's currency. */
export interface DeliveryRow {
  order_no: bigint
  open_batches: bigint
  /** The number of irrevocable batches whose delivery may be under way. */
  under_way: bigint
  /** Batches that our account at a supplier cannot pay. */
  short_batches: bigint
  last_completed_at: Date | null
  /**
   * The cost of the irrevocably delivered units. The next two fields are its discount and its fee.
   */
  kept_minor: bigint
  kept_discount_minor: bigint
  kept_fee_minor: bigint
  /** The price of these units and of those under way. */
  owed_minor: bigint
}

/**
 * True for batches that were delivered, or may have been because their outcome is unknown. Their
 * irrevocable units are owed.
 */
export const IS_OWED = sql<never>`(status in ('COMPLETED', 'PROCESSING') or outcome_unknown)`

/** Returns the price of some units of a line; its discount is rounded once. */
export function priceOfUnits(units: string): Statement<never> {
  const quantity = sql.raw(units)
  return sql`(
    ${quantity} * (unit_cost_minor + coalesce(unit_fee_minor, 0))
    - coalesce(round(${quantity} * unit_cost_minor * discount_percent / 100), 0))`
}

/**
 * Returns the progress of orders. The discount of a line is rounded once: numeric `round` rounds
 * half away from zero. Each line is found by the whole key, whatever the statistics are: a plan
 * made while there are few lines would compare all lines of a partner.
 */
export function selectDeliveries(
  partnerId: number,
  orderNos: readonly number[],
): Statement<DeliveryRow> {
  return sql`
    select of_line.order_no, sum(open_batches)::bigint as open_batches,
      coalesce(sum(unsure_batches) filter (where is_irrevocable), 0)::bigint as under_way,
      sum(short_batches)::bigint as short_batches,
      max(last_completed_at) as last_completed_at,
      sum(kept_units * unit_cost_minor)::bigint as kept_minor,
      sum(coalesce(round(kept_units * unit_cost_minor * discount_percent / 100), 0))::bigint
        as kept_discount_minor,
      sum(kept_units * coalesce(unit_fee_minor, 0))::bigint as kept_fee_minor,
      sum(${priceOfUnits('owed_units')})::bigint as owed_minor
    from (
      select order_no, line_no,
        count(*) filter (where status <> 'COMPLETED') as open_batches,
        count(*) filter (where status = 'PROCESSING' or outcome_unknown) as unsure_batches,
        count(*) filter (where waits_for = 'supplier') as short_batches,
        max(completed_at) as last_completed_at,
        coalesce(sum(quantity) filter (where status = 'COMPLETED'), 0) as completed_units,
        coalesce(sum(quantity) filter (where ${IS_OWED}), 0) as owed_or_revocable_units
      from fulfillments
      where partner_id = ${partnerId} and order_no = any(${orderNos}::bigint[])
      group by order_no, line_no) as of_line
    cross join lateral (
      select is_irrevocable, unit_cost_minor, discount_percent, unit_fee_minor,
        case when is_irrevocable then of_line.completed_units else 0 end as kept_units,
        case when is_irrevocable then of_line.owed_or_revocable_units else 0 end as owed_units
      from order_lines
      where partner_id = ${partnerId} and order_no = of_line.order_no
        and line_no = of_line.line_no
      offset 0) as line
    group by of_line.order_no`
}

/** Returns the orders with a batch that is not COMPLETED, from the index of open batches only. */
export function ordersWithOpenBatches(
  partnerId: number,
  orderNos: readonly number[],
): Statement<{ order_no: bigint }> {
  return sql`
    select input.order_no from unnest(${orderNos}::bigint[]) as input (order_no)
    where exists (
      select 1 from fulfillments b
      where b.partner_id = ${partnerId} and b.order_no = input.order_no
        and b.status <> 'COMPLETED'
      offset 0)`
}
