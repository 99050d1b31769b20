import type { BuyContext, Buying, PartOutcome } from './buying.ts'
import { type Create, forgetSending } from './create-rows.ts'
import { type Consequence, type Heard, isUnclear } from './machine.ts'
import { askAbout } from './store-units.ts'

/** What may be bought again is not sent twice while in doubt, so before it nothing was sent. */
const UNSENT: Sent = { unsureUntil: undefined, sentAt: undefined, firstSentAt: undefined }

type Sent = Pick<Create, 'unsureUntil' | 'sentAt' | 'firstSentAt'>

interface Nothing {
  readonly buying: Buying
  readonly before: Create | undefined
  readonly heardOf: Heard
}

/** Records that the last request of a create did nothing, as far as that is known. */
export async function waitAfterNothing(
  context: BuyContext,
  nothing: Nothing,
  { seconds, detail: reason }: Extract<Consequence, { means: 'nothingYet' }>,
): Promise<PartOutcome> {
  const { buying } = nothing
  const earlier = sentBefore(nothing)
  if (earlier) await context.db.rows(forgetSending(buying.create, earlier))
  if (earlier && earlier.sentAt === undefined) return { is: 'refused', for: 'account', reason }
  // An earlier create may have been done, even if this one was not.
  return isUnclear(buying.create, context.clock.now())
    ? askAbout(context, buying, `for an hour nothing says what became of it: ${reason}`)
    : { is: 'open', seconds, reason }
}

/** Returns when the create was sent before, if that is known. */
function sentBefore({ buying, before, heardOf }: Nothing): Sent | undefined {
  const { create } = buying
  const { verdict } = heardOf
  // A copy may have been done, and only a repeat finds it. None is under way any more.
  if (before && verdict.is === 'busy' && verdict.why === undefined) {
    return { ...create, unsureUntil: before.unsureUntil }
  }
  if (before || create.refusedFor !== 'busy') return before
  return create.firstSentAt === create.sentAt ? UNSENT : create
}

/** Returns a create that is sent again: after the end of a token, as if it were new. */
export async function unsentNow({ db }: BuyContext, create: Create): Promise<Create> {
  if (create.refusedFor === undefined) return create
  await db.rows(forgetSending(create, UNSENT))
  return { ...create, ...UNSENT, refusedFor: undefined }
}
