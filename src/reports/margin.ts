import {
  formatOrderId,
  offsetOf,
  storedCurrency,
  type Currency,
  type Page,
  type PageRequest,
} from '../core/mod.ts'
import type { Db } from '../db/mod.ts'
import {
  marginOrders,
  marginSums,
  type CostStatus,
  type MarginOrdersWanted,
  type MarginPeriod,
  type MarginSums,
  type OrderSums,
  type UnitSums,
} from './margin-rows.ts'

/** The keys by which margins can be split. */
export const MARGIN_KEYS = ['partner', 'brand', 'product', 'supplier', 'month'] as const
export type MarginKey = (typeof MARGIN_KEYS)[number]

/**
 * Units that were charged in one currency and cost in one currency, or have no known cost. Amounts
 * are minor units of `currency`; the amounts in `own` are minor units of `own.currency`.
 */
export interface MarginOfUnits {
  readonly currency: Currency
  readonly units: bigint
  readonly faceValueMinor: bigint
  readonly discountMinor: bigint
  readonly feeMinor: bigint
  /** The refunds of these units, at any time. */
  readonly refundedMinor: bigint
  /** Face value less discount, plus fee, less refunds. */
  readonly chargedMinor: bigint
  readonly costStatus: CostStatus
  /** Undefined if `costStatus` is UNCONVERTED or UNKNOWN. */
  readonly costMinor: bigint | undefined
  /** The cost in its own currency; undefined if none is known. */
  readonly own:
    | { readonly currency: Currency; readonly costMinor: bigint; readonly chargedMinor?: bigint }
    | undefined
}

export interface MarginRow extends MarginOfUnits {
  readonly partnerId: number | undefined
  readonly brand: string | undefined
  readonly productId: number | undefined
  readonly supplier: string | undefined
  /** As YYYY-MM, in UTC. */
  readonly month: string | undefined
}

/** The units of one order that belong to a row of the report. */
export interface MarginOrder extends MarginOfUnits {
  readonly orderId: string
  readonly partnerId: number
  readonly endedAt: Date
}

export interface MarginRequest extends MarginPeriod {
  readonly by: readonly MarginKey[]
}

/**
 * Returns the charges and costs of orders that ended in a period: one row for each combination of
 * the keys, the order's currency, the currency of the cost and its status, sorted by these. Margin
 * is charge less cost.
 */
export async function reportMargin(db: Db, { by, ...period }: MarginRequest): Promise<MarginRow[]> {
  const rows = await db.rows(
    marginSums({
      ...period,
      by: {
        partner: by.includes('partner'),
        brand: by.includes('brand'),
        product: by.includes('product'),
        supplier: by.includes('supplier'),
        month: by.includes('month'),
      },
    }),
  )
  return rows.map(toRow)
}

/**
 * Returns a page of the orders behind a row of `reportMargin`, those that ended last first. All
 * pages add up to the row, because both read the same units.
 */
export async function listMarginOrders(
  db: Db,
  { page, pageSize, ...wanted }: Omit<MarginOrdersWanted, 'offset' | 'limit'> & PageRequest,
): Promise<Page<MarginOrder>> {
  const offset = offsetOf({ page, pageSize })
  const rows = await db.rows(marginOrders({ ...wanted, offset, limit: pageSize }))
  return {
    rows: rows.flatMap((row) => (row.order_no === null ? [] : [toOrder(row)])),
    total: Number(rows[0]?.total ?? 0),
  }
}

function toOrder(row: OrderSums): MarginOrder {
  const { partner_id: partnerId, order_no: orderNo, created_at: createdAt, ended_at: endedAt } = row
  const name = { partnerId, orderNo: Number(orderNo), createdMs: createdAt.getTime() }
  return { orderId: formatOrderId(name), partnerId, endedAt, ...ofUnits(row) }
}

function toRow(row: MarginSums): MarginRow {
  return {
    partnerId: row.partner_id ?? undefined,
    brand: row.brand ?? undefined,
    productId: row.product_id ?? undefined,
    supplier: row.supplier ?? undefined,
    month: row.month ?? undefined,
    ...ofUnits(row),
  }
}

function ofUnits(row: UnitSums): MarginOfUnits {
  const sums = {
    faceValueMinor: BigInt(row.face),
    discountMinor: BigInt(row.discount),
    feeMinor: BigInt(row.fee),
    refundedMinor: BigInt(row.refunded),
  }
  const { faceValueMinor, discountMinor, feeMinor, refundedMinor } = sums
  return {
    currency: storedCurrency(row.currency),
    units: row.units,
    ...sums,
    chargedMinor: faceValueMinor - discountMinor + feeMinor - refundedMinor,
    costStatus: row.cost_status,
    costMinor: row.cost === null ? undefined : BigInt(row.cost),
    own: ownOf(row),
  }
}

function ownOf({ cost_currency, own_cost, own_charged }: UnitSums): MarginOfUnits['own'] {
  if (cost_currency === null || own_cost === null) return undefined
  return {
    currency: storedCurrency(cost_currency),
    costMinor: BigInt(own_cost),
    ...(own_charged !== null && { chargedMinor: BigInt(own_charged) }),
  }
}
