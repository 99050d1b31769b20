import { readRateText, type LineAdjustment } from '../catalog/mod.ts'
import {
  minorUnits,
  readPercentText,
  storedCurrency,
  type Currency,
  type ScaledRate,
} from '../core/mod.ts'
import { maybeRow, sql, type Db, type OrderLinesRow, type Statement } from '../db/mod.ts'

/** One line as ordered and priced. */
export interface Line {
  readonly lineNo: number
  readonly productId: number
  readonly brand: string
  /** The currency of the product. */
  readonly currency: Currency
  readonly faceValueMinor: bigint
  readonly firstItemNo: number
  readonly quantity: number
  /** In the order's currency. */
  readonly unitCostMinor: bigint
  /** The rate of the price, and the number of the recorded rate if it is known. */
  readonly rate: ScaledRate
  readonly rateNo: bigint | undefined
  readonly itemReference: string | undefined
  /** The recipient. It is personal data, so it is shown masked. */
  readonly recipient: Readonly<Record<string, string>> | undefined
  /** True if it delivers a receipt, not a code. */
  readonly isIrrevocable: boolean
  /** The rate without its spread. Undefined if none was added. */
  readonly marketRate: ScaledRate | undefined
  /** Undefined if no price rule applied. */
  readonly adjustment: LineAdjustment | undefined
}

/** Returns the lines with these numbers, in their order. */
export async function listLines(
  db: Db,
  order: { partnerId: number; orderNo: number },
  { first, last }: { first: number; last: number },
): Promise<Line[]> {
  return (await db.rows(linesBetween(order, first, last))).map(toLine)
}

/** Returns the line that an item belongs to. */
export async function findLineOfItem(
  db: Db,
  order: { partnerId: number; orderNo: number },
  itemNo: number,
): Promise<Line | undefined> {
  const row = await maybeRow(db, lineOfItem(order, itemNo))
  return row && toLine(row)
}

type LineRow = Omit<OrderLinesRow, 'partner_id' | 'order_no' | 'product_type' | 'recipient'> & {
  recipient: Record<string, string> | null
}

function toLine(row: LineRow): Line {
  return {
    lineNo: row.line_no,
    productId: row.product_id,
    brand: row.brand,
    currency: storedCurrency(row.product_currency),
    faceValueMinor: row.face_value_minor,
    firstItemNo: row.first_item_no,
    quantity: row.quantity,
    unitCostMinor: row.unit_cost_minor,
    rate: readRateText(row.fx_rate),
    rateNo: row.rate_no ?? undefined,
    itemReference: row.item_reference ?? undefined,
    recipient: row.recipient ?? undefined,
    isIrrevocable: row.is_irrevocable,
    marketRate: row.market_rate === null ? undefined : readRateText(row.market_rate),
    adjustment: adjustmentOf(row),
  }
}

/** A line has all four columns or none. */
function adjustmentOf(row: LineRow): LineAdjustment | undefined {
  const { price_rule_no: ruleNo, discount_percent: percent } = row
  if (ruleNo === null || percent === null) return undefined
  return {
    ruleNo,
    discountPercent: readPercentText(percent),
    discountMinor: minorUnits(row.discount_minor ?? 0n),
    unitFeeMinor: minorUnits(row.unit_fee_minor ?? 0n),
  }
}

const LINE_COLUMNS = sql.raw(
  `line_no, product_id, brand, product_currency, face_value_minor, first_item_no, quantity,
   unit_cost_minor, fx_rate, rate_no, item_reference, recipient, is_irrevocable, market_rate,
   price_rule_no, discount_percent, discount_minor, unit_fee_minor`,
)

function lineOfItem(
  { partnerId, orderNo }: { partnerId: number; orderNo: number },
  itemNo: number,
): Statement<LineRow> {
  return sql`
    select ${LINE_COLUMNS} from order_lines
    where partner_id = ${partnerId} and order_no = ${orderNo} and first_item_no <= ${itemNo}
    order by line_no desc limit 1`
}

function linesBetween(
  { partnerId, orderNo }: { partnerId: number; orderNo: number },
  first: number,
  last: number,
): Statement<LineRow> {
  return sql`
    select ${LINE_COLUMNS} from order_lines
    where partner_id = ${partnerId} and order_no = ${orderNo}
      and line_no between ${first} and ${last}
    order by line_no`
}
