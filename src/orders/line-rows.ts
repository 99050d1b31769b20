import { isIrrevocable, rateText, type PricedLine } from '../catalog/mod.ts'
import { dateAt, drawNumber, percentText } from '../core/mod.ts'
import {
  bigint,
  boolean,
  integer,
  jsonb,
  numeric,
  sql,
  table,
  text,
  timestamptz,
  type ColumnsOf,
  type FulfillmentsRow,
  type OrderLinesRow,
  type Statement,
} from '../db/mod.ts'
import type { Book } from '../ledger/mod.ts'

/** A priced line with its number in the order and the number of its first item. */
export interface PlacedLine {
  readonly orderNo: number
  readonly lineNo: number
  readonly firstItemNo: number
  readonly priced: PricedLine
}

/** Units of one line, at most `batchUnitsMax`. */
export interface NewBatch {
  readonly line: PlacedLine
  readonly batchNo: number
  readonly firstItemNo: number
  readonly quantity: number
}

/** Splits lines into batches of one product each; the quantities sum to the order's units. */
export function splitIntoBatches(lines: readonly PlacedLine[], unitsMax: number): NewBatch[] {
  const batches: NewBatch[] = []
  for (const line of lines) {
    for (let placedUnits = 0; placedUnits < line.priced.quantity; placedUnits += unitsMax) {
      batches.push({
        line,
        batchNo: batches.length + 1,
        firstItemNo: line.firstItemNo + placedUnits,
        quantity: Math.min(unitsMax, line.priced.quantity - placedUnits),
      })
    }
  }
  return batches
}

const LINE_COLUMNS: ColumnsOf<OrderLinesRow, PlacedLine> = {
  order_no: bigint((one) => one.orderNo),
  line_no: integer((one) => one.lineNo),
  first_item_no: integer((one) => one.firstItemNo),
  product_id: integer((one) => one.priced.product.productId),
  brand: text((one) => one.priced.product.brand),
  product_type: text((one) => one.priced.product.productType),
  is_irrevocable: boolean((one) => isIrrevocable(one.priced.product.productType)),
  product_currency: text((one) => one.priced.product.currency.code),
  face_value_minor: bigint((one) => one.priced.faceValueMinor),
  quantity: integer((one) => one.priced.quantity),
  unit_cost_minor: bigint((one) => one.priced.unitCostMinor),
  fx_rate: numeric((one) => rateText(one.priced.rate)),
  rate_no: bigint((one) => one.priced.rateNo ?? null),
  item_reference: text((one) => one.priced.itemReference ?? null),
  recipient: jsonb((one) => recipientText(one.priced)),
  market_rate: numeric((one) => marketRateText(one.priced)),
  price_rule_no: bigint((one) => one.priced.adjustment?.ruleNo ?? null),
  discount_percent: numeric((one) => discountText(one.priced)),
  discount_minor: bigint((one) => one.priced.adjustment?.discountMinor ?? null),
  unit_fee_minor: bigint((one) => one.priced.adjustment?.unitFeeMinor ?? null),
}

function tableOfLines(columns: ColumnsOf<OrderLinesRow, PlacedLine>) {
  return table<OrderLinesRow, PlacedLine, number>('order_lines', columns, {
    partner_id: integer((partnerId) => partnerId),
  })
}

const LINES = tableOfLines(LINE_COLUMNS)

/** The table for groups in which a line has metadata. */
const LABELLED_LINES = tableOfLines({
  ...LINE_COLUMNS,
  metadata: jsonb((one) => metadataText(one.priced)),
})

export function insertLines(partnerId: number, lines: readonly PlacedLine[]): Statement<never> {
  const isLabelled = lines.some(({ priced }) => priced.metadata !== undefined)
  return (isLabelled ? LABELLED_LINES : LINES).insert(lines, partnerId)
}

function metadataText({ metadata }: PricedLine): string | null {
  return metadata ? JSON.stringify(metadata) : null
}

/** Returns null if no spread was added. */
function marketRateText({ rate, marketRate }: PricedLine): string | null {
  return marketRate === rate ? null : rateText(marketRate)
}

function discountText({ adjustment }: PricedLine): string | null {
  return adjustment ? percentText(adjustment.discountPercent) : null
}

function offerText({ offer }: PricedLine): string | null {
  return offer ? JSON.stringify(offer) : null
}

function recipientText({ recipient }: PricedLine): string | null {
  return recipient ? JSON.stringify(recipient) : null
}

interface NewBatches extends Pick<Book, 'partnerId' | 'now'> {
  /** False if the batches are queued. */
  readonly isIssued: boolean
}

