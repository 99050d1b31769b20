import { MS_PER_SECOND, errorMessage } from '../core/mod.ts'
import { maybeRow } from '../db/mod.ts'
import type { Reply, Call, Verdict } from './adapter.ts'
import { callSupplier, type SupplierCall } from './call-supplier.ts'
import {
  type BuyContext,
  type Buying,
  creationOf,
  lookUpWayOf,
  type PartOutcome,
  type RefusedPart,
} from './buying.ts'
import { beginSending, type Create, markRefused, recordRefusal, toCreate } from './create-rows.ts'
import { foundLateAt, isSecondPurchase } from './doubtful-refusal.ts'
import { withoutSecrets } from './hide-secrets.ts'
import { promisesOf } from './if-not-found.ts'
import { waitForPerson, storeUnits, readCodes } from './store-units.ts'
import {
  type Consequence,
  consequenceOf,
  type ReceivedVerdict,
  nextStep,
  unsureAfter,
} from './machine.ts'
import { NotSent } from './transport.ts'
import { storableVerdict } from './verdicts.ts'
import {
  leaveInDoubt,
  unsentNow,
  waitAfterNothing,
  waitForOutcome,
  waitForUnits,
} from './waiting-create.ts'

/**
 * The most look-ups and repeats of one call, in case the responses lead to each other in a loop.
 * The next call continues.
 */
const STEPS_MAX = 4
/** A create that was not sent within this time is not sent at all; see `unsureAfter`. */
const BEGIN_MS = 30 * MS_PER_SECOND

/** Advances one create until its outcome is known or must be waited for. */
export async function buyPart(context: BuyContext, buying: Buying): Promise<PartOutcome> {
  let { create } = buying
  let isRepeat = false
  for (let step = 0; step < STEPS_MAX; step += 1) {
    const next = await doNextStep(context, { ...buying, create }, isRepeat)
    if ('is' in next) return next
    create = next.create
    isRepeat = next.isRepeat
  }
  return { is: 'open', seconds: 5, reason: undefined }
}

/** The create continues with another step. */
interface NextAttempt {
  readonly create: Create
  readonly isRepeat: boolean
}

async function doNextStep(
  context: BuyContext,
  buying: Buying,
  isRepeat: boolean,
): Promise<PartOutcome | NextAttempt> {
  const { create, connection } = buying
  if (create.status !== 'PLACING' && create.status !== 'PLACED') return ended(create)
  const { manifest } = connection.adapter
  const state = { ...create, status: create.status }
  const step = isRepeat
    ? ({ do: 'send' } as const)
    : nextStep(state, manifest, lookUpWayOf(buying), context.clock.now())
  switch (step.do) {
    case 'wait':
      return { is: 'open', seconds: step.seconds, reason: step.why }
    case 'ask':
      return waitForPerson(context, buying, step.why)
    case 'lookUp':
      return applyVerdict(context, buying, await lookUp(context, buying))
    case 'send': {
      if (!buying.isSendable && create.sentAt === undefined) {
        return refuse(context, buying, { for: 'nothing', detail: 'it was never sent' })
      }
      return send(context, buying, isRepeat)
    }
  }
}

function ended({ status }: Create): PartOutcome {
  return { is: 'refused', for: status === 'REVERSED' ? 'reversed' : 'nothing', reason: status }
}

/**
 * Records in the row of the create that it is sent, and then sends it. `isRepeat`: this call has
 * sent it before.
 */
async function send(
  context: BuyContext,
  buying: Buying,
  isRepeat: boolean,
): Promise<PartOutcome | NextAttempt> {
  const { create: before, connection, request } = buying
  const { adapter, exchange } = connection
  const now = context.clock.now()
  const unsureUntil = unsureAfter(promisesOf(connection), now)
  const row = await maybeRow(context.db, beginSending(before, request, { now, unsureUntil }))
  // Another worker has sent the create or leased the batch, or the create has ended.
  if (!row) return { is: 'open', seconds: 1, reason: undefined }
  const create = toCreate(row)
  const sent = { ...buying, create }
  const creation = creationOf(sent)
  const call = adapter.create(creation, exchange.account(now))
  // If the token has ended, a copy may have been done before, so the create is not sent again.
  const isOnce = isSecondPurchase(adapter.manifest.repeat) && call.audience !== undefined
  // If the create waited longer, for a token or a connection, another process may have sent it.
  const sending = { isOnce, beginUntil: now + BEGIN_MS }
  const supplierCall = { ...sent, for: 'create', sending } as const
  const verdict = await verdictOfCall(context, supplierCall, call, (response) =>
    isOnce && response.status === 401
      ? endOfToken(isRepeat)
      : adapter.readCreate(response, creation, exchange.account(now)),
  )
  const received = {
    verdict,
    by: 'create',
    calledAt: now,
    unsureBefore: before.unsureUntil,
    isRepeat: before.sentAt !== undefined,
  } as const
  return applyVerdict(context, sent, received, before)
}

/**
 * Returns the verdict on a create whose token had ended. If that happens twice in a row, the
 * account counts as refused. In both cases the create is looked up first.
 */
function endOfToken(isRepeat: boolean): Verdict {
  return isRepeat
    ? { is: 'refused', for: 'account', detail: 'a new token has ended at once' }
    : { is: 'busy', detail: 'its token has ended', why: 'token' }
}

