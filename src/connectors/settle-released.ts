import { raiseAlert } from '../alerts/mod.ts'
import { MS_PER_MINUTE, MS_PER_SECOND, randomUUID } from '../core/mod.ts'
import { maybeRow, type Statement, transact } from '../db/mod.ts'
import { stockCodes } from '../inventory/mod.ts'
import { accountText } from './account-rows.ts'
import type { UndoResult, Unit } from './adapter.ts'
import { callSupplier } from './call-supplier.ts'
import { buyPart, lookUp } from './buy-part.ts'
import { type BuyContext, buyingOf, creationOf, lookUpWayOf } from './buying.ts'
import type { Connection } from './connections.ts'
import { askPerson, type ClaimedCreate } from './create-rows.ts'
import { endStocking, leaveToPerson } from './unit-rows.ts'
import { isSecondPurchase } from './doubtful-refusal.ts'
import { isUnclear, severalText } from './machine.ts'
import { oneLine } from './one-line.ts'
import { endReleased, setReleasedDue } from './release-rows.ts'
import { codeOf, expiryOf, openUnits } from './units.ts'
import { isIrrevocable, type ProductType } from '../catalog/mod.ts'

/** The time after which we try again to take a create back, if the outcome is not known. */
const UNKNOWN_MS = 5 * MS_PER_MINUTE

/** A create that no order needs, such as one whose order was cancelled here. */
export interface ReleasedCreate {
  readonly create: ClaimedCreate
  readonly connection: Connection
  readonly productType: ProductType
}

/**
 * Settles a create whose order was cancelled here: takes it back if the supplier offers that, and
 * otherwise puts the paid units into stock. A create that was never sent stays unsent. Returns true
 * if there is new stock. A create that is still open is checked again later. Idempotent.
 */
export async function settleReleased(
  context: BuyContext,
  released: ReleasedCreate,
): Promise<boolean> {
  const { create } = released
  const { db, vault, clock } = context
  if (create.status === 'PLACING' && create.sentAt === undefined) {
    await db.rows(endReleased(create, 'REFUSED'))
    return false
  }
  const undoResult = create.closedAt !== undefined ? 'refused' : await undo(context, released)
  if (undoResult === 'undone') {
    await db.rows(endReleased(create, 'REVERSED'))
    return false
  }
  // A repeat to find out its outcome would buy units that nobody needs.
  if (undoResult === 'absent' && create.status === 'PLACING') {
    const mayArrive = create.unsureUntil !== undefined && create.unsureUntil > clock.now()
    if (!mayArrive) await db.rows(endReleased(create, 'REFUSED'))
    return false
  }
  // Units that may have been taken back must not be sold.
  if (undoResult === 'unknown') {
    await db.rows(askPerson(create, 'whether it was taken back is not known', clock.now()))
    await db.rows(setReleasedDue(create, clock.now() + UNKNOWN_MS, clock.now()))
    return false
  }
  if (mightBuy(released, undoResult)) {
    const fault = 'its order was cancelled, and to ask what became of it might buy it again'
    await db.rows(askPerson(create, fault, clock.now()))
    await db.rows(setReleasedDue(create, clock.now() + UNKNOWN_MS, clock.now()))
    return false
  }
  if (!(await isBoughtOnce(context, released))) return false
  if (create.kept) return stock(context, released, openUnits(vault, create, create.kept))
  const outcome = await buyPart(context, buyingOf(released))
  if (outcome.is === 'done') return stock(context, released, outcome.units)
  if (outcome.is === 'refused') await db.rows(endReleased(create, 'REFUSED'))
  if (outcome.is === 'open') {
    const now = clock.now()
    await db.rows(setReleasedDue(create, now + outcome.seconds * MS_PER_SECOND, now))
  }
  return false
}

/**
 * Returns true if only a repeat finds the create, and nothing says that the supplier has it: then
 * the repeat might buy what nobody needs.
 */
function mightBuy(released: ReleasedCreate, undoResult: UndoResult): boolean {
  const { status } = released.create
  const isThere = status === 'PLACED' && undoResult !== 'absent'
  return status !== 'DONE' && !isThere && lookUpWayOf(buyingOf(released)) === 'byRepeat'
}

