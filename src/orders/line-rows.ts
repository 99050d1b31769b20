import { isIrrevocable, rateText, type PricedLine } from '../catalog/mod.ts'
import { dateAt, drawNumber, percentText } from '../core/mod.ts'
import { Columns, sql, type Statement } from '../db/mod.ts'
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
    for (let taken = 0; taken < line.priced.quantity; taken += unitsMax) {
      batches.push({
        line,
        batchNo: batches.length + 1,
        firstItemNo: line.firstItemNo + taken,
        quantity: Math.min(unitsMax, line.priced.quantity - taken),
      })
    }
  }
  return batches
}

const LINES = new Columns<PlacedLine>([
  ['bigint', (one) => one.orderNo],
  ['integer', (one) => one.lineNo],
  ['integer', (one) => one.firstItemNo],
  ['integer', (one) => one.priced.product.productId],
  ['text', (one) => one.priced.product.brand],
  ['text', (one) => one.priced.product.productType],
  ['boolean', (one) => isIrrevocable(one.priced.product.productType)],
  ['text', (one) => one.priced.product.currency.code],
  ['bigint', (one) => one.priced.faceValueMinor],
  ['integer', (one) => one.priced.quantity],
  ['bigint', (one) => one.priced.unitCostMinor],
  ['numeric', (one) => rateText(one.priced.rate)],
  ['bigint', (one) => one.priced.rateNo ?? null],
  ['text', (one) => one.priced.itemReference ?? null],
  ['jsonb', (one) => recipientText(one.priced)],
  ['numeric', (one) => marketRateText(one.priced)],
  ['bigint', (one) => one.priced.adjustment?.ruleNo ?? null],
  ['numeric', (one) => discountText(one.priced)],
  ['bigint', (one) => one.priced.adjustment?.discountMinor ?? null],
  ['bigint', (one) => one.priced.adjustment?.unitFeeMinor ?? null],
])

export function insertLines(partnerId: number, lines: readonly PlacedLine[]): Statement<never> {
  const into = sql`
    insert into order_lines (
      partner_id, order_no, line_no, first_item_no, product_id, brand, product_type,
      is_irrevocable, product_currency, face_value_minor, quantity, unit_cost_minor, fx_rate,
      rate_no, item_reference, recipient, market_rate, price_rule_no, discount_percent,
      discount_minor, unit_fee_minor)`
  return sql.either(
    sql`${into} select ${partnerId}, placed.* from ${LINES.rows(lines)} as placed`,
    () => sql`${into} ${LINES.inserted(lines, [['integer', partnerId]])}`,
  )
}

/** Null: no spread was added. */
function marketRateText({ rate, marketRate }: PricedLine): string | null {
  return marketRate === rate ? null : rateText(marketRate)
}

function discountText({ adjustment }: PricedLine): string | null {
  return adjustment ? percentText(adjustment.discountPercent) : null
}

function recipientText({ recipient }: PricedLine): string | null {
  return recipient ? JSON.stringify(recipient) : null
}

const BATCHES = new Columns<NewBatch>([
  ['bigint', (one) => one.line.orderNo],
  ['integer', (one) => one.batchNo],
  ['integer', (one) => one.line.lineNo],
  ['integer', (one) => one.line.priced.product.productId],
  ['text', (one) => one.line.priced.product.supplier],
  ['bigint', (one) => one.line.priced.faceValueMinor],
  ['integer', (one) => one.firstItemNo],
  ['integer', (one) => one.quantity],
])

/**
 * Inserts new batches. Queued batches are due at once: the table is the queue of workers. Issued
 * batches are COMPLETED and never due.
 */
export function insertBatches(
  { partnerId, now }: Pick<Book, 'partnerId' | 'now'>,
  batches: readonly NewBatch[],
  begun: 'queued' | 'issued',
): Statement<never> {
  const at = sql`${dateAt(now)}::timestamptz`
  const state =
    begun === 'queued'
      ? sql`'PENDING', now(), 0, null::timestamptz`
      : sql`'COMPLETED', null::timestamptz, 1, ${at}`
  const into = sql`
    insert into fulfillments (
      partner_id, ordered_at, status, due_at, attempt, completed_at, order_no, batch_no, line_no,
      product_id, supplier, face_value_minor, first_item_no, quantity)`
  const selected = sql<never>`
    select ${partnerId}, ${at}, ${state}, placed.* from ${BATCHES.rows(batches)} as placed`
  return sql.either(sql`${into} ${selected}`, () => {
    const placed = dateAt(now)
    const shared = [
      ['integer', partnerId] as const,
      ['timestamptz', placed] as const,
      ['text', begun === 'queued' ? 'PENDING' : 'COMPLETED'] as const,
      ['timestamptz', begun === 'queued' ? 'now' : null] as const,
      ['integer', begun === 'queued' ? 0 : 1] as const,
      ['timestamptz', begun === 'queued' ? null : placed] as const,
    ]
    return sql`${into} ${BATCHES.inserted(batches, shared)}`
  })
}

/**
 * Whether what batch `b` delivers cannot be taken back. Its line is found by its whole key,
 * whatever the statistics are: a join that compares all lines of a partner costs the same while
 * there are few.
 */
function irrevocable(partnerId: number): Statement<never> {
  return sql`(
    select l.is_irrevocable from order_lines l
    where l.partner_id = ${partnerId} and l.order_no = b.order_no and l.line_no = b.line_no)`
}

/**
 * Makes the open batches of suspended orders wait and fences off their workers. Exceptions, which
 * are completed and charged: deliveries under way that cannot be taken back, and batches whose
 * outcome at the supplier is unknown.
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
 * True for batches that a worker returns to their supplier: those that may have been issued, unless
 * the delivery is irrevocable. Codes from stock are returned in any case: until the batch is
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
        taking_back = ${returns}, due_at = case when ${returns} then own.instant end
    from (select now() as instant) as own
    where b.partner_id = ${partnerId} and b.order_no = any(${orderNos}::bigint[])
      and (b.status <> 'COMPLETED' or not ${irrevocable(partnerId)})`
}
