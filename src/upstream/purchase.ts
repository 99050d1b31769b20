import {
  MS_PER_SECOND,
  isFault,
  isoTime,
  parseAmount,
  storedCurrency,
  wireAmount,
} from '../core/mod.ts'
import { maybeRow, transact } from '../db/mod.ts'
import { goodsOfDated, type IssueOutcome, type IssueRequest } from '../supply/mod.ts'
import type { Vault } from '../vault/mod.ts'
import { requireNew } from '../connectors/mod.ts'
import { UpstreamError } from './client.ts'
import type { Connection } from './connections.ts'
import { forgetFaults } from './fault-rows.ts'
import type { PollContext } from './mismatch.ts'
import {
  beginSending,
  forgetSending,
  markPlaced,
  markRefused,
  recordStatus,
  type Purchase,
  toPurchase,
} from './purchase-rows.ts'
import { receiveItems, requireValid } from './received-items.ts'
import { referenceOf } from './reference.ts'
import { requireOrder } from './their-order.ts'
import type { TheirOrder } from './wire.ts'

export interface PurchaseContext extends PollContext {
  readonly vault: Vault
  /** How long a create may still arrive after it was sent. */
  readonly createSecondsMax: number
}

/** A purchase, its account and its request. */
export interface Buying {
  readonly request: Pick<IssueRequest, 'recipient' | 'leaseEpoch' | 'minValidityDays'>
  readonly purchase: Purchase
  readonly connection: Connection
}

/**
 * Continues a purchase whose create may have been sent. Looks up an order with our reference, and
 * sends the same create again if there is none. If an earlier one still arrives, it has the same
 * reference and key, so the upstream makes only one order.
 */
export async function resume(context: PurchaseContext, buying: Buying): Promise<IssueOutcome> {
  const { purchase, connection } = buying
  const askedAt = context.clock.now()
  const order = await connection.client.findOrder(referenceOf(purchase), purchase.reference)
  if (order) return follow(context, await placed(context, buying, order), order)
  if (connection.upstream.isActive) return send(context, buying)
  const reason = `the supplier ${connection.upstream.name} is not active`
  return nothingDone(context, { purchase, askedAt }, { outcome: 'refused', reason })
}

/**
 * Sends the create after its row was updated; `resume` finds out the outcome. The create is signed
 * for the instant of that update, so the upstream does not accept one that was delayed in between.
 */
export async function send(context: PurchaseContext, buying: Buying): Promise<IssueOutcome> {
  const { db, clock } = context
  const askedAt = clock.now()
  const unsureUntil = askedAt + context.createSecondsMax * MS_PER_SECOND
  const row = await maybeRow(db, beginSending(buying.purchase, buying.request, unsureUntil))
  // Another worker sends the create or has leased the batch, or the batch was released.
  if (!row) return { outcome: 'pending', askAgainInSeconds: context.nextPollSeconds() }
  const before = buying.purchase.unsureUntil
  const sent = { ...buying, purchase: { ...toPurchase(row), unsureUntil: before }, askedAt }
  try {
    return await placeOrder(context, sent)
  } catch (error) {
    if (!(error instanceof UpstreamError) || !didNothing(error)) throw error
    return nothingDone(context, sent, { outcome: 'unavailable', reason: error.message })
  }
}

async function placeOrder(
  context: PurchaseContext,
  sent: Buying & PurchaseLookup,
): Promise<IssueOutcome> {
  const { client } = sent.connection
  const { request, purchase } = sent
  const currency = storedCurrency(purchase.currency)
  const response = await client.placeOrder({
    clientReference: referenceOf(purchase),
    idempotencyKey: purchase.idempotencyKey,
    currency: purchase.walletCurrency,
    productId: purchase.theirProductId,
    amount: wireAmount(purchase.faceValueMinor, currency),
    quantity: purchase.quantity,
    recipient: request.recipient,
    signedFor: sent.askedAt,
    requestId: purchase.reference,
  })
  switch (response.is) {
    case 'placed':
      await placed(context, sent, response.order)
      return later(context)
    case 'taken': {
      const order = await client.findOrder(referenceOf(purchase), purchase.reference)
      if (order) return follow(context, await placed(context, sent, order), order)
      // The upstream reports an order with this reference but does not find it: it may be
      // replicating.
      throw new UpstreamError('lost', response.reason)
    }
    case 'unfunded':
      return nothingDone(context, sent, { outcome: 'unfunded', reason: response.reason })
    case 'rejected':
      return nothingDone(context, sent, { outcome: 'refused', reason: response.reason })
  }
}

