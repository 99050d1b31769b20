import { Type } from 'typebox'
import { ratesByNo, type RecordedRate } from '../../catalog/mod.ts'
import { isoTime, wireAmount, wireRate } from '../../core/mod.ts'
import type { Db } from '../../db/mod.ts'
import { listLines, type Batch, type Line, type Order } from '../../orders/mod.ts'

/** A line with the rate that it was priced at, and where that came from where it is known. */
export const LineShape = Type.Object({
  lineNo: Type.Integer(),
  productId: Type.Integer(),
  brand: Type.String(),
  currency: Type.String(),
  faceValue: Type.Number(),
  quantity: Type.Integer(),
  unitCost: Type.Number(),
  fxRate: Type.Number(),
  fxRateSource: Type.Optional(Type.String()),
  fxRateEffectiveAt: Type.Optional(Type.String()),
  itemReference: Type.Optional(Type.String()),
})

/** The lines that these batches belong to. */
export async function linesOf(db: Db, order: Order, batches: readonly Batch[]): Promise<object[]> {
  const [first, last] = [batches[0]?.lineNo, batches.at(-1)?.lineNo]
  if (first === undefined || last === undefined) return []
  const lines = await listLines(db, order, { first, last })
  const rateNos = new Set(lines.flatMap(({ rateNo }) => (rateNo === undefined ? [] : [rateNo])))
  const rates = await ratesByNo(db, [...rateNos])
  return lines.map((line) => lineOf(order, line, rates))
}

function lineOf(order: Order, line: Line, rates: ReadonlyMap<bigint, RecordedRate>) {
  const recorded = line.rateNo === undefined ? undefined : rates.get(line.rateNo)
  return {
    lineNo: line.lineNo,
    productId: line.productId,
    brand: line.brand,
    currency: line.currency.code,
    faceValue: wireAmount(line.faceValueMinor, line.currency),
    quantity: line.quantity,
    unitCost: wireAmount(line.unitCostMinor, order.currency),
    fxRate: wireRate(line.rate),
    fxRateSource: recorded?.source,
    fxRateEffectiveAt: recorded && isoTime(recorded.effectiveAt),
    itemReference: line.itemReference,
  }
}
