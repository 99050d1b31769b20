import { randomUUID } from 'node:crypto'
import { isFault, parseAmount, storedCurrency, wireAmount, type Clock } from '../../core/mod.ts'
import { maybeRow, type Database } from '../../db/mod.ts'
import type { IssueOutcome, IssueRequest } from '../port.ts'
import { Trouble } from './client.ts'
import type { Connection } from './connections.ts'
import {
  beginSending,
  forgetSending,
  markPlaced,
  markRefused,
  markSeen,
  toPurchase,
  type Purchase,
} from './purchase-rows.ts'
import { NotAsBought, receiveItems } from './received-items.ts'
import type { TheirOrder } from './wire.ts'

export interface PurchaseContext {
  readonly db: Database
  readonly clock: Clock
  /**
   * How long a create that was sent may still arrive: what they allow a timestamp to be off, and
   * what a request may wait for in between.
   */
  readonly createSecondsMax: number
  /** When an order of theirs is looked at again. */
  nextLookSeconds(): number
}

/** A purchase, where it is made, and for what. */
export interface Buying {
  readonly request: Pick<IssueRequest, 'recipient' | 'leaseEpoch'>
  readonly purchase: Purchase
  readonly connection: Connection
}

const MS_PER_SECOND = 1_000

/**
 * A create may have been sent: they are asked for an order under our reference. Where there is
 * none, it is sent again as it was: if an earlier one still arrives, they know it by its reference
 * and by its key, and make one order of the two.
 */
export async function resume(context: PurchaseContext, buying: Buying): Promise<IssueOutcome> {
  const { purchase, connection } = buying
  const order = await connection.client.findOrder(referenceOf(purchase))
  if (order) return follow(context, await placed(context, buying, order), order)
  if (connection.upstream.active) return send(context, buying)
  const reason = `the upstream ${connection.upstream.name} is not active`
  return nothingDone(context, buying, { outcome: 'refused', reason })
}

/** Sends the create. The row says so before: what is not known of it is found out by `resume`. */
export async function send(context: PurchaseContext, buying: Buying): Promise<IssueOutcome> {
  const { db, clock } = context
  const unsureUntil = clock.now() + context.createSecondsMax * MS_PER_SECOND
  const row = await maybeRow(db, beginSending(buying.purchase, buying.request, unsureUntil))
  // Another worker sends it, or has the batch by now; or the batch was released.
  if (!row) return { outcome: 'pending', askAgainInSeconds: context.nextLookSeconds() }
  const before = buying.purchase.unsureUntil
  const sent = { ...buying, purchase: { ...toPurchase(row), unsureUntil: before } }
  try {
    return await placeOrder(context, sent)
  } catch (error) {
    if (!(error instanceof Trouble) || !didNothing(error)) throw error
    return nothingDone(context, sent, { outcome: 'unavailable', reason: error.message })
  }
}

async function placeOrder(context: PurchaseContext, buying: Buying): Promise<IssueOutcome> {
  const { client } = buying.connection
  const { request, purchase } = buying
  const currency = storedCurrency(purchase.currency)
  const answer = await client.placeOrder({
    clientReference: referenceOf(purchase),
    idempotencyKey: purchase.idempotencyKey,
    currency: purchase.walletCurrency,
    productId: purchase.theirProductId,
    amount: wireAmount(purchase.faceValueMinor, currency),
    quantity: purchase.quantity,
    recipient: request.recipient,
  })
  switch (answer.is) {
    case 'placed':
      await placed(context, buying, answer.order)
      return later(context)
    case 'taken': {
      const order = await client.findOrder(referenceOf(purchase))
      if (order) return follow(context, await placed(context, buying, order), order)
      return nothingDone(context, buying, { outcome: 'refused', reason: answer.reason })
    }
    case 'unfunded':
      return nothingDone(context, buying, { outcome: 'unfunded', reason: answer.reason })
    case 'rejected':
      return nothingDone(context, buying, { outcome: 'refused', reason: answer.reason })
  }
}

/** 429 is said before anything is done; 503 may be all that a service still can say after it. */
export function didNothing({ kind, status }: Trouble): boolean {
  return kind === 'unreachable' || kind === 'denied' || (kind === 'busy' && status === 429)
}

/**
 * This create did nothing. That is the outcome only where no earlier one can still arrive, and
 * nobody has sent one since; else it stays open, and is asked for again.
 */
async function nothingDone(
  { db, clock, nextLookSeconds }: PurchaseContext,
  { purchase }: Buying,
  outcome: IssueOutcome,
): Promise<IssueOutcome> {
  const { unsureUntil } = purchase
  if (unsureUntil === undefined || unsureUntil <= clock.now()) {
    if (await maybeRow(db, markRefused(purchase))) return outcome
  } else {
    await db.rows(forgetSending(purchase, unsureUntil))
  }
  return { outcome: 'pending', askAgainInSeconds: nextLookSeconds() }
}

async function placed(
  { db }: PurchaseContext,
  { purchase, ...buying }: Buying,
  { id, status, totalAmount }: TheirOrder,
): Promise<Buying> {
  const cost = parseAmount(totalAmount, storedCurrency(purchase.walletCurrency), 'allowed')
  await db.rows(markPlaced(purchase, { id, status, costMinor: isFault(cost) ? null : cost }))
  return { ...buying, purchase: { ...purchase, status: 'PLACED', upstreamOrderId: id } }
}

/** Looks at an order of theirs, unless it was just read, and takes its items when it is done. */
export async function follow(
  context: PurchaseContext,
  { purchase, connection }: Buying,
  read?: TheirOrder,
): Promise<IssueOutcome> {
  const { client } = connection
  const id = purchase.upstreamOrderId ?? ''
  const order = read ?? (await client.readOrder(id))
  if (!order) throw new NotAsBought(`they do not know their order ${id}`)
  requireSame(order, purchase)
  await context.db.rows(markSeen(purchase, order.status))
  switch (order.status) {
    case 'COMPLETED':
      return { outcome: 'issued', goods: [{ codes: await receiveItems(client, id, purchase) }] }
    case 'CANCELLED':
      return { outcome: 'refused', reason: `the upstream cancelled its order ${id}` }
    default:
      return later(context)
  }
}

function requireSame(order: TheirOrder, purchase: Purchase): void {
  const { currency, itemCount = purchase.quantity } = order
  if (currency === purchase.walletCurrency && itemCount === purchase.quantity) return
  throw new NotAsBought(`their order ${order.id} is of ${itemCount} units in ${currency}`)
}

function later({ nextLookSeconds }: PurchaseContext): IssueOutcome {
  return { outcome: 'pending', askAgainInSeconds: nextLookSeconds() }
}

/** What names the order there: the batch, for people, and what no other installation has. */
export function referenceOf({ partnerId, orderNo, batchNo, reference }: Purchase): string {
  return `tessera-${partnerId}-${orderNo}-${batchNo}-${reference}`
}

/** A fresh name of a purchase. */
export function freshNames(): { reference: string; idempotencyKey: string } {
  return { reference: randomUUID(), idempotencyKey: randomUUID() }
}
