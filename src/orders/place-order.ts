import { totalAdjustment, totalCost, type PricedLine } from '../catalog/mod.ts'
import {
  formatAmount,
  invalidFields,
  onePerField,
  Refusal,
  requireListed,
  type FieldFault,
  type MinorUnits,
  requireCover,
} from '../core/mod.ts'
import { spendable, type Book } from '../ledger/mod.ts'
import { recordClaim, type ClaimCost } from '../links/mod.ts'
import { splitIntoBatches, type NewBatch, type PlacedLine } from './line-rows.ts'
import { orderId, orderTarget, priceOf, recordEvent, type Order } from './order.ts'
import { indexOrder, type OrderState } from './order-state.ts'
import { isPaidByLinkOrWallet, payerOf } from './order-payer.ts'
import { linksOf, payingLink, settlePayingLink } from './order-links.ts'
import type { OrderResults, OrderWriteOptions, PlaceInput } from './order-input.ts'
import { findUnitsFault, requireLines } from './order-size.ts'
import { newOrder } from './new-order.ts'
import { priceLines } from './price-lines.ts'
import type { Quote } from './quote-rows.ts'
import { completeOrder } from './settle-order.ts'
import { requireWallet } from './wallet-spends.ts'

/**
 * Accepts one order: prices it, holds its full price on the partner's funds and queues its batches.
 * Completes it if all its batches can be issued at once. Records an audit entry if a person orders.
 * Returns the existing order if the Idempotency-Key was used with the same payload, even if limits,
 * products or rates have changed since. Changes only the book and the state.
 *
 * Refuses, in this order:
 *   idempotency_conflict     the key was used with another payload
 *   client_reference_exists  another order has this clientReference
 *   invalid_request          a currency that is no longer listed; too many lines
 *   permission_missing       a person of a partner that is suspended
 *   state_conflict           the link or wallet of a partner that is suspended
 *   invalid_request          too many units; a quote that is unknown, expired, used, or made for
 *                            another order; lines that cannot be priced, or whose wallet cannot be
 *                            credited: every fault of the order and of every line
 *   state_conflict           the draft of the order is over: it was withdrawn, for example
 *   invalid_request          a person's label of another team
 *   permission_missing       a person needs an approval for this charge
 *   not_found                there is no such link or wallet
 *   state_conflict           the link has ended, was replaced, or is not for a product; the wallet
 *                            cannot be spent by its owner, or not for it
 *   insufficient_funds       the partner, or the link or wallet that pays, has less than the order
 *                            costs, or a spend limit would be exceeded
 *   numbers_exhausted        the partner has no order number left
 */
export function placeOrder(
  book: Book,
  state: OrderState,
  { input, options }: { input: PlaceInput; options: OrderWriteOptions },
): OrderResults['place'] {
  const replayed = findReplay(state, input)
  if (replayed) return { order: replayed, isReplayed: true }
  refuseTakenReference(state, input)
  requireListed('currency', input.currency)
  requireLines(input, options)
  requireActive(state, input)
  const { quote, fault } = findQuote(book, state, input)
  const faults = [findUnitsFault(input.items, options), fault].filter((one) => one !== undefined)
  const lines = requirePrices(book, state, { input, quote, faults })
  const cost = { totalMinor: totalCost(lines), adjustment: totalAdjustment(lines) }
  requireRules(state, input, priceOf(cost))
  const claimed = claimCost(lines, cost)
  const { link, walletId } = payersOf(book, state, { input, cost: claimed })
  const payer = { currency: input.currency, linkNo: link?.linkNo, walletId }
  const payment = paymentOf(book, input, { payer, amount: priceOf(cost) })
  book.requireSpend(payment)
  const [orderNo, hold] = [book.nextOrderNo(), book.hold(payment)]
  const placed = { ...cost, orderNo, holdNo: hold.number, linkNo: link?.linkNo, walletId }
  const order = newOrder(book, input, placed)
  recordLabels(state, order, input)
  if (link && input.claim) {
    recordClaim(book, linksOf(state), { link, claim: input.claim, cost: claimed, orderNo })
  }
  if (quote) useQuote(state, quote, orderNo)
  const batches = recordPlaced(state, order, { lines, batchUnitsMax: options.batchUnitsMax })
  recordPerson(state, order, input)
  if (state.issuing?.issue(batches) === true) {
    append(state.issuedBatches, batches)
    completeOrder(book, order, 'in its row')
    settlePayingLink(book, state, order)
  } else leaveToWorkers(state, order, batches)
  return { order, isReplayed: false }
}

