import { Type } from 'typebox'
import type { Actor } from '../../audit/mod.ts'
import { type LineAdjustment, ratesByNo, type RecordedRate } from '../../catalog/mod.ts'
import { isoTime, maskText, wireAmount, wirePercent, wireRate } from '../../core/mod.ts'
import type { Db } from '../../db/mod.ts'
import { type Attempt, listAttempts, lotsOfBatches, readItems } from '../../fulfillment/mod.ts'
import {
  type Batch,
  type Line,
  listBatches,
  listLines,
  type Order,
  orderId,
} from '../../orders/mod.ts'
import { decodeCodes, type SupplierRegistry } from '../../supply/mod.ts'
import type { Context } from '../context.ts'
import { batchOf, BatchShape } from '../orders/order.ts'
import { orderedLine, orderedLineFields } from '../orders/ordered-line.ts'
import { Decimal, Instant, Text, Whole } from '../shapes/field.ts'
import { fields } from '../shapes/fields.ts'
import { oneOf } from '../shapes/one-of.ts'
import { adminOrder, AdminOrderShape } from './admin-order.ts'
import { ATTEMPT_OUTCOME, WAITS_FOR } from './meanings.ts'
import { auditUnmasked } from './audit-unmasked.ts'

const AdminBatchShape = Type.Object(
  {
    ...BatchShape.properties,
    lineNo: orderedLineFields.lineNo,
    attempt: Whole('Number of the attempt, from 1'),
    waitsFor: Type.Optional(oneOf('Reason for which the batch waits', WAITS_FOR)),
    lastFault: Type.Optional(fields.lastFault),
    supplier: fields.supplier,
    account: Type.Optional(fields.account),
    lots: Type.Optional(
      Type.Array(Type.String(), { description: 'The lots that the codes come from' }),
    ),
    confirmationNumbers: Type.Optional(
      Type.Array(Type.String(), { description: 'Confirmation numbers of the supplier' }),
    ),
    attempts: Type.Array(
      Type.Object({
        supplier: fields.supplier,
        account: Type.Optional(fields.account),
        outcome: oneOf('Outcome at the supplier', ATTEMPT_OUTCOME),
        reason: Type.Optional(Text('Why it failed')),
        at: fields.at,
      }),
      { description: 'Attempts to buy the batch, with the reason of each failure' },
    ),
  },
  { title: 'Batch' },
)

/** Returns the batch with its attempt log. The attempt that issued it comes last. */
function adminBatchOf(
  suppliers: SupplierRegistry,
  order: Order,
  { batch, tried }: { batch: Batch; tried: readonly Attempt[] },
) {
  const { lineNo, attempt, waitsFor, lastFault, completedMs } = batch
  const at = accountAt(batch.supplier, accountOf(suppliers, batch, tried.at(-1)))
  const issued =
    completedMs === undefined ? [] : [{ ...at, outcome: 'issued', at: isoTime(completedMs) }]
  const others = tried.map(({ supplier, account, atMs, ...result }) => ({
    ...accountAt(supplier, account),
    ...result,
    at: isoTime(atMs),
  }))
  const attempts = [...others, ...issued]
  return { ...batchOf(order, batch), lineNo, attempt, waitsFor, lastFault, ...at, attempts }
}

/** Returns the account that the batch is bound to, or else the one that was called last. */
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

/**
 * A line with the rate that priced it, the market rate if a spread was added, the source of the
 * rate if it is known, and the price rule if one applied.
 */
const LineShape = Type.Object(
  {
    ...orderedLineFields,
    fxRate: fields.fxRate,
    marketRate: Type.Optional(Decimal('The rate without our spread')),
    fxRateSource: Type.Optional(Text('Source of the rate')),
    fxRateEffectiveAt: Type.Optional(Instant('When the rate came into force')),
    itemReference: Type.Optional(fields.itemReference),
    recipient: Type.Optional(
      Type.Record(Type.String(), Type.String(), {
        description: 'The recipient, by the names of `recipientFields`; personal data is masked',
      }),
    ),
    priceRuleNo: Type.Optional(Decimal('The number of the price rule that applied')),
    discountPercent: Type.Optional(fields.discountPercent),
    discountAmount: Type.Optional(
      Decimal("Discount of the line by price rules, in major units of the order's currency"),
    ),
    unitFee: Type.Optional(Decimal("The fee of one unit, in major units of the order's currency")),
  },
  { title: 'OrderLine' },
)