/**
 * True if the upstream has certainly done nothing. A 429 is sent before anything is done, but a 503
 * may come later.
 */
export function didNothing({ kind, status }: UpstreamError): boolean {
  return kind === 'unreachable' || kind === 'denied' || (kind === 'busy' && status === 429)
}

interface PurchaseLookup {
  readonly purchase: Purchase
  /** The instant before the request. A create that arrived later may be missing in the response. */
  readonly askedAt: number
}

type DidNothing = Extract<IssueOutcome, { outcome: 'refused' | 'unavailable' | 'unfunded' }>

/**
 * Handles a create that did nothing, if the upstream has no order. The failure is definite only if
 * no earlier create could still arrive when the upstream was asked, and no other one was sent
 * since. Otherwise the outcome stays open, with the reason, and is looked up again.
 */
async function nothingDone(
  { db, nextPollSeconds }: PurchaseContext,
  { purchase, askedAt }: PurchaseLookup,
  outcome: DidNothing,
): Promise<IssueOutcome> {
  const { unsureUntil } = purchase
  const askAgainInSeconds = nextPollSeconds()
  if (unsureUntil === undefined || unsureUntil <= askedAt) {
    if (await maybeRow(db, markRefused(purchase))) return outcome
    return { outcome: 'pending', askAgainInSeconds }
  }
  await db.rows(forgetSending(purchase, unsureUntil))
  const until = `an earlier create was not answered, and is looked up until ${isoTime(unsureUntil)}`
  return { outcome: 'pending', askAgainInSeconds, reason: `${outcome.reason}; ${until}` }
}

/** Records the order that the upstream has. Returns the purchase with it. */
export async function placed<Known extends { readonly purchase: Purchase }>(
  { db, clock }: Pick<PurchaseContext, 'db' | 'clock'>,
  context: Known,
  { id, status, totalAmount, pricing }: TheirOrder,
): Promise<Known> {
  const { purchase } = context
  const charged = pricing?.chargedAmount ?? totalAmount
  const cost = parseAmount(charged, storedCurrency(purchase.walletCurrency), 'allowed')
  const order = { id, status, costMinor: isFault(cost) ? null : cost }
  await db.rows(markPlaced(purchase, order, clock.now()))
  return { ...context, purchase: { ...purchase, status: 'PLACED', upstreamOrderId: id } }
}

/** Polls an order, unless `read` has it already, and receives its items once it is COMPLETED. */
export async function follow(
  context: PurchaseContext,
  buying: Buying,
  read?: TheirOrder,
): Promise<IssueOutcome> {
  const { purchase, connection } = buying
  const order = await requireOrder(connection.client, purchase, read)
  await context.db.rows(recordStatus(purchase, order.status))
  const outcome = await outcomeOf(context, buying, order)
  if (purchase.faults > 0) await context.db.rows(forgetFaults(purchase))
  return outcome
}

async function outcomeOf(
  context: PurchaseContext,
  { request, purchase, connection }: Buying,
  { id, status }: TheirOrder,
): Promise<IssueOutcome> {
  switch (status) {
    case 'COMPLETED': {
      const bought = request.recipient ? 'receipts' : 'codes'
      const received = await receiveItems(connection.client, id, purchase, bought)
      const codes = received.map(({ code }) => code)
      requireValid(received, request.minValidityDays, context.clock.now())
      if (bought === 'codes') {
        await transact(context.db, (tx) => requireNew(tx, { ...context, ...purchase, codes }))
      }
      return { outcome: 'issued', goods: goodsOfDated(received) }
    }
    case 'CANCELLED':
      return { outcome: 'refused', reason: `the supplier cancelled its order ${id}` }
    default:
      return later(context)
  }
}

function later({ nextPollSeconds }: PurchaseContext): IssueOutcome {
  return { outcome: 'pending', askAgainInSeconds: nextPollSeconds() }
}
