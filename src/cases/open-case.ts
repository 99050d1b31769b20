import type { Actor } from '../audit/mod.ts'
import {
  checkLine,
  formatAmount,
  invalidField,
  REASON_LENGTH_MAX,
  Refusal,
  type Currency,
  type MinorUnits,
  notFound,
} from '../core/mod.ts'
import { maybeRow, sql, type Db } from '../db/mod.ts'
import type { Ledger } from '../ledger/mod.ts'
import {
  findKeptItem,
  findLineOfItem,
  findOrderByNumber,
  type Line,
  type Order,
} from '../orders/mod.ts'
import type { Case, CaseKind } from './case.ts'
import { caseKind } from './case-writes.ts'
import { unitPrice, type PricedLine } from './item-price.ts'
import { findCase } from './list-cases.ts'

interface Context {
  readonly db: Db
  readonly ledger: Ledger
}

export interface NewCase {
  readonly itemNo: number
  readonly kind: CaseKind
  readonly reason: string
  /** A part of the price, for a refund only. Undefined: the whole price. */
  readonly amountMinor: MinorUnits | undefined
  /** True: the operator knows that the item cannot be taken back. */
  readonly acknowledged: boolean
  readonly actor: Actor
  /** True: a partner asks for it, and the operator decides. */
  readonly isRequest: boolean
}

/**
 * Opens a case of one item of a COMPLETED order, or of an item that a CANCELLED order had
 * delivered. Replays the case if the same actor opened it with the same kind, amount and reason.
 *
 * Refuses, in this order:
 *   order_not_completed   the order has another status, or has not delivered the item
 *   invalid_request       a reason that cannot be stored, an item that the order does not have, an
 *                         irrevocable item without `acknowledged`, an amount above the price, or
 *                         with another kind than a refund
 *   state_conflict        the item has a case that leaves no room for this one, or nothing was
 *                         charged for it, or no code to replace it is in stock
 *   balance_limit         the funds or the wallet would exceed AMOUNT_MINOR_MAX
 *   overloaded            too many writes of this partner wait (or Outage: the database is away)
 */
export async function openCase(
  { db, ledger }: Context,
  order: Order,
  { acknowledged, ...request }: NewCase,
): Promise<Case> {
  if (order.status !== 'COMPLETED' && order.status !== 'CANCELLED') throw notCompleted(order)
  checkLine('reason', request.reason, REASON_LENGTH_MAX)
  requireItem(order, request.itemNo)
  const line = await lineOf(db, order, request.itemNo)
  const place = await placeOf(db, order, { line, itemNo: request.itemNo })
  if (!request.isRequest) requireAcknowledged(line, acknowledged)
  const amountMinor = refundOf(request, place, order.currency)
  const minValidityDays = await validityOf(db, order, request)
  return await ledger.submit(caseKind, order.partnerId, {
    ...request,
    act: 'open',
    order,
    line,
    minValidityDays,
    amountMinor,
  })
}

export interface CaseDecision {
  readonly act: 'accept' | 'reject'
  readonly reason: string | undefined
  /** True: the operator knows that the item cannot be taken back. */
  readonly acknowledged: boolean
  readonly actor: Actor
}

/**
 * Accepts or rejects the request of a partner. Replays if the same actor has decided so for the
 * same reason.
 *
 * Refuses, in this order:
 *   not_found         no such case
 *   invalid_request   an irrevocable item is accepted without `acknowledged`
 *   state_conflict    the case is not REQUESTED, or no code to replace the item is in stock
 *   balance_limit     the funds or the wallet would exceed AMOUNT_MINOR_MAX
 *   overloaded        too many writes of this partner wait (or Outage: the database is away)
 */
export async function decideCase(
  { db, ledger }: Context,
  caseId: number,
  { act, reason, acknowledged, actor }: CaseDecision,
): Promise<Case> {
  const found = await findCase(db, caseId)
  const order = found && (await findOrderByNumber(db, found))
  if (!order) throw notFound('case')
  const { itemNo, kind } = found
  const line = await lineOf(db, order, itemNo)
  if (act === 'accept') requireAcknowledged(line, acknowledged)
  const minValidityDays = await validityOf(db, order, found)
  const input = { act, caseId, kind, order, line, itemNo, minValidityDays, reason, actor }
  return await ledger.submit(caseKind, order.partnerId, input)
}