const BATCHES = table<FulfillmentsRow, NewBatch, NewBatches>(
  'fulfillments',
  {
    order_no: bigint((one) => one.line.orderNo),
    batch_no: integer((one) => one.batchNo),
    line_no: integer((one) => one.line.lineNo),
    product_id: integer((one) => one.line.priced.product.productId),
    supplier: text((one) => one.line.priced.product.supplier),
    face_value_minor: bigint((one) => one.line.priced.faceValueMinor),
    first_item_no: integer((one) => one.firstItemNo),
    quantity: integer((one) => one.quantity),
    min_validity_days: integer((one) => one.line.priced.minValidityDays ?? null),
    offer: jsonb((one) => offerText(one.line.priced)),
  },
  {
    partner_id: integer(({ partnerId }) => partnerId),
    ordered_at: timestamptz(({ now }) => dateAt(now)),
    status: text(({ isIssued }) => (isIssued ? 'COMPLETED' : 'PENDING')),
    due_at: timestamptz(({ isIssued }) => (isIssued ? null : 'now')),
    attempt: integer(({ isIssued }) => (isIssued ? 1 : 0)),
    completed_at: timestamptz(({ isIssued, now }) => (isIssued ? dateAt(now) : null)),
  },
)

/**
 * Inserts new batches. Queued batches are due at once: the table is the queue of workers. Issued
 * batches are COMPLETED and never due.
 */
export function insertBatches(
  { partnerId, now }: Pick<Book, 'partnerId' | 'now'>,
  batches: readonly NewBatch[],
  state: 'queued' | 'issued',
): Statement<never> {
  return BATCHES.insert(batches, { partnerId, now, isIssued: state === 'issued' })
}

/**
 * True if the delivery of batch `b` is irrevocable. Its line is found by the whole key, whatever
 * the statistics are: a plan made while there are few lines would compare all lines of a partner.
 */
function irrevocable(partnerId: number): Statement<never> {
  return sql`(
    select l.is_irrevocable from order_lines l
    where l.partner_id = ${partnerId} and l.order_no = b.order_no and l.line_no = b.line_no)`
}

/**
 * Makes the open batches of suspended orders wait, and fences off their workers. Irrevocable
 * deliveries under way, and batches whose outcome is unknown, are left alone: they will be
 * completed and charged.
 */
export function suspendBatches(partnerId: number, orderNos: readonly number[]): Statement<never> {
  return sql`
    update fulfillments b
    set status = 'PENDING', due_at = null, lease_owner = null,
        waits_for = case when b.waits_for = 'supplier' then 'supplier' else 'funds' end,
        lease_epoch = ${drawNumber()}
    where b.partner_id = ${partnerId} and b.order_no = any(${orderNos}::bigint[])
      and b.status <> 'COMPLETED' and not b.outcome_unknown
      and (b.status <> 'PROCESSING' or not ${irrevocable(partnerId)})`
}

/** Makes the waiting batches of resumed orders due. */
export function resumeBatches(partnerId: number, orderNos: readonly number[]): Statement<never> {
  return sql`
    update fulfillments set waits_for = null, due_at = now()
    where partner_id = ${partnerId} and order_no = any(${orderNos}::bigint[])
      and waits_for in ('funds', 'supplier')`
}

/**
 * True for batches that a worker returns to their supplier because they may have been issued,
 * unless the delivery is irrevocable. Codes from stock are always returned: until the batch is
 * COMPLETED they are only reserved.
 */
function goesBack(partnerId: number, stockSupplier: string): Statement<never> {
  return sql`b.attempt > 0
    and (b.supplier = ${stockSupplier}::text or not ${irrevocable(partnerId)})`
}

/**
 * Ends the batches of cancelled orders, except deliveries that cannot be taken back. A worker
 * returns what a supplier may have issued; it finds the batches by `taking_back`.
 */
export function cancelBatches(
  partnerId: number,
  orderNos: readonly number[],
  stockSupplier: string,
): Statement<never> {
  const returns = goesBack(partnerId, stockSupplier)
  return sql`
    update fulfillments b
    set status = 'FAILED', waits_for = null, lease_owner = null, lease_epoch = ${drawNumber()},
        outcome_unknown = false, completed_at = null, last_fault = 'the order was cancelled',
        taking_back = ${returns}, due_at = case when ${returns} then clock.instant end
    from (select now() as instant) as clock
    where b.partner_id = ${partnerId} and b.order_no = any(${orderNos}::bigint[])
      and (b.status <> 'COMPLETED' or not ${irrevocable(partnerId)})`
}