/**
 * Returns true if the create was done only once. Returns false while the supplier does not show the
 * create, and if a copy was done as well, which is left to a person. A look-up by our reference
 * finds a copy; one by their reference never does. Once the units are in stock, nothing looks for a
 * copy any more.
 */
async function isBoughtOnce(context: BuyContext, released: ReleasedCreate): Promise<boolean> {
  const { create, connection } = released
  const { db, clock } = context
  const buying = buyingOf(released)
  const ours = { ...buying, create: { ...create, theirs: undefined } }
  const { repeat } = connection.adapter.manifest
  const isKnown = create.theirs !== undefined && create.closedAt === undefined
  if (!isKnown || !isSecondPurchase(repeat) || lookUpWayOf(ours) !== 'byCall') return true
  const { verdict } = await lookUp(context, ours)
  if (verdict.is === 'several') {
    await db.rows(askPerson(create, oneLine(severalText(verdict.detail)), clock.now()))
    return false
  }
  const isShown = !['unknown', 'busy', 'notFound'].includes(verdict.is)
  return isShown || isUnclear(create, clock.now())
}

/**
 * Takes a create back, if the supplier offers that. It is named by our reference, so no look-up is
 * needed before.
 */
async function undo(
  context: BuyContext,
  { create, connection, productType }: ReleasedCreate,
): Promise<UndoResult> {
  const { adapter, exchange } = connection
  if (!adapter.undo || !adapter.readUndo) return 'refused'
  const creation = creationOf(buyingOf({ create, connection, productType }))
  try {
    const call = adapter.undo(creation, exchange.account())
    return adapter.readUndo(await callSupplier(context, { create, connection, for: 'undo' }, call))
  } catch {
    return 'unknown'
  }
}

/** Puts units into stock because their batch has received other units. */
export async function stockKept(context: BuyContext, released: ReleasedCreate): Promise<boolean> {
  const { create } = released
  if (!create.kept) return false
  const units = openUnits(context.vault, create, create.kept)
  const lot = { purchase: randomUUID(), why: 'delivered after other units had replaced them' }
  return stockUnits(context, released, { ...lot, units, end: endStocking(create) })
}

/**
 * Puts units of a cancelled order into stock. A delivery to a recipient is left to a person
 * instead, once.
 */
async function stock(
  context: BuyContext,
  released: ReleasedCreate,
  units: readonly Unit[],
): Promise<boolean> {
  const { create, productType } = released
  const { db, clock } = context
  if (isIrrevocable(productType)) {
    const fault = 'its recipient has received it, though its order was cancelled'
    const isClosed = create.closedAt !== undefined
    await db.rows(
      isClosed ? endReleased(create, 'STOCKED') : leaveToPerson(create, fault, clock.now()),
    )
    return false
  }
  const lot = { purchase: create.reference, why: 'bought for an order cancelled here' }
  return stockUnits(context, released, { ...lot, units, end: endReleased(create, 'STOCKED') })
}

interface StockEntry {
  /** The purchase. Only codes that are new, or that belong to it, are stored. */
  readonly purchase: string
  readonly why: string
  readonly units: readonly Unit[]
  readonly end: Statement<{ create_no: number }>
}

/** Puts codes into stock of the product that they were bought for, once. */
async function stockUnits(
  context: BuyContext,
  { create, connection }: ReleasedCreate,
  { purchase, why, units, end }: StockEntry,
): Promise<boolean> {
  const { productId, faceValueMinor } = create
  const lines = units.map((unit) => ({
    code: codeOf(unit),
    faceValueMinor,
    expiresAt: expiryOf(unit),
  }))
  const account = accountText(connection.account)
  await stockCodes(context, {
    productId,
    purchase,
    lot: account.replace(':', '-'),
    lines,
    onStored: () => Promise.resolve(),
  })
  return transact(context.db, async (tx) => {
    const ended = await maybeRow(tx, end)
    if (!ended) return false
    // The alert counts the purchases; its text is about the last one.
    const which = `Codes of ${account}, ${why}`
    raiseAlert(tx, {
      kind: 'upstream_unsold',
      subject: `product:${productId}`,
      severity: 'warning',
      message: `${which}, are in stock of product ${productId}`,
      details: { productId, supplier: account },
      at: context.clock.now(),
    })
    return true
  })
}
