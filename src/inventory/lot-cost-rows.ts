import { dateAt, dateOrNull, storedCurrency, type Currency } from '../core/mod.ts'
import {
  oneRow,
  insertRow,
  sql,
  type Db,
  type LotCostsRow,
  type Statement,
  type Tx,
} from '../db/mod.ts'
import type { LotName } from './lot-rows.ts'

/** The cost of a unit of a lot. It never changes: a correction is a further row. */
export interface LotCost {
  /**
   * In minor units of the product's currency. Undefined: for all face values without a cost of
   * their own.
   */
  readonly faceValueMinor: bigint | undefined
  readonly currency: Currency
  readonly unitCostMinor: bigint
  readonly purchaseOrder: string | undefined
  readonly supplier: string | undefined
  /**
   * When it comes into force. Undefined in rows of earlier versions, which apply to all units that
   * had no cost.
   */
  readonly effectiveAt: number | undefined
  /** The number of the cost that it corrects. */
  readonly corrects: bigint | undefined
  /** For a correction: the number of the first cost in its chain, which it replaces. */
  readonly originalNo: bigint | undefined
  /** When the first cost of its chain was recorded. */
  readonly knownAt: number
  readonly reason: string | undefined
  readonly recordedAt: number
  readonly recordedBy: string
}

export interface RecordedLotCost extends LotCost {
  readonly costNo: bigint
  /** The number of the cost that corrects this one. */
  readonly correctedBy: bigint | undefined
}

/** The most costs that are listed, the latest first. Most lots have only a few. */
const COSTS_MAX = 100

/** Returns the costs of a lot, the latest first. */
export async function listLotCosts(db: Db, name: LotName): Promise<RecordedLotCost[]> {
  return (await db.rows(selectCosts(name))).map(toCost)
}

/** Returns the cost with that number, if it belongs to the lot. */
export async function findLotCost(
  db: Db,
  name: LotName,
  costNo: bigint,
): Promise<RecordedLotCost | undefined> {
  const [row] = await db.rows(selectCosts(name, costNo))
  return row && toCost(row)
}

/** Waits for other writes of costs, and lets none begin until the transaction ends. */
export async function lockLotCosts(tx: Tx): Promise<void> {
  await tx.rows(sql`lock table lot_costs in share row exclusive mode`)
}

/** Inserts a cost and returns its number. The costs are locked. */
export async function insertLotCost(tx: Tx, name: LotName, cost: LotCost): Promise<bigint> {
  return (await oneRow(tx, insertCost(name, cost))).cost_no
}

interface CostRow extends Omit<LotCostsRow, 'product_id' | 'lot'> {
  known_at: Date
  corrected_by: bigint | null
}

function toCost(row: CostRow): RecordedLotCost {
  return {
    costNo: row.cost_no,
    faceValueMinor: row.face_value_minor === 0n ? undefined : row.face_value_minor,
    currency: storedCurrency(row.currency),
    unitCostMinor: row.unit_cost_minor,
    purchaseOrder: row.purchase_order ?? undefined,
    supplier: row.supplier ?? undefined,
    effectiveAt: row.effective_at?.getTime(),
    corrects: row.corrects ?? undefined,
    correctedBy: row.corrected_by ?? undefined,
    originalNo: row.original_no ?? undefined,
    knownAt: row.known_at.getTime(),
    reason: row.reason ?? undefined,
    recordedAt: row.recorded_at.getTime(),
    recordedBy: row.recorded_by,
  }
}

function selectCosts({ productId, lot }: LotName, costNo?: bigint): Statement<CostRow> {
  return sql`
    select c.cost_no, c.face_value_minor, c.currency, c.unit_cost_minor, c.purchase_order,
      c.supplier, c.effective_at, c.corrects, c.original_no, c.reason, c.recorded_at,
      c.recorded_by, later.cost_no as corrected_by,
      coalesce(original.recorded_at, c.recorded_at) as known_at
    from lot_costs c
    left join lot_costs original on original.product_id = c.product_id and original.lot = c.lot
      and original.cost_no = c.original_no
    left join lot_costs later on later.product_id = c.product_id and later.lot = c.lot
      and later.corrects = c.cost_no
    where c.product_id = ${productId} and c.lot = ${lot}
      and ${costNo === undefined ? sql`true` : sql`c.cost_no = ${costNo}`}
    order by c.cost_no desc limit ${COSTS_MAX}`
}

function insertCost({ productId, lot }: LotName, cost: LotCost): Statement<{ cost_no: bigint }> {
  const inserted = insertRow<LotCostsRow>('lot_costs', {
    product_id: productId,
    lot,
    face_value_minor: cost.faceValueMinor ?? 0n,
    currency: cost.currency.code,
    unit_cost_minor: cost.unitCostMinor,
    purchase_order: cost.purchaseOrder,
    supplier: cost.supplier,
    effective_at: dateOrNull(cost.effectiveAt),
    corrects: cost.corrects,
    original_no: cost.originalNo,
    reason: cost.reason,
    recorded_at: dateAt(cost.recordedAt),
    recorded_by: cost.recordedBy,
  })
  return sql`
    ${inserted}
    returning cost_no`
}
