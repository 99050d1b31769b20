import { MS_PER_DAY } from '../core/mod.ts'
import { maybeRow, transact } from '../db/mod.ts'
import type { Money, Unit } from './adapter.ts'
import { ask } from './ask.ts'
import { type BuyContext, type Buying, creationOf, type PartOutcome } from './buying.ts'
import { askPerson, markDone, markPlaced } from './create-rows.ts'
import { oneLine } from './one-line.ts'
import { requireNew } from './purchased-codes.ts'
import { codesOf, NotAsBought, requireValid, sealUnits } from './units.ts'

/** Leaves a create to a person: what became of it cannot be known here. */
export async function askAbout(
  context: BuyContext,
  buying: Buying,
  fault: string,
): Promise<PartOutcome> {
  const reason = oneLine(fault)
  await context.db.rows(askPerson(buying.create, reason, context.clock.now()))
  return { is: 'unknown', reason, isAlerted: true }
}

/** A response may lead to a further call: of an order to its link, of the link to its code. */
const CODE_CALLS_MAX = 3
const CODES_SECONDS = 5

export async function readCodes(
  context: BuyContext,
  buying: Buying,
  done: { readonly theirs: string; readonly charged: Money | undefined },
): Promise<PartOutcome> {
  const { adapter, exchange } = buying.connection
  const create = { ...buying.create, theirs: done.theirs }
  const later: PartOutcome = {
    is: 'open',
    seconds: CODES_SECONDS,
    reason: 'its codes are not there yet',
  }
  await context.db.rows(markPlaced(create, done.theirs))
  let call = adapter.codes?.(creationOf({ ...buying, create }), exchange.account())
  for (let step = 0; call && step < CODE_CALLS_MAX; step += 1) {
    const asking = { ...buying, for: 'codes' } as const
    const answer = await ask(context, asking, call).catch(() => undefined)
    const read = answer && adapter.readCodes?.(answer)
    if (read === undefined || read === 'notYet') return later
    if (!('next' in read))
      return keepUnits(context, { ...buying, create }, { ...done, units: read })
    call = read.next
  }
  return later
}

interface Kept {
  readonly theirs: string
  readonly units: readonly Unit[]
  readonly charged?: Money | undefined
}

/** Keeps the units of a create, sealed, if they are what was bought. */
export async function keepUnits(
  context: BuyContext,
  buying: Buying,
  done: Kept,
): Promise<PartOutcome> {
  const { db, vault } = context
  const { create, request } = buying
  const { theirs, units, charged } = done
  const isReceipt = request.recipient !== undefined
  try {
    const codes = codesOf(units, { quantity: create.quantity, isReceipt })
    if (request.minValidityDays !== undefined) {
      requireValid(units, context.clock.now() + request.minValidityDays * MS_PER_DAY)
    }
    const block = sealUnits(vault, create, units)
    const isMine = await transact(db, async (tx) => {
      vault.requireKeys(tx, [block])
      const row = await maybeRow(tx, markDone(create, { kept: block, theirs, charged }))
      if (row && !isReceipt) await requireNew(tx, { vault, ...create, codes })
      return row !== undefined
    })
    if (!isMine) return { is: 'open', seconds: 1, reason: 'a person said what became of it' }
  } catch (error) {
    if (!(error instanceof NotAsBought)) throw error
    await db.rows(markPlaced(create, theirs))
    return askAbout(context, buying, `not what was bought: ${error.message}`)
  }
  return { is: 'done', units }
}
