import type { BuyContext, Buying, PartOutcome } from './buying.ts'
import type { Verdict } from './adapter.ts'
import { type Create, forgetSending, markPlaced, withdrawFault } from './create-rows.ts'
import { promisesOf } from './if-not-found.ts'
import { type Consequence, isLate, isUnclear, type ReceivedVerdict } from './machine.ts'
import { waitForPerson } from './store-units.ts'

/** The send times of a create that counts as never sent. */
const UNSENT: SendTimes = { unsureUntil: undefined, sentAt: undefined, firstSentAt: undefined }

type SendTimes = Pick<Create, 'unsureUntil' | 'sentAt' | 'firstSentAt'>

/** A request that did nothing. */
interface RefusedRequest {
  readonly buying: Buying
  readonly before: Create | undefined
  readonly received: ReceivedVerdict
}

/** Records that the last request of a create did nothing, as far as that is known. */
export async function waitAfterNothing(
  context: BuyContext,
  request: RefusedRequest,
  { seconds, detail: reason }: Extract<Consequence, { means: 'nothingYet' }>,
): Promise<PartOutcome> {
  const { buying } = request
  const earlier = sentBefore(request)
  if (earlier) await context.db.rows(forgetSending(buying.create, earlier))
  if (earlier && earlier.sentAt === undefined) return { is: 'refused', for: 'account', reason }
  // An earlier create may have been done, even if this one was not.
  return isUnclear(buying.create, context.clock.now())
    ? waitForPerson(context, buying, `for an hour nothing says what became of it: ${reason}`)
    : { is: 'open', seconds, reason }
}

/** Returns when the create was sent before, if that is known. */
function sentBefore({ buying, before, received }: RefusedRequest): SendTimes | undefined {
  const { create } = buying
  const { verdict } = received
  // No copy is under way any more, but one may have been done, which only a repeat finds.
  if (before && verdict.is === 'busy' && verdict.why === undefined) {
    return { ...create, unsureUntil: before.unsureUntil }
  }
  if (before || create.refusedFor !== 'busy') return before
  return create.firstSentAt === create.sentAt ? UNSENT : create
}

/** Records that the supplier has accepted the create. Asks a person if the units are overdue. */
export async function waitForUnits(
  context: BuyContext,
  buying: Buying,
  { theirs, seconds }: Extract<Consequence, { means: 'placed' }>,
): Promise<PartOutcome> {
  const { create, connection } = buying
  const now = context.clock.now()
  await context.db.rows(markPlaced(create, theirs, now))
  if (isLate(create, promisesOf(connection), now)) {
    return waitForPerson(
      context,
      buying,
      'the supplier has worked on it for longer than it promises',
    )
  }
  await context.db.rows(withdrawFault(create))
  return { is: 'open', seconds, reason: undefined }
}

/** Leaves the batch in doubt. Also asks a person once nothing was found out for an hour. */
export async function waitForOutcome(
  context: BuyContext,
  buying: Buying,
  { detail }: Extract<Consequence, { means: 'unknown' }>,
): Promise<PartOutcome> {
  if (isUnclear(buying.create, context.clock.now())) {
    await waitForPerson(context, buying, `for an hour nothing says what became of it: ${detail}`)
  }
  return { is: 'unknown', reason: detail }
}

/** Asks a person what became of the create. */
export async function leaveInDoubt(
  context: BuyContext,
  buying: Buying,
  { verdict, detail }: { readonly verdict: Verdict; readonly detail: string },
): Promise<PartOutcome> {
  // The supplier has it, so a later look-up that finds nothing proves nothing.
  if (verdict.is === 'several' || verdict.is === 'odd') {
    await context.db.rows(markPlaced(buying.create, undefined, context.clock.now()))
  }
  return waitForPerson(context, buying, detail)
}

/** Returns the create to send again. If its token had ended, it counts as never sent. */
export async function unsentNow({ db }: BuyContext, create: Create): Promise<Create> {
  if (create.refusedFor === undefined) return create
  await db.rows(forgetSending(create, UNSENT))
  return { ...create, ...UNSENT, refusedFor: undefined }
}
