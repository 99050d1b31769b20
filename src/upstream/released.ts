import { raiseAlert } from '../alerts/mod.ts'
import { transact, type Tx } from '../db/mod.ts'
import { stockCodes } from '../inventory/mod.ts'
import type { DatedCode } from '../supply/mod.ts'
import type { Connection } from './connections.ts'
import { forgetFaults } from './fault-rows.ts'
import { raiseMismatch } from './mismatch.ts'
import { recordStatus, type Purchase } from './purchase-rows.ts'
import { placed, type PurchaseContext } from './purchase.ts'
import { receiveItems } from './received-items.ts'
import { referenceOf } from './reference.ts'
import { addStocked, endReleased, endStocked } from './release-rows.ts'
import { requireOrder } from './their-order.ts'
import type { TheirOrder } from './wire.ts'

const CHUNK_CODES = 2_000

/**
 * Settles a purchase whose order was cancelled here. The interface cannot take an order back, so
 * its paid codes go into stock of their product. Returns whether they did; otherwise the purchase
 * is polled again until its outcome is known. Idempotent. Throws NotAsBought and UpstreamError.
 */
export async function settleReleased(
  context: PurchaseContext,
  released: Purchase,
  connection: Connection,
): Promise<boolean> {
  const { db, clock } = context
  const askedAt = clock.now()
  const { purchase, read } = await orderOf(context, released, connection)
  if (purchase.upstreamOrderId === undefined) {
    const isSure = purchase.unsureUntil === undefined || purchase.unsureUntil <= askedAt
    if (isSure) await db.rows(endReleased(purchase, 'REFUSED'))
    return false
  }
  const order = await requireOrder(connection.client, purchase, read)
  await db.rows(recordStatus(purchase, order.status))
  switch (order.status) {
    case 'COMPLETED': {
      const received = await receiveItems(connection.client, order.id, purchase, 'codes')
      await stock(context, purchase, { codes: received, name: connection.upstream.name })
      return true
    }
    case 'CANCELLED':
      await db.rows(endReleased(purchase, 'CANCELLED'))
      return false
    default:
      if (purchase.faults > 0) await db.rows(forgetFaults(purchase))
      return false
  }
}

/** Looks up the order if a create was sent and its response was lost. */
async function orderOf(
  context: PurchaseContext,
  purchase: Purchase,
  { client }: Connection,
): Promise<{ readonly purchase: Purchase; readonly read?: TheirOrder }> {
  if (purchase.upstreamOrderId !== undefined) return { purchase }
  const read = await client.findOrder(referenceOf(purchase), purchase.reference)
  return read ? { ...(await placed(context, { purchase }, read)), read } : { purchase }
}

interface Received {
  readonly codes: readonly DatedCode[]
  /** The name of the upstream. */
  readonly name: string
}

async function stock(
  context: PurchaseContext,
  purchase: Purchase,
  received: Received,
): Promise<void> {
  const { codes, name } = received
  const { productId, reference, faceValueMinor } = purchase
  for (let at = 0; at < codes.length; at += CHUNK_CODES) {
    const lines = codes
      .slice(at, at + CHUNK_CODES)
      .map(({ code, expiresMs }) => ({ code, faceValueMinor, expiresAt: expiresMs }))
    await stockCodes(context, {
      productId,
      purchase: reference,
      lot: `upstream-${name}`,
      lines,
      onStored(tx, stored) {
        tx.write(addStocked(purchase, stored))
        raiseUnsoldAlert(tx, context, { productId, stored, name })
        return Promise.resolve()
      },
    })
  }
  await transact(context.db, (tx) => end(tx, context, { purchase, upstream: name }))
}

function raiseUnsoldAlert(
  tx: Tx,
  { clock }: PurchaseContext,
  { productId, stored, name }: { productId: number; stored: number; name: string },
): void {
  const message = `${stored} codes of ${name}, bought for an order that was cancelled here`
  raiseAlert(tx, {
    kind: 'upstream_unsold',
    subject: `product:${productId}`,
    severity: 'warning',
    message: `${message}, are in stock of product ${productId}`,
    at: clock.now(),
  })
}

/** Ends the purchase, only once. Counts the codes in stock, whichever process has stored them. */
async function end(
  tx: Tx,
  { clock }: PurchaseContext,
  { purchase, upstream }: { readonly purchase: Purchase; readonly upstream: string },
): Promise<void> {
  const at = clock.now()
  const [ended] = await tx.rows(endStocked(purchase, at))
  if (!ended || ended.fault === null) return
  raiseMismatch(tx, { purchase, upstream, fault: ended.fault, at })
}
