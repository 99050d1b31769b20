import { raiseAlert } from '../../alerts/mod.ts'
import type { Vault } from '../../vault/mod.ts'
import type { Code } from '../port.ts'
import { stockCodes } from '../stock-codes.ts'
import type { Connection } from './connections.ts'
import { tellMismatch } from './mismatch.ts'
import { referenceOf, type PurchaseContext } from './purchase.ts'
import { markPlaced, markSeen, type Purchase } from './purchase-rows.ts'
import { NotAsBought, receiveItems } from './received-items.ts'
import { endReleased } from './release-rows.ts'

export interface ReleasedContext extends PurchaseContext {
  readonly vault: Vault
}

const CHUNK_CODES = 2_000

/**
 * What becomes of a purchase whose order was cancelled here. The interface has no way to give an
 * order back: so its codes, which are ours and paid for, go into stock of the product that they
 * were bought for. Answers whether some did; else it is looked at again until nothing can come of
 * it. Repeated after whatever happens, it stocks no code twice.
 */
export async function settleReleased(
  context: ReleasedContext,
  purchase: Purchase,
  connection: Connection,
): Promise<boolean> {
  const { db, clock } = context
  const id = await orderIdOf(context, purchase, connection)
  if (id === undefined) {
    const isSure = purchase.unsureUntil === undefined || purchase.unsureUntil <= clock.now()
    if (isSure) await db.rows(endReleased(purchase, 'REFUSED'))
    return false
  }
  const order = await connection.client.readOrder(id)
  if (!order) throw new NotAsBought(`they do not know their order ${id}`)
  await db.rows(markSeen(purchase, order.status))
  if (order.status === 'CANCELLED') await db.rows(endReleased(purchase, 'CANCELLED'))
  if (order.status !== 'COMPLETED') return false
  const codes = await receiveItems(connection.client, id, purchase)
  await stock(context, purchase, { codes, name: connection.upstream.name })
  await db.rows(endReleased(purchase, 'STOCKED'))
  return true
}

/** A create that was sent may have made an order: they are asked for it. */
async function orderIdOf(
  { db }: ReleasedContext,
  purchase: Purchase,
  { client }: Connection,
): Promise<string | undefined> {
  if (purchase.upstreamOrderId !== undefined) return purchase.upstreamOrderId
  const order = await client.findOrder(referenceOf(purchase))
  if (!order) return undefined
  await db.rows(markPlaced(purchase, { id: order.id, status: order.status, costMinor: null }))
  return order.id
}

async function stock(
  context: ReleasedContext,
  purchase: Purchase,
  { codes, name }: { codes: readonly Code[]; name: string },
): Promise<void> {
  const { productId, faceValueMinor } = purchase
  let storedCodes = 0
  for (let at = 0; at < codes.length; at += CHUNK_CODES) {
    const lines = codes
      .slice(at, at + CHUNK_CODES)
      .map((code) => ({ code, faceValueMinor, expiresAt: undefined }))
    storedCodes += await stockCodes(context, {
      productId,
      lot: `upstream-${name}`,
      lines,
      onStored(tx, stored) {
        const message = `${stored} codes of ${name}, bought for an order that was cancelled here`
        raiseAlert(tx, {
          kind: 'upstream_unsold',
          subject: `product:${productId}`,
          severity: 'warning',
          message: `${message}, are in stock of product ${productId}`,
          at: context.clock.now(),
        })
        return Promise.resolve()
      },
    })
  }
  if (storedCodes === codes.length) return
  const known = `${codes.length - storedCodes} of ${codes.length} codes`
  await tellMismatch(context, purchase, `${known} of ${referenceOf(purchase)} are not new`)
}
