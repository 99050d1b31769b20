import { isIrrevocable } from '../catalog/mod.ts'
import { MS_PER_DAY } from '../core/mod.ts'
import { oneRow, transact, type Tx } from '../db/mod.ts'
import type { Code } from '../supply/mod.ts'
import type { Money, Unit } from './adapter.ts'
import { callSupplier } from './call-supplier.ts'
import { type BuyContext, type Buying, creationOf, type PartOutcome } from './buying.ts'
import { askPerson, markPlaced } from './create-rows.ts'
import { setUnits, lockCreate, leaveToPerson, nextCheck, selectIsBoughtAnew } from './unit-rows.ts'
import { withoutSecrets } from './hide-secrets.ts'
import { isUnclear } from './machine.ts'
import { oneLine } from './one-line.ts'
import { requireNew } from './purchased-codes.ts'
import { codeOf, codesOf, NotAsBought, openUnits, requireValid, sealUnits } from './units.ts'
import { whereUnitsGo } from './where-units-go.ts'

const PERSON_SECONDS = 60

/**
 * Leaves a create to a person, because its outcome cannot be found out here. It does not count as a
 * failure of the supplier: that would stop all its orders until the person has looked.
 */
export async function waitForPerson(
  context: BuyContext,
  buying: Buying,
  fault: string,
): Promise<{ readonly is: 'open'; readonly seconds: number; readonly reason: string }> {
  const reason = oneLine(fault)
  await context.db.rows(askPerson(buying.create, reason, context.clock.now()))
  return { is: 'open', seconds: PERSON_SECONDS, reason }
}

/** A response may lead to a further call: from an order to its link, from the link to its code. */
const CODE_CALLS_MAX = 3
const CODES_SECONDS = 5

export async function readCodes(
  context: BuyContext,
  buying: Buying,
  done: { readonly theirs: string; readonly charged: Money | undefined },
): Promise<PartOutcome> {
  const { adapter, exchange } = buying.connection
  const create = { ...buying.create, theirs: done.theirs }
  const later = (): PartOutcome | Promise<PartOutcome> =>
    isUnclear(create, context.clock.now())
      ? waitForPerson(context, buying, 'it is done there, and its codes do not come')
      : { is: 'open', seconds: CODES_SECONDS, reason: 'its codes are not there yet' }
  await context.db.rows(markPlaced(create, done.theirs, context.clock.now()))
  let call = adapter.codes?.(creationOf({ ...buying, create }), exchange.account())
  for (let step = 0; call && step < CODE_CALLS_MAX; step += 1) {
    const supplierCall = { ...buying, for: 'codes' } as const
    const response = await callSupplier(context, supplierCall, call).catch(() => undefined)
    const read = response && adapter.readCodes?.(response, creationOf({ ...buying, create }))
    if (read === undefined || read === 'notYet') return later()
    if ('odd' in read) {
      const { detail } = withoutSecrets({ detail: read.odd }, exchange.secrets)
      return waitForPersonAboutUnits(context, { ...buying, create }, detail)
    }
    if (!('next' in read))
      return storeUnits(context, { ...buying, create }, { ...done, units: read })
    call = read.next
  }
  return later()
}

interface BoughtUnits {
  readonly theirs: string
  readonly units: readonly Unit[]
  readonly charged?: Money | undefined
}

/**
 * Stores the units of a create, sealed, if they are those that were ordered. Their destination is
 * decided on its locked row, so no worker and no person can change it meanwhile; see
 * `whereUnitsGo`.
 */
export async function storeUnits(
  context: BuyContext,
  buying: Buying,
  done: BoughtUnits,
): Promise<PartOutcome> {
  const { db, clock } = context
  const { create, request, productType } = buying
  const { theirs, units } = done
  const isReceipt = isIrrevocable(productType)
  try {
    const codes = codesOf(units, { quantity: create.quantity, isReceipt })
    if (request.minValidityDays !== undefined) {
      requireValid(units, clock.now() + request.minValidityDays * MS_PER_DAY)
    }
    const destination = await transact(db, (tx) =>
      storeWithin(tx, context, { buying, done, codes }),
    )
    if (destination === 'deliver') return { is: 'done', units }
  } catch (error) {
    if (!(error instanceof NotAsBought)) throw error
    await db.rows(markPlaced(create, theirs, clock.now()))
    return waitForPersonAboutUnits(context, buying, error.message)
  }
  return { is: 'open', seconds: 1, reason: 'a person has said already what became of the purchase' }
}

async function waitForPersonAboutUnits(
  context: BuyContext,
  buying: Buying,
  fault: string,
): Promise<PartOutcome> {
  const { reason } = await waitForPerson(context, buying, `not what was bought: ${fault}`)
  return { is: 'unknown', reason, isAlerted: true }
}

interface Arrived {
  readonly buying: Buying
  readonly done: BoughtUnits
  readonly codes: readonly Code[]
}

async function storeWithin(
  tx: Tx,
  { vault, clock }: BuyContext,
  { buying, done, codes }: Arrived,
): Promise<ReturnType<typeof whereUnitsGo>> {
  const { create, connection, productType } = buying
  const { theirs, units, charged } = done
  const now = clock.now()
  const locked = await oneRow(tx, lockCreate(create))
  // A statement of its own sees what the last holder of the lock has committed.
  const { is_anew: isBoughtAnew } = await oneRow(tx, selectIsBoughtAnew(create))
  const { status, closed_at: closedAt } = locked
  const before = locked.kept
  const codesHere = before && JSON.stringify(openUnits(vault, create, before).map(codeOf))
  const areEntered = codesHere === JSON.stringify(codes)
  const destination = whereUnitsGo({
    status,
    isClosed: closedAt !== null,
    isBoughtAnew,
    areEntered,
  })
  if (destination === 'nowhere') return destination
  const isReceipt = isIrrevocable(productType)
  if (destination === 'ask' || (destination === 'stock' && isReceipt)) {
    const which = `their order ${oneLine(theirs)} was delivered`
    const beside =
      destination === 'ask'
        ? 'with other units than a person entered'
        : 'after other units had replaced it'
    tx.write(leaveToPerson(create, `${which}, ${beside}`, now))
    return destination
  }
  const block = sealUnits(vault, create, units)
  vault.requireKeys(tx, [block])
  const { isReversible } = connection.adapter.manifest
  const isDueNow = destination === 'stock' || locked.released
  const dueAt = isDueNow ? now : nextCheck(create.firstSentAt ?? now, now, isReversible)
  const nextStatus = destination === 'stock' ? 'STOCKED' : 'DONE'
  tx.write(setUnits(create, nextStatus, { kept: block, theirs, charged, dueAt }))
  if (destination === 'deliver' && !isReceipt) await requireNew(tx, { vault, ...create, codes })
  return destination
}