export async function lookUp(context: BuyContext, buying: Buying): Promise<ReceivedVerdict> {
  const { adapter, exchange } = buying.connection
  const calledAt = context.clock.now()
  const creation = creationOf(buying)
  const call = adapter.lookUp(creation, exchange.account(calledAt))
  if (typeof call === 'string') throw new Error('an adapter without a look-up was asked for one')
  const verdict = await verdictOfCall(context, { ...buying, for: 'lookUp' }, call, (response) =>
    adapter.readLookUp(response, creation, exchange.account(calledAt)),
  )
  return { verdict, by: 'lookUp', calledAt, unsureBefore: undefined, isRepeat: false }
}

/**
 * Returns the verdict of a call. A call that was not sent did nothing. Without a response, its
 * outcome is unknown.
 */
async function verdictOfCall(
  context: BuyContext,
  supplierCall: SupplierCall,
  call: Call,
  read: (response: Reply) => Verdict,
): Promise<Verdict> {
  let response: Reply
  try {
    response = await callSupplier(context, supplierCall, call)
  } catch (error) {
    const detail = errorMessage(error, 'a fault of ours')
    return error instanceof NotSent
      ? { is: 'busy', detail: `not reachable: ${detail}`, why: 'unsent' }
      : { is: 'unknown', detail: `its answer was lost: ${detail}` }
  }
  const { exchange } = supplierCall.connection
  const verdict = storableVerdict(withoutSecrets(read(response), exchange.secrets))
  // The body of the response decides whether the supplier is busy, not the HTTP status.
  if (verdict.is === 'busy' && verdict.why !== 'token') exchange.pause(verdict.askAgainInSeconds)
  return verdict
}

/** Applies a verdict to the create. */
async function applyVerdict(
  context: BuyContext,
  buying: Buying,
  received: ReceivedVerdict,
  before?: Create,
): Promise<PartOutcome | NextAttempt> {
  const { create, connection } = buying
  if (create.status !== 'PLACING' && create.status !== 'PLACED') return ended(create)
  const promises = promisesOf(connection)
  const state = { ...create, status: create.status }
  const consequence = consequenceOf(state, received, { promises, way: lookUpWayOf(buying) })
  const { verdict } = received
  switch (consequence.means) {
    case 'keep':
      if (verdict.is !== 'done' || verdict.units === 'separate') throw new Error('no units')
      return storeUnits(context, buying, { ...verdict, units: verdict.units })
    case 'readCodes': {
      const charged = verdict.is === 'done' ? verdict.charged : undefined
      return readCodes(context, buying, { theirs: consequence.theirs, charged })
    }
    case 'placed':
      return waitForUnits(context, buying, consequence)
    case 'refused': {
      const dueAt = verdict.is === 'notFound' ? foundLateAt(create, promises) : undefined
      return refuse(context, buying, { ...consequence, dueAt })
    }
    case 'doubt':
      return doubt(context, buying, consequence)
    case 'nothingYet':
      return waitAfterNothing(context, { buying, before, received }, consequence)
    case 'sendAgain':
      return buying.isSendable
        ? { create: await unsentNow(context, create), isRepeat: true }
        : endUnsent(context, buying, received)
    case 'lookUp':
      return applyVerdict(context, buying, await lookUp(context, buying))
    case 'unknown':
      return waitForOutcome(context, buying, consequence)
    case 'ask':
      return leaveInDoubt(context, buying, { verdict, detail: consequence.detail })
    case 'reversed':
      return refuse(context, buying, { for: 'reversed', detail: consequence.detail })
  }
}

/** Records the refusal, and looks up whether another copy of the request was done. */
async function doubt(
  context: BuyContext,
  buying: Buying,
  { for: why, seconds, detail: reason }: Extract<Consequence, { means: 'doubt' }>,
): Promise<PartOutcome | NextAttempt> {
  const row = await maybeRow(context.db, recordRefusal(buying.create, why))
  if (!row) return { is: 'open', seconds: 1, reason: undefined }
  // Nothing is sent to the account for now, so the next call looks the create up.
  if (why === 'busy') return { is: 'open', seconds, reason }
  const refused = { ...buying, create: toCreate(row) }
  return applyVerdict(context, refused, await lookUp(context, refused))
}

/**
 * Ends a create that the order does not need, and whose reference the supplier does not know, once
 * none of its requests can still arrive.
 */
async function endUnsent(
  context: BuyContext,
  buying: Buying,
  { calledAt }: ReceivedVerdict,
): Promise<PartOutcome> {
  const { unsureUntil } = buying.create
  if (unsureUntil !== undefined && unsureUntil > calledAt) {
    return { is: 'open', seconds: 60, reason: undefined }
  }
  return refuse(context, buying, { for: 'nothing', detail: 'nothing has our reference there' })
}

interface Refusing {
  readonly for: RefusedPart
  readonly detail: string
  /** The instant at which it is looked up once more. */
  readonly dueAt?: number | undefined
}

async function refuse(
  { db }: BuyContext,
  { create }: Buying,
  { for: why, detail: reason, dueAt }: Refusing,
): Promise<PartOutcome> {
  const status = why === 'reversed' ? 'REVERSED' : 'REFUSED'
  const updated = await maybeRow(db, markRefused(create, status, dueAt))
  return updated
    ? { is: 'refused', for: why, reason }
    : { is: 'open', seconds: 1, reason: undefined }
}