/** Sets the fields only if there is something to record: most orders have no label and no trace. */
function recordLabels(
  { people }: OrderState,
  order: Order,
  { actor, traceparent, metadata }: PlaceInput,
): void {
  if (traceparent !== undefined) order.traceparent = traceparent
  const labels = people.withTeamLabel(actor, metadata)
  if (labels) order.metadata = labels
}

/** Returns the link or the wallet that pays for an order, in place of the funds. */
function payersOf(
  book: Book,
  state: OrderState,
  { input: { claim, spend }, cost }: { input: PlaceInput; cost: ClaimCost },
) {
  const link = payingLink(book, state, { claim, cost })
  return { link, walletId: spend && requireWallet(book, state, { spend, cost }) }
}

function leaveToWorkers(state: OrderState, order: Order, batches: readonly NewBatch[]): void {
  append(state.placedBatches, batches)
  recordEvent(order, state.events)
}

/** Appends one by one, because there may be more batches than a call can have arguments. */
function append(saved: NewBatch[], batches: readonly NewBatch[]): void {
  for (const batch of batches) saved.push(batch)
}

/** Decides on the locked row, because a page that was opened earlier may still send its form. */
function requireActive({ isSuspended }: OrderState, { actor }: PlaceInput): void {
  if (!isSuspended) return
  const kind = actor ? 'permission_missing' : 'state_conflict'
  throw new Refusal(kind, 'the partner is suspended; ask the operator')
}

/** Applies the partner's approval rules to people; programs need only their permission. */
function requireRules(
  { people, drafts }: OrderState,
  { actor, approvedBy, approvedUpTo, currency, metadata, draft }: PlaceInput,
  amount: MinorUnits,
): void {
  if (draft) drafts.require(draft)
  if (actor === undefined) return
  people.requireLabel(actor, metadata)
  people.require({ actor, approvedBy, approvedUpTo, currency, amount })
}

/**
 * Audits the order of a person. Orders of credentials are not audited, and their permission was
 * checked before.
 */
function recordPerson(
  { audits, people, drafts }: OrderState,
  order: Order,
  { actor, approvedBy, draft }: PlaceInput,
): void {
  const { partnerId, clientReference, currency, unitCount, createdMs: at } = order
  if (draft) audits.push(...drafts.finish(draft, { orderId: orderId(order), at }))
  if (actor === undefined && approvedBy === undefined) return
  // The partner spends its own money, so no value of the operator is given out.
  const entry = { partnerId, target: orderTarget(order), valueOut: 'none', at } as const
  if (approvedBy) audits.push({ ...entry, actor: approvedBy, action: 'order.approve' })
  if (actor === undefined) return
  people.count({ actor, approvedBy, currency, amount: priceOf(order) })
  audits.push({
    ...entry,
    actor,
    action: 'order.place',
    after: {
      clientReference,
      charged: `${formatAmount(priceOf(order), currency)} ${currency.code}`,
      items: unitCount,
    },
  })
}

function findReplay(state: OrderState, input: PlaceInput): Order | undefined {
  if (input.idempotencyKey === undefined) return undefined
  const earlier = state.byKey.get(input.idempotencyKey)
  if (!earlier || earlier.fingerprint.equals(input.fingerprint)) return earlier
  throw new Refusal(
    'idempotency_conflict',
    'this Idempotency-Key was used with a different payload',
    { details: [{ field: 'Idempotency-Key', message: `belongs to order ${orderId(earlier)}` }] },
  )
}

