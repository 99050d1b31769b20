import { storedCurrency, type Currency } from '../core/mod.ts'
import type { Db } from '../db/mod.ts'
import { marginSums, type CostStatus, type MarginSums } from './margin-rows.ts'

/** The keys by which margins can be split. */
export const MARGIN_KEYS = ['partner', 'brand', 'product', 'supplier', 'month'] as const
export type MarginKey = (typeof MARGIN_KEYS)[number]

/**
 * Units that were charged in one currency and cost in one currency, or have no known cost. Amounts
 * are minor units of `currency`; the amounts in `own` are minor units of `own.currency`.
 */
export interface MarginRow {
  readonly partnerId: number | undefined
  readonly brand: string | undefined
  readonly productId: number | undefined
  readonly supplier: string | undefined
  /** As YYYY-MM, in UTC. */
  readonly month: string | undefined
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

export interface MarginRequest {
  /** Orders that ended in [from, before). */
  readonly fromMs: number
  readonly beforeMs: number
  readonly partnerId: number | undefined
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

function toRow(row: MarginSums): MarginRow {
  const sums = {
    faceValueMinor: BigInt(row.face),
    discountMinor: BigInt(row.discount),
    feeMinor: BigInt(row.fee),
    refundedMinor: BigInt(row.refunded),
  }
  const { faceValueMinor, discountMinor, feeMinor, refundedMinor } = sums
  return {
    partnerId: row.partner_id ?? undefined,
    brand: row.brand ?? undefined,
    productId: row.product_id ?? undefined,
    supplier: row.supplier ?? undefined,
    month: row.month ?? undefined,
    currency: storedCurrency(row.currency),
    units: row.units,
    ...sums,
    chargedMinor: faceValueMinor - discountMinor + feeMinor - refundedMinor,
    costStatus: row.cost_status,
    costMinor: row.cost === null ? undefined : BigInt(row.cost),
    own: ownOf(row),
  }
}

function ownOf({ cost_currency, own_cost, own_charged }: MarginSums): MarginRow['own'] {
  if (cost_currency === null || own_cost === null) return undefined
  return {
    currency: storedCurrency(cost_currency),
    costMinor: BigInt(own_cost),
    ...(own_charged !== null && { chargedMinor: BigInt(own_charged) }),
  }
}
