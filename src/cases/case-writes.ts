import assert from 'node:assert/strict'
import { recordAudits, type Actor, type AuditEntry, type ValueOut } from '../audit/mod.ts'
import { formatAmount, minorUnits, Refusal, type MinorUnits, notFound } from '../core/mod.ts'
import type { Tx } from '../db/mod.ts'
import { publishEvents, type AnyEvent } from '../events/mod.ts'
import { replacementKey } from '../fulfillment/mod.ts'
import { waitForBuckets, type LockedBuckets, type StockUnits } from '../inventory/mod.ts'
import { lockUsedCards } from '../issuer/mod.ts'
import type { GroupInputs, Book, WriteKind } from '../ledger/mod.ts'
import { orderId, type Line, type Order } from '../orders/mod.ts'
import { caseEvents } from './case-events.ts'
import { casesOfItems, writeCases } from './case-rows.ts'
import { toCase, type Case, type CaseKind, type CaseState } from './case.ts'
import { loadOpenWallets, payBack } from './pay-back.ts'

/** A delivered item of a final order, and its line. Neither ever changes. */
interface CaseItem {
  readonly order: Order
  readonly line: Line
  readonly itemNo: number
  /**
   * The least validity of a replacement in days; undefined if any code for sale suffices.
   */
  readonly minValidityDays: number | undefined
}

/** A new case. A case of the operator is done at once; a case of a partner waits for a decision. */
export interface OpenInput extends CaseItem {
  readonly act: 'open'
  readonly kind: CaseKind
  readonly reason: string
  /** Set for a refund only. */
  readonly amountMinor: MinorUnits | undefined
  readonly actor: Actor
  readonly isRequest: boolean
}

/** The decision on the request of a partner. */
export interface DecideInput extends CaseItem {
  readonly act: 'accept' | 'reject'
  readonly caseId: number
  readonly kind: CaseKind
  readonly reason: string | undefined
  readonly actor: Actor
}

type CaseInput = OpenInput | DecideInput

interface State {
  readonly cases: Map<number, Case>
  readonly buckets: LockedBuckets
  /** Items whose own-issued card is not whole: an amount was captured or is set aside. */
  readonly used: ReadonlySet<string>
  /** The wallets that have paid for items and can be credited. */
  readonly openWallets: ReadonlySet<number>
  readonly changed: Set<number>
  readonly audits: AuditEntry[]
  readonly events: AnyEvent[]
}

/**
 * All writes of cases are decided under the lock of the partner's book, one after the other, so two
 * cases of an item cannot both be accepted. A replacement is reserved in the same transaction.
 */
export const caseKind: WriteKind<CaseInput, State, Case> = {
  name: 'case',
  load: loadCases,
  decide: (book, state, input) =>
    input.act === 'open' ? open(book, state, input) : settleRequest(book, state, input),
  save(tx, _book, { cases, buckets, changed, audits, events }) {
    const written = [...cases.values()].filter(({ caseId }) => changed.has(caseId))
    if (written.length > 0) tx.write(writeCases(written))
    buckets.save(tx)
    recordAudits(tx, audits)
    publishEvents(tx, events)
  },
}

/**
 * Waits for locked buckets: a skipped bucket would look empty, and the replacement would be
 * refused.
 */
async function loadCases(
  tx: Tx,
  { partnerId, inputs, book }: GroupInputs<CaseInput>,
): Promise<State> {
  const { now } = await book
  const payers = inputs.flatMap(({ kind, order }) => (kind === 'refund' ? [order.walletId] : []))
  const items = inputs.map(({ order: { orderNo }, itemNo }) => ({ orderNo, itemNo }))
  const caseIds = inputs.flatMap((input) => (input.act === 'open' ? [] : [input.caseId]))
  const [rows, buckets, cards, openWallets] = await Promise.all([
    tx.rows(casesOfItems(partnerId, items, caseIds)),
    waitForBuckets(tx, inputs.filter(mayReplace).map(unitOf), now),
    tx.rows(lockUsedCards(partnerId, items)),
    loadOpenWallets(tx, { partnerId, book }, payers),
  ])
  const cases = new Map(rows.map((row) => [Number(row.case_id), toCase(row)]))
  const used = new Set(cards.map((card) => itemKey(Number(card.order_no), card.item_no)))
  return { cases, buckets, used, openWallets, changed: new Set(), audits: [], events: [] }
}

function itemKey(orderNo: number, itemNo: number): string {
  return `${orderNo} ${itemNo}`
}

function mayReplace(input: CaseInput): boolean {
  if (input.kind !== 'replace') return false
  return input.act === 'open' ? !input.isRequest : input.act === 'accept'
}

function unitOf({ line, minValidityDays }: CaseItem): StockUnits {
  const { productId, faceValueMinor } = line
  return { productId, faceValueMinor, quantity: 1, minValidityDays }
}