function refuseTakenReference(state: OrderState, { clientReference }: PlaceInput): void {
  const earlier = state.byReference.get(clientReference)
  if (!earlier) return
  throw new Refusal('client_reference_exists', 'an order with this clientReference exists', {
    details: [{ field: 'clientReference', message: `belongs to order ${orderId(earlier)}` }],
  })
}

function requirePrices(
  { partnerId, walletStatuses }: Book,
  { catalog, wallets }: OrderState,
  order: { input: PlaceInput; quote: Quote | undefined; faults: readonly FieldFault[] },
): readonly PricedLine[] {
  if (!catalog) throw new Error('orders are placed against a catalog')
  const { quote, faults } = order
  const { items, currency, isTest } = order.input
  const buyer = { partnerId, currency, isTest, quoted: quote?.prices }
  const terms = { catalog, wallets, walletStatuses, ...buyer }
  const { lines, faults: faultsOfLines } = priceLines(items, terms)
  const all = [...faults, ...faultsOfLines]
  if (all.length > 0) throw invalidFields('invalid_request', onePerField(all))
  const priced = [...lines.values()]
  const offers = quote?.offers
  return offers ? priced.map((line, at) => ({ ...line, offer: offers[at] })) : priced
}

/** Returns the quote that an order names, or why it cannot be used. */
function findQuote(
  { now }: Book,
  { quotes }: OrderState,
  { quote: named }: PlaceInput,
): { quote?: Quote | undefined; fault?: FieldFault } {
  if (!named) return {}
  const quote = quotes.get(named.quoteId)
  const message = quoteFault(quote, named, now)
  return message === undefined ? { quote } : { fault: { field: 'quoteId', message } }
}

function quoteFault(
  quote: Quote | undefined,
  { fingerprint }: NonNullable<PlaceInput['quote']>,
  now: number,
): string | undefined {
  if (!quote || quote.expiresMs <= now) return 'names no quote, or one that has expired'
  if (!quote.fingerprint.equals(fingerprint)) return 'is of other items, or of another currency'
  return quote.isUsed ? 'was used for another order' : undefined
}

function useQuote(state: OrderState, quote: Quote, orderNo: number): void {
  quote.isUsed = true
  state.usedQuotes.push({ quoteId: quote.quoteId, orderNo })
}

/**
 * Returns the cost of an order to a link or a wallet: the person chooses by face value, and the
 * partner pays the price.
 */
function claimCost(lines: readonly PricedLine[], cost: Parameters<typeof priceOf>[0]): ClaimCost {
  const productIds = lines.map(({ product }) => product.productId)
  return { productIds, faceMinor: cost.totalMinor, priceMinor: priceOf(cost) }
}

/**
 * Returns the payment of an order. Money of a link or wallet counted as spent when it was sent or
 * credited. Refuses insufficient_funds.
 */
function paymentOf(
  book: Book,
  { currency, clientId, simulateNoFunds }: PlaceInput,
  { payer, amount }: { payer: Parameters<typeof payerOf>[1]; amount: MinorUnits },
) {
  const debit = payerOf(book, payer)
  const credit = book.chart('issued', currency.code)
  const payment = { code: 'order_hold', debit, credit, amount } as const
  if (isPaidByLinkOrWallet(payer)) return payment
  const availableMinor = simulateNoFunds === true ? 0n : spendable(debit)
  requireCover({ field: 'currency', availableMinor, requiredMinor: amount, currency })
  return { ...payment, spend: { clientId } }
}

function recordPlaced(
  state: OrderState,
  order: Order,
  { lines, batchUnitsMax }: { lines: readonly PricedLine[]; batchUnitsMax: number },
): NewBatch[] {
  let firstItemNo = 1
  const placed: PlacedLine[] = lines.map((priced, at) => {
    const line = { orderNo: order.orderNo, lineNo: at + 1, firstItemNo, priced }
    firstItemNo += priced.quantity
    return line
  })
  state.placed.push(order)
  state.placedLines.push(...placed)
  state.open.unshift(order)
  indexOrder(state, order)
  return splitIntoBatches(placed, batchUnitsMax)
}