/** Returns the lines of these batches. */
async function linesOf(db: Db, order: Order, batches: readonly Batch[]): Promise<Line[]> {
  const [first, last] = [batches[0]?.lineNo, batches.at(-1)?.lineNo]
  if (first === undefined || last === undefined) return []
  return listLines(db, order, { first, last })
}

async function shownLines(
  db: Db,
  order: Order,
  { lines, unmasked }: { lines: readonly Line[]; unmasked: boolean },
) {
  const rateNos = new Set(lines.flatMap(({ rateNo }) => (rateNo === undefined ? [] : [rateNo])))
  const rates = await ratesByNo(db, [...rateNos])
  return lines.map((line) => ({
    ...lineOf(order, line, rates),
    recipient: line.recipient && (unmasked ? line.recipient : maskedRecipient(line.recipient)),
  }))
}

function lineOf(order: Order, line: Line, rates: ReadonlyMap<bigint, RecordedRate>) {
  const recorded = line.rateNo === undefined ? undefined : rates.get(line.rateNo)
  return {
    ...orderedLine(order, line),
    fxRate: wireRate(line.rate),
    marketRate: line.marketRate && wireRate(line.marketRate),
    fxRateSource: recorded?.source,
    fxRateEffectiveAt: recorded && isoTime(recorded.effectiveAt),
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

function maskedRecipient(recipient: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(recipient).map(([field, value]) => [field, maskText(value)]),
  )
}

export const OrderStoryShape = Type.Object(
  {
    ...AdminOrderShape.properties,
    lines: Type.Array(LineShape, { description: 'The lines of the order' }),
    fulfillments: Type.Array(AdminBatchShape, { description: 'The batches of the order' }),
  },
  { title: 'OrderStory' },
)

export interface StoryRequest {
  readonly page: number
  readonly pageSize: number
  readonly unmasked: boolean
  readonly actor: Actor
}

/**
 * Returns an order with a page of its batches and their lines. If recipients are unmasked, that is
 * audited first.
 */
export async function storyOf(
  context: Context,
  order: Order,
  { page, pageSize, unmasked, actor }: StoryRequest,
) {
  const { db, suppliers } = context
  const { batches, totalRecords } = await listBatches(db, order, { page, pageSize })
  const batchNos = batches.map(({ batchNo }) => batchNo)
  const logs = await listAttempts(db, order, batchNos)
  const lots = await lotsOfBatches(db, order, batchNos)
  const lines = await linesOf(db, order, batches)
  // Stock of a top-up is codes, which are not shown.
  const fromSuppliers = batches.filter(({ batchNo }) => !lots.has(batchNo))
  const receipts = await receiptsOf(context, order, { batches: fromSuppliers, lines })
  if (unmasked && lines.some(({ recipient }) => recipient !== undefined)) {
    const { partnerId } = order
    await auditUnmasked(context, { actor, partnerId, target: `order:${orderId(order)}` })
  }
  const fulfillments = batches.map((batch) => ({
    ...adminBatchOf(suppliers, order, { batch, tried: logs.get(batch.batchNo) ?? [] }),
    lots: lots.get(batch.batchNo),
    confirmationNumbers: receipts.get(batch.batchNo),
  }))
  const shown = await adminOrder(db, order)
  const story = { ...shown, lines: await shownLines(db, order, { lines, unmasked }), fulfillments }
  return { story, totalRecords }
}

/** The most confirmation numbers shown per batch. Most batches of receipts have one. */
const RECEIPTS_MAX = 10

/** Returns the confirmation numbers of receipts, by batch. Codes are not opened. */
async function receiptsOf(
  { db, vault }: Context,
  order: Order,
  { batches, lines }: { batches: readonly Batch[]; lines: readonly Line[] },
): Promise<ReadonlyMap<number, readonly string[]>> {
  const receipts = new Map<number, string[]>()
  if (order.status !== 'COMPLETED') return receipts
  const lineNos = new Set(lines.flatMap((line) => (line.isIrrevocable ? [line.lineNo] : [])))
  for (const { batchNo, lineNo, firstItemNo, quantity } of batches) {
    if (!lineNos.has(lineNo)) continue
    const last = firstItemNo + Math.min(quantity, RECEIPTS_MAX) - 1
    const numbers: string[] = []
    for await (const { codes } of readItems({ db, vault }, order, { first: firstItemNo, last })) {
      numbers.push(...decodeCodes(codes).map(({ giftCardNumber }) => giftCardNumber))
    }
    receipts.set(batchNo, numbers)
  }
  return receipts
}