function open(book: Book, state: State, input: OpenInput): Case {
  const { order, itemNo, kind, reason, actor, amountMinor } = input
  const earlier = [...state.cases.values()].find((one) => excludes(one, input))
  if (earlier) return replay(earlier, input)
  const { currency } = order
  const record: Case = {
    caseId: book.nextId(),
    partnerId: order.partnerId,
    orderNo: order.orderNo,
    itemNo,
    productId: input.line.productId,
    kind,
    state: 'REQUESTED',
    reason,
    refund: amountMinor && { currency, amountMinor, transferNo: undefined },
    openedBy: actor.name,
    openedAt: book.now,
    decision: undefined,
  }
  const done = input.isRequest ? record : carryOut(book, state, { input, record })
  const action = input.isRequest ? 'case.request' : 'case.open'
  store(book, state, { input, record: done }, { actor, action, reason })
  return done
}

/** Returns whether a case rules out a new one for the same item. */
function excludes(one: Case, { order, itemNo, kind }: OpenInput): boolean {
  const isOfItem = one.orderNo === order.orderNo && one.itemNo === itemNo
  if (!isOfItem || one.state === 'REJECTED') return false
  if (one.kind === kind) return true
  // A replaced code is blocked already. A blocked code may still be refunded or replaced.
  return kind === 'block' ? one.kind === 'replace' : one.kind !== 'block'
}

function replay(earlier: Case, { kind, reason, actor, amountMinor }: OpenInput): Case {
  const isSame =
    earlier.kind === kind &&
    earlier.reason === reason &&
    earlier.openedBy === actor.name &&
    earlier.refund?.amountMinor === amountMinor
  if (isSame) return earlier
  const { itemNo, state, caseId } = earlier
  throw new Refusal(
    'state_conflict',
    `item ${itemNo} has the case ${caseId} already: ${earlier.kind}, ${state}`,
  )
}

function settleRequest(book: Book, state: State, input: DecideInput): Case {
  const { act, actor, reason } = input
  const found = state.cases.get(input.caseId)
  if (!found) throw notFound('case')
  const decidedState: CaseState = act === 'accept' ? 'DONE' : 'REJECTED'
  if (
    found.state === decidedState &&
    found.decision?.reason === reason &&
    found.decision?.by === actor.name
  ) {
    return found
  }
  if (found.state !== 'REQUESTED') {
    throw new Refusal('state_conflict', `the case is ${found.state}, not REQUESTED`)
  }
  const decided = { ...found, decision: { by: actor.name, at: book.now, reason } }
  const record: Case =
    act === 'accept'
      ? carryOut(book, state, { input, record: decided })
      : { ...decided, state: 'REJECTED' }
  store(book, state, { input, record }, { actor, action: `case.${act}`, reason })
  return record
}

interface CarryOut {
  readonly input: CaseItem
  readonly record: Case
}

/**
 * Moves the money of a refund; reserves the code of a replacement. A code of our own is given back
 * or replaced only while it is whole, so its value is paid once.
 */
function carryOut(book: Book, state: State, { input, record }: CarryOut): Case {
  const { buckets, used, openWallets } = state
  if (record.kind !== 'block' && used.has(itemKey(record.orderNo, record.itemNo))) {
    throw new Refusal(
      'state_conflict',
      `the code of item ${record.itemNo} was redeemed at a merchant, or an amount of it is ` +
        'authorized: let the merchant refund it first, or block the code',
    )
  }
  if (record.kind === 'refund') {
    assert(record.refund, 'a refund has an amount')
    const transferNo = payBack(book, { record, order: input.order, openWallets })
    return { ...record, state: 'DONE', refund: { ...record.refund, transferNo } }
  }
  if (record.kind === 'replace') {
    const unit = unitOf(input)
    if (!buckets.hasAll([unit])) throw noStock(input)
    buckets.take({ ...unit, ...replacementKey(input.order, input.itemNo) })
  }
  return { ...record, state: 'DONE' }
}

function noStock({ line, minValidityDays }: CaseItem): Refusal {
  const { productId, faceValueMinor, currency } = line
  const face = `${formatAmount(faceValueMinor, currency)} ${currency.code}`
  const valid = minValidityDays === undefined ? '' : ` that is valid for ${minValidityDays} days`
  return new Refusal(
    'state_conflict',
    `product ${productId} has no code of ${face} in stock${valid}; ` +
      'an item is replaced from stock only',
  )
}

/** Returns the value that a case gives away: money, or a new code worth the face value. */
function valueOf({ line, order }: CaseItem, record: Case): ValueOut | 'none' {
  if (record.state !== 'DONE' || record.kind === 'block') return 'none'
  const code = { currency: order.currency, amountMinor: minorUnits(line.unitCostMinor) }
  return { kind: 'refunds', amounts: [record.refund ?? code] }
}

type AuditFields = Pick<AuditEntry, 'actor' | 'action' | 'reason'>

function store(book: Book, state: State, { input, record }: CarryOut, audited: AuditFields): void {
  const before = state.cases.get(record.caseId)
  state.cases.set(record.caseId, record)
  state.changed.add(record.caseId)
  state.events.push(...caseEvents(orderId(input.order), { before, after: record }, book.now))
  state.audits.push({
    ...audited,
    partnerId: record.partnerId,
    target: `case:${record.caseId}`,
    valueOut: valueOf(input, record),
    before: before && { state: before.state },
    after: {
      orderNo: record.orderNo,
      itemNo: record.itemNo,
      kind: record.kind,
      state: record.state,
      currency: record.refund?.currency.code,
      amount: record.refund && formatAmount(record.refund.amountMinor, record.refund.currency),
    },
    at: book.now,
  })
}
