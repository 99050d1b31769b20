import { MS_PER_DAY } from '../core/mod.ts'
import { lookUp } from './buy-part.ts'
import { type BuyContext, buyingOf, lookUpWayOf } from './buying.ts'
import { storeUnits, readCodes } from './store-units.ts'
import {
  forgetUnits,
  CHECKED_MS,
  leaveToPerson,
  markReversed,
  nextCheck,
  setDue,
} from './unit-rows.ts'
import { severalText } from './machine.ts'
import { oneLine } from './one-line.ts'
import { type ReleasedCreate, settleReleased, stockKept } from './settle-released.ts'

/**
 * A create that a person closed, or that was refused, is looked up for this long, or until the
 * supplier says something definite.
 */
const CLOSED_MS = MS_PER_DAY

/**
 * Continues a create that is due but that no batch needs. Returns true if there is new stock.
 * Idempotent.
 *
 *   PLACED    it counted as refused, and its units were bought again: it is looked up
 *   CLOSED    a person closed it as not bought: it is looked up until the supplier agrees
 *   REFUSED   it was not found after a doubtful refusal: it is looked up once more
 *   DONE      the supplier may have taken it back; later, its units are forgotten
 *   STOCKED   its units are put into stock
 *   released  its order was cancelled; see `settleReleased`
 */
export async function followCreate(context: BuyContext, one: ReleasedCreate): Promise<boolean> {
  const { create } = one
  const { db, clock } = context
  if (create.status === 'STOCKED') return stockKept(context, one)
  if (create.status === 'CLOSED' || create.status === 'REFUSED') {
    await findAgain(context, one)
    return false
  }
  if (create.released && create.status !== 'REVERSED') return settleReleased(context, one)
  if (create.status === 'PLACED') await findAgain(context, one)
  else if (create.status === 'DONE') await findReversal(context, one)
  else if ((await db.rows(forgetUnits(create, clock.now()))).length === 0) {
    await db.rows(setDue(create, clock.now() + MS_PER_DAY, clock.now()))
  }
  return false
}

/** Looks up a create that may have been delivered without our knowledge; see `whereUnitsGo`. */
async function findAgain(context: BuyContext, one: ReleasedCreate): Promise<void> {
  const { db, clock } = context
  const buying = buyingOf(one)
  const { create } = one
  const isRefused = create.status === 'REFUSED'
  const since = isRefused ? create.sentAt : create.closedAt
  const isOver = (since ?? Infinity) + CLOSED_MS <= clock.now()
  if (create.sentAt === undefined || lookUpWayOf(buying) !== 'byCall') {
    await db.rows(setDue(create, undefined, clock.now()))
    return
  }
  const { verdict } = await lookUp(context, buying)
  if (verdict.is === 'done') {
    const { theirs, charged, units } = verdict
    if (units === 'separate') await readCodes(context, buying, { theirs, charged })
    else await storeUnits(context, buying, { theirs, charged, units })
    return
  }
  if (isRefused && (verdict.is === 'several' || verdict.is === 'odd')) {
    const { is, detail } = verdict
    const fault = oneLine(is === 'several' ? severalText(detail) : detail)
    await db.rows(leaveToPerson(create, fault, clock.now()))
    return
  }
  const isDefinite = ['refused', 'notFound', 'reversed'].includes(verdict.is)
  if (isDefinite || isOver) await db.rows(setDue(create, undefined, clock.now()))
}

/**
 * Looks up a completed purchase. If the supplier took it back after delivery, raises an alert for a
 * person.
 */
async function findReversal(context: BuyContext, one: ReleasedCreate): Promise<void> {
  const { db, clock } = context
  const { create, connection } = one
  const { isReversible } = connection.adapter.manifest
  const buying = buyingOf(one)
  const since = create.firstSentAt ?? clock.now()
  const isLookedUp =
    isReversible && clock.now() < since + CHECKED_MS && lookUpWayOf(buying) === 'byCall'
  if (isLookedUp) {
    // A look-up by our reference also finds a second order; one by their reference never does.
    const ours = { ...buying, create: { ...create, theirs: undefined } }
    const { verdict } = await lookUp(context, lookUpWayOf(ours) === 'byCall' ? ours : buying)
    if (verdict.is === 'several') {
      await db.rows(leaveToPerson(create, oneLine(severalText(verdict.detail)), clock.now()))
      return
    }
    // The order was done, so `refused` also means that it was taken back.
    if (verdict.is === 'reversed' || (verdict.is === 'refused' && verdict.for !== 'account')) {
      const units = create.quantity === 1 ? '1 unit' : `${create.quantity} units`
      const loss = `taken back after it was done, when people may have ${units} of it`
      const fault = oneLine(`${loss}; ${verdict.detail}`)
      await db.rows(markReversed(create, fault, clock.now()))
      return
    }
    // It is looked up again later; see `settleAllDue`.
    if (verdict.is === 'unknown' || verdict.is === 'busy') return
  } else if ((await db.rows(forgetUnits(create, clock.now()))).length > 0) return
  const now = clock.now()
  await db.rows(setDue(create, nextCheck(since, now, isReversible), now))
}
