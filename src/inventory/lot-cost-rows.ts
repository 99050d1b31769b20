import { dateAt, storedCurrency, type Currency } from '../core/mod.ts'
import { sql, type Db, type LotCostsRow, type Statement, type Tx } from '../db/mod.ts'
import type { LotName } from './lot-rows.ts'

/** What a unit of a lot cost, from when it was recorded on. */
export interface LotCost {
  /** In minor units of the product's currency. Undefined: all without a cost of their own. */
  readonly faceValueMinor: bigint | undefined
  readonly currency: Currency
  readonly unitCostMinor: bigint
  readonly purchaseOrder: string | undefined
  readonly supplier: string | undefined
  readonly recordedAt: number
  readonly recordedBy: string
}

/** The latest come first. A lot has a few. */
const COSTS_MAX = 100

/** Returns the costs of a lot, the latest first. */
export async function listLotCosts(db: Db, name: LotName): Promise<LotCost[]> {
  return (await db.rows(selectCosts(name))).map(toCost)
}

export async function insertLotCost(tx: Tx, name: LotName, cost: LotCost): Promise<void> {
  await tx.rows(insertCost(name, cost))
}

type CostRow = Omit<LotCostsRow, 'product_id' | 'lot' | 'cost_no'>

function toCost(row: CostRow): LotCost {
  return {
    faceValueMinor: row.face_value_minor === 0n ? undefined : row.face_value_minor,
    currency: storedCurrency(row.currency),
    unitCostMinor: row.unit_cost_minor,
    purchaseOrder: row.purchase_order ?? undefined,
    supplier: row.supplier ?? undefined,
    recordedAt: row.recorded_at.getTime(),
    recordedBy: row.recorded_by,
  }
}

function selectCosts({ productId, lot }: LotName): Statement<CostRow> {
  return sql`
    select face_value_minor, currency, unit_cost_minor, purchase_order, supplier, recorded_at,
           recorded_by
    from lot_costs where product_id = ${productId} and lot = ${lot}
    order by cost_no desc limit ${COSTS_MAX}`
}

function insertCost({ productId, lot }: LotName, cost: LotCost): Statement<never> {
  return sql`
    insert into lot_costs (
      product_id, lot, face_value_minor, currency, unit_cost_minor, purchase_order, supplier,
      recorded_at, recorded_by)
    values (
      ${productId}, ${lot}, ${cost.faceValueMinor ?? 0n}, ${cost.currency.code},
      ${cost.unitCostMinor}, ${cost.purchaseOrder ?? null}, ${cost.supplier ?? null},
      ${dateAt(cost.recordedAt)}, ${cost.recordedBy})`
}