/**
 * Returns the amount of a refund of an item: `amountMinor`, or its whole price. Refuses
 * invalid_request and state_conflict as `openCase` does for the item and the amount.
 */
export async function refundAmount(
  db: Db,
  order: Order,
  { itemNo, amountMinor }: Pick<NewCase, 'itemNo' | 'amountMinor'>,
): Promise<MinorUnits> {
  requireItem(order, itemNo)
  const line = await lineOf(db, order, itemNo)
  const place = await placeOf(db, order, { line, itemNo })
  return priceOfRefund({ itemNo, amountMinor }, place, order.currency)
}

function requireItem({ unitCount }: Order, itemNo: number): void {
  if (itemNo > unitCount) throw invalidField('itemNo', `must be at most ${unitCount}`)
}

async function lineOf(db: Db, order: Order, itemNo: number): Promise<Line> {
  const line = await findLineOfItem(db, order, itemNo)
  if (!line) throw new Error(`item ${itemNo} belongs to no line`)
  return line
}

/**
 * Returns the number of days for which a replacement must be valid; undefined if the order demands
 * none.
 */
async function validityOf(
  db: Db,
  { partnerId, orderNo }: Order,
  { kind, itemNo }: Pick<NewCase, 'kind' | 'itemNo'>,
): Promise<number | undefined> {
  if (kind !== 'replace') return undefined
  const row = await maybeRow(
    db,
    sql<{ min_validity_days: number | null }>`
      select min_validity_days from fulfillments
      where partner_id = ${partnerId} and order_no = ${orderNo} and first_item_no <= ${itemNo}
      order by batch_no desc limit 1`,
  )
  return row?.min_validity_days ?? undefined
}

/** An item among the units that its line was charged. */
interface ChargedPlace {
  readonly charged: PricedLine
  readonly position: number
}

/** A CANCELLED order was charged only for its delivered units. */
async function placeOf(
  db: Db,
  order: Order,
  { line, itemNo }: { line: Line; itemNo: number },
): Promise<ChargedPlace> {
  if (order.status === 'COMPLETED') return { charged: line, position: itemNo - line.firstItemNo }
  const delivered = await findKeptItem(db, order, { lineNo: line.lineNo, itemNo })
  if (!delivered) throw notCompleted(order, `, and item ${itemNo} was not delivered`)
  const { units: quantity, position, discountMinor } = delivered
  const adjustment = line.adjustment && { ...line.adjustment, discountMinor }
  return { charged: { unitCostMinor: line.unitCostMinor, quantity, adjustment }, position }
}

function notCompleted({ status }: Order, why = ', not COMPLETED'): Refusal {
  return new Refusal('order_not_completed', `the order is ${status}${why}`)
}

function requireAcknowledged({ isIrrevocable }: Line, acknowledged: boolean): void {
  if (!isIrrevocable || acknowledged) return
  throw invalidField('acknowledged', 'must be true: the item cannot be taken back')
}

/** Returns the amount of a refund; undefined for the other kinds. */
function refundOf(
  { kind, ...request }: Pick<NewCase, 'kind' | 'itemNo' | 'amountMinor'>,
  place: ChargedPlace,
  currency: Currency,
): MinorUnits | undefined {
  if (kind === 'refund') return priceOfRefund(request, place, currency)
  if (request.amountMinor !== undefined)
    throw invalidField('amount', 'is allowed for a refund only')
  return undefined
}

function priceOfRefund(
  { itemNo, amountMinor }: Pick<NewCase, 'itemNo' | 'amountMinor'>,
  { charged, position }: ChargedPlace,
  currency: Currency,
): MinorUnits {
  const price = unitPrice(charged, position)
  if (price === 0n) throw new Refusal('state_conflict', `item ${itemNo} was charged nothing`)
  if (amountMinor !== undefined && amountMinor > price) {
    throw invalidField(
      'amount',
      `must be at most ${formatAmount(price, currency)}, the item's price`,
    )
  }
  return amountMinor ?? price
}
