import { raiseAlert } from '../alerts/mod.ts'
import { maybeRow, transact } from '../db/mod.ts'
import { stockCodes } from '../inventory/mod.ts'
import { accountText } from './account-rows.ts'
import type { Undone, Unit } from './adapter.ts'
import { ask } from './ask.ts'
import { buyPart } from './buy-part.ts'
import { type BuyContext, creationOf } from './buying.ts'
import type { Connection } from './connections.ts'
import { askPerson, type Create } from './create-rows.ts'
import { endReleased } from './release-rows.ts'
import { codeOf, expiryOf, openUnits } from './units.ts'
import type { ProductType } from '../catalog/mod.ts'

/** A create whose order was cancelled here. */
export interface Released {
  readonly create: Create
  readonly connection: Connection
  readonly productType: ProductType
}

/**
 * Settles a create whose order was cancelled here: takes it back where the supplier offers that,
 * and puts what is paid for into stock otherwise. What was never sent is not sent any more. Returns
 * whether there is new stock; what is still open is asked about again. Idempotent.
 */
export async function settleReleased(context: BuyContext, released: Released): Promise<boolean> {
  const { create, connection } = released
  const { db, vault, clock } = context
  if (create.status === 'PLACING' && create.sentAt === undefined) {
    await db.rows(endReleased(create, 'REFUSED'))
    return false
  }
  const undone = create.isClosed ? 'refused' : await undo(context, released)
  if (undone === 'undone') {
    await db.rows(endReleased(create, 'REVERSED'))
    return false
  }
  // A create that is repeated to find out what became of it would buy what nobody needs.
  if (undone === 'absent' && create.status === 'PLACING') {
    const mayArrive = create.unsureUntil !== undefined && create.unsureUntil > clock.now()
    if (!mayArrive) await db.rows(endReleased(create, 'REFUSED'))
    return false
  }
  // What may have been taken back must not be sold.
  if (undone === 'unknown') {
    await db.rows(askPerson(create, 'whether it was taken back is not known', clock.now()))
    return false
  }
  if (create.kept) return stock(context, released, openUnits(vault, create, create.kept))
  const request = { recipient: undefined }
  const outcome = await buyPart(context, { ...released, connection, request, isSendable: false })
  if (outcome.is === 'done') return stock(context, released, outcome.units)
  if (outcome.is === 'refused') await db.rows(endReleased(create, 'REFUSED'))
  return false
}

/** Whoever takes a create back by our reference needs to know nothing of it. */
async function undo(
  context: BuyContext,
  { create, connection, productType }: Released,
): Promise<Undone> {
  const { adapter, exchange } = connection
  if (!adapter.undo || !adapter.readUndo) return 'refused'
  const request = { recipient: undefined }
  const creation = creationOf({ create, connection, productType, request, isSendable: false })
  try {
    const call = adapter.undo(creation, exchange.account())
    return adapter.readUndo(await ask(context, { create, connection, for: 'undo' }, call))
  } catch {
    return 'unknown'
  }
}

/** Puts codes into stock of the product that they were bought for, once. */
async function stock(
  context: BuyContext,
  { create, connection }: Released,
  units: readonly Unit[],
): Promise<boolean> {
  const { productId, reference, faceValueMinor } = create
  const lines = units.map((unit) => ({
    code: codeOf(unit),
    faceValueMinor,
    expiresAt: expiryOf(unit),
  }))
  const account = accountText(connection.account)
  await stockCodes(context, {
    productId,
    purchase: reference,
    lot: account.replace(':', '-'),
    lines,
    onStored: () => Promise.resolve(),
  })
  return transact(context.db, async (tx) => {
    const ended = await maybeRow(tx, endReleased(create, 'STOCKED'))
    if (!ended) return false
    const which = `${units.length} codes of ${account}, bought for an order cancelled here`
    raiseAlert(tx, {
      kind: 'upstream_unsold',
      subject: `product:${productId}`,
      severity: 'warning',
      message: `${which}, are in stock of product ${productId}`,
      at: context.clock.now(),
    })
    return true
  })
}
