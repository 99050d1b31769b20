import { Type } from 'typebox'
import { type LineAdjustment, ratesByNo, type RecordedRate } from '../../catalog/mod.ts'
import {
  isoTime,
  type OrderName,
  parseOrderId,
  Refusal,
  wireAmount,
  wirePercent,
  wireRate,
} from '../../core/mod.ts'
import type { Db } from '../../db/mod.ts'
import { type Attempt, listAttempts } from '../../fulfillment/mod.ts'
import {
  type Batch,
  findOrder,
  type Line,
  listBatches,
  listLines,
  type Order,
} from '../../orders/mod.ts'
import type { SupplierRegistry } from '../../supply/mod.ts'
import { ok, pagination } from '../response.ts'
import { Pagination } from '../page-shape.ts'
import { pages } from '../query.ts'
import { operatorRoute } from '../route.ts'
import { batchOf, BatchShape } from '../v2/order.ts'
import { adminOrderOf, adminOrders, AdminOrderShape } from './admin-order.ts'
import { Reason } from './reason.ts'

const AdminBatchShape = Type.Object({
  ...BatchShape.properties,
  attempt: Type.Integer(),
  waitsFor: Type.Optional(Type.String()),
  lastFault: Type.Optional(Type.String()),
  supplier: Type.String(),
  account: Type.Optional(Type.String()),
  attempts: Type.Array(
    Type.Object({
      supplier: Type.String(),
      account: Type.Optional(Type.String()),
      outcome: Type.String(),
      reason: Type.Optional(Type.String()),
      at: Type.String(),
    }),
  ),
})

/** Returns the batch with its attempt log. The attempt that issued it comes last. */
function adminBatchOf(
  suppliers: SupplierRegistry,
  order: Order,
  { batch, tried }: { batch: Batch; tried: readonly Attempt[] },
) {
  const { attempt, waitsFor, lastFault, completedMs } = batch
  const at = accountAt(batch.supplier, accountOf(suppliers, batch, tried.at(-1)))
  const issued =
    completedMs === undefined ? [] : [{ ...at, outcome: 'issued', at: isoTime(completedMs) }]
  const others = tried.map(({ supplier, account, atMs, ...said }) => ({
    ...accountAt(supplier, account),
    ...said,
    at: isoTime(atMs),
  }))
  const attempts = [...others, ...issued]
  return { ...batchOf(order, batch), attempt, waitsFor, lastFault, ...at, attempts }
}

/** Returns the account of the supplier that the batch is bound to, or else that was asked last. */
function accountOf(
  suppliers: SupplierRegistry,
  { supplier, supplierSettings: settings }: Batch,
  last: Attempt | undefined,
): string {
  if (settings) return suppliers.accountOf({ supplier, settings })
  return last?.supplier === supplier ? last.account : ''
}

/** Omits the account for a supplier that has only one. */
function accountAt(supplier: string, account: string) {
  return { supplier, account: account === '' ? undefined : account }
}

function readOrderName(text: string): OrderName {
  const name = parseOrderId(text)
  if (!name) throw new Refusal('not_found', 'no such order')
  return name
}

/**
 * A line with the rate that priced it, the market rate if a spread was added, the source of the
 * rate if it is known, and the price rule if one applied.
 */
const LineShape = Type.Object({
  lineNo: Type.Integer(),
  productId: Type.Integer(),
  brand: Type.String(),
  currency: Type.String(),
  faceValue: Type.Number(),
  quantity: Type.Integer(),
  unitCost: Type.Number(),
  fxRate: Type.Number(),
  marketRate: Type.Optional(Type.Number()),
  fxRateSource: Type.Optional(Type.String()),
  fxRateEffectiveAt: Type.Optional(Type.String()),
  itemReference: Type.Optional(Type.String()),
  priceRuleNo: Type.Optional(Type.Number()),
  discountPercent: Type.Optional(Type.Number()),
  discountAmount: Type.Optional(Type.Number()),
  unitFee: Type.Optional(Type.Number()),
})

/** Returns the lines of these batches. */
async function linesOf(db: Db, order: Order, batches: readonly Batch[]): Promise<object[]> {
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
    marketRate: line.marketRate && wireRate(line.marketRate),
    fxRateSource: recorded?.source,
    fxRateEffectiveAt: recorded && isoTime(recorded.effectiveAt),
    itemReference: line.itemReference,
    ...(line.adjustment && adjustmentOf(order, line.adjustment)),
  }
}

function adjustmentOf({ currency }: Order, adjustment: LineAdjustment) {
  return {
    priceRuleNo: Number(adjustment.ruleNo),
    discountPercent: wirePercent(adjustment.discountPercent),
    discountAmount: wireAmount(adjustment.discountMinor, currency),
    unitFee: wireAmount(adjustment.unitFeeMinor, currency),
  }
}

/**
 * Returns an order with one page of its batches, each with its attempt log and what it waits for,
 * and the lines of those batches with the rates that priced them.
 */
const getOrderRoute = operatorRoute('GET /admin/v1/orders/{orderId}', {
  query: pages,
  response: Type.Object({
    data: Type.Object({
      ...AdminOrderShape.properties,
      lines: Type.Array(LineShape),
      fulfillments: Type.Array(AdminBatchShape),
    }),
    meta: Type.Object({ pagination: Pagination }),
  }),
  async handle({ params, query: { page, pageSize } }, { db, suppliers }) {
    const order = await findOrder(db, readOrderName(params.orderId))
    if (!order) throw new Refusal('not_found', 'no such order')
    const { batches, totalRecords } = await listBatches(db, order, { page, pageSize })
    const batchNos = batches.map(({ batchNo }) => batchNo)
    const logs = await listAttempts(db, order, batchNos)
    const fulfillments = batches.map((batch) =>
      adminBatchOf(suppliers, order, { batch, tried: logs.get(batch.batchNo) ?? [] }),
    )
    const lines = await linesOf(db, order, batches)
    const meta = { pagination: pagination({ page, pageSize, totalRecords }) }
    const [shown] = await adminOrders(db, [order])
    return ok({ data: { ...shown, lines, fulfillments }, meta })
  },
})

/** Cancels an order. Releases its money and codes, except for items that are already issued. */
const cancelOrderRoute = operatorRoute('POST /admin/v1/orders/{orderId}/cancel', {
  body: Type.Object({ reason: Reason }),
  response: Type.Object({ data: AdminOrderShape }),
  async handle({ params, body: { reason }, actor }, { orders, wake }) {
    const order = await orders.cancel(readOrderName(params.orderId), { actor, reason })
    // The worker returns the codes that are reserved already.
    wake(order.partnerId)
    return ok({ data: adminOrderOf(order) })
  },
})

/** Makes batches due that failed or wait for stock, and returns how many. */
const retryOrderRoute = operatorRoute('POST /admin/v1/orders/{orderId}/retry', {
  body: Type.Object({ reason: Type.Optional(Reason) }),
  isBodyOptional: true,
  response: Type.Object({ data: Type.Object({ id: Type.String(), retried: Type.Integer() }) }),
  async handle({ params, body: { reason }, actor }, { orders, wake }) {
    const name = readOrderName(params.orderId)
    const retried = await orders.retry(name, { actor, reason })
    wake(name.partnerId)
    return ok({ data: { id: params.orderId, retried } })
  },
})

export const orderRoutes = [getOrderRoute, cancelOrderRoute, retryOrderRoute]
