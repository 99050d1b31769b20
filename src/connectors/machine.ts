import { MS_PER_HOUR, MS_PER_MINUTE, MS_PER_SECOND } from '../core/mod.ts'
import type { Manifest, RefusedFor, Verdict } from './adapter.ts'
import { type DoubtfulRefusal, doubtfulRefusal, isSecondPurchase } from './doubtful-refusal.ts'

/**
 * What is known of one create.
 *
 *   PLACING   its row was written; it may have been sent, and its outcome is unknown
 *   PLACED    the supplier has it and works on it
 *   DONE      its units are stored
 *   REFUSED   nothing was bought, and no request of it can still arrive
 *   REVERSED  it was done, and the supplier took it back afterwards
 */
export type CreateStatus = 'PLACING' | 'PLACED' | 'DONE' | 'REFUSED' | 'REVERSED'

/** Instants are milliseconds. */
export interface CreateState {
  readonly status: CreateStatus
  /** When it was sent first and last; undefined if it was never sent. */
  readonly firstSentAt: number | undefined
  readonly sentAt: number | undefined
  /** Until when a create that was sent may still arrive or be processed there. */
  readonly unsureUntil: number | undefined
  readonly theirs: string | undefined
  /** Why its last request was refused, if a look-up must still say that no copy of it was done. */
  readonly refusedFor: DoubtfulRefusal | undefined
}

export type Promises = Pick<
  Manifest,
  | 'repeat'
  | 'visibleAfterSeconds'
  | 'notFoundIsDefiniteAfterSeconds'
  | 'isDelayUnknown'
  | 'responseSeconds'
  | 'acceptedWithinSeconds'
  | 'finalWithinSeconds'
>

/** How a supplier finds a create again; see `Adapter.lookUp`. */
export type Found = 'byCall' | 'byRepeat' | 'never'

/** What to do next about a create that is open. */
export type Step =
  | { readonly do: 'send' }
  | { readonly do: 'lookUp' }
  | { readonly do: 'wait'; readonly seconds: number; readonly why: string }
  /** Only a person can find out what became of it. */
  | { readonly do: 'ask'; readonly why: string }

/** A margin for clocks that differ, and for requests that were delayed on their way. */
const MARGIN_SECONDS = 60

/** After this time without a definite response, a person is asked. */
const UNCLEAR_MS = MS_PER_HOUR
/** Repeats are this rare, because a person can say that nothing was bought only between them. */
const RARELY_MS = 15 * MS_PER_MINUTE

export function isUnclear({ firstSentAt }: Pick<CreateState, 'firstSentAt'>, now: number): boolean {
  return firstSentAt !== undefined && now >= firstSentAt + UNCLEAR_MS
}

/** Whether the supplier has worked on it for longer than its documented maximum. */
export function isLate(
  { firstSentAt }: Pick<CreateState, 'firstSentAt'>,
  { finalWithinSeconds }: Promises,
  now: number,
): boolean {
  return firstSentAt !== undefined && now >= firstSentAt + finalWithinSeconds * MS_PER_SECOND
}

/** Returns the next step of a create that is PLACING or PLACED. */
export function nextStep(state: CreateState, promises: Promises, found: Found, now: number): Step {
  const { sentAt, status } = state
  if (status === 'PLACED' && found === 'byCall') return { do: 'lookUp' }
  if (sentAt === undefined) return { do: 'send' }
  if (state.refusedFor !== undefined && found === 'byCall') return { do: 'lookUp' }
  if (found === 'byCall') {
    const visibleAt = sentAt + promises.visibleAfterSeconds * MS_PER_SECOND
    if (now >= visibleAt) return { do: 'lookUp' }
    const seconds = Math.ceil((visibleAt - now) / MS_PER_SECOND)
    return { do: 'wait', seconds, why: 'its outcome is not known, and shows there only later' }
  }
  if (found === 'byRepeat' && mayRepeat(state, promises, now)) {
    const seconds = secondsUnderWay(state, promises, now)
    if (seconds > 0) {
      return { do: 'wait', seconds, why: 'it may still be worked on, and is sent again only then' }
    }
    const againAt = sentAt + (isUnclear(state, now) ? RARELY_MS : 0)
    if (now >= againAt) return { do: 'send' }
    const why = 'a person is asked what became of it, and it is sent again only later'
    return { do: 'wait', seconds: Math.ceil((againAt - now) / MS_PER_SECOND), why }
  }
  return { do: 'ask', why: 'its outcome is not known, and nothing finds it there' }
}

/** Whether the same create, sent again, cannot be a second purchase. */
function mayRepeat(state: CreateState, { repeat }: Promises, now: number): boolean {
  if (state.firstSentAt === undefined) return true
  if (isSecondPurchase(repeat)) return false
  if (repeat.forSeconds === undefined) return true
  const ends = state.firstSentAt + (repeat.forSeconds - MARGIN_SECONDS) * MS_PER_SECOND
  return now < ends
}

/**
 * For how long a repeat could meet an earlier create that is still processed, so that both are
 * done.
 */
function secondsUnderWay({ unsureUntil }: CreateState, { repeat }: Promises, now: number): number {
  if (repeat.mayOverlap || unsureUntil === undefined || unsureUntil <= now) return 0
  return Math.ceil((unsureUntil - now) / MS_PER_SECOND)
}

/** A verdict, and how it came. */
export interface ReceivedVerdict {
  readonly verdict: Verdict
  /** `create`: the response to a create that was sent at `calledAt`. */
  readonly by: 'create' | 'lookUp'
  readonly calledAt: number
  /** Until when an earlier send of this create may still arrive. */
  readonly unsureBefore: number | undefined
}

/** What a verdict changes, and what follows from it. */
export type Consequence =
  | { readonly means: 'keep' }
  /** The create is done, and its units are read by further calls. */
  | { readonly means: 'readCodes'; readonly theirs: string }
  | { readonly means: 'placed'; readonly theirs: string | undefined; readonly seconds: number }
  /** Nothing was done, for certain. */
  | { readonly means: 'refused'; readonly for: RefusedFor | 'nothing'; readonly detail: string }
  /** This create did nothing, but an earlier one may still arrive. */
  | { readonly means: 'nothingYet'; readonly detail: string; readonly seconds: number }
  /** It was refused, but a copy of it may have been done, so it is looked up first. */
  | {
      readonly means: 'doubt'
      readonly for: DoubtfulRefusal
      readonly detail: string
      readonly seconds: number
    }
  | { readonly means: 'sendAgain' }
  | { readonly means: 'lookUp' }
  /** The outcome is still unknown. */
  | { readonly means: 'unknown'; readonly detail: string; readonly seconds: number }
  | { readonly means: 'ask'; readonly detail: string }
  | { readonly means: 'reversed'; readonly theirs: string; readonly detail: string }

const BUSY_SECONDS = 5
const UNKNOWN_SECONDS = 30

/** Decides what a verdict means for a create that is open. */
export function consequenceOf(
  state: CreateState,
  received: ReceivedVerdict,
  { promises, found }: { readonly promises: Promises; readonly found: Found },
): Consequence {
  const { verdict, by, calledAt, unsureBefore } = received
  const isCertain = by === 'lookUp' || unsureBefore === undefined || unsureBefore <= calledAt
  const refusedFor = doubtfulRefusal(verdict, promises.repeat)
  if (by === 'create' && found === 'byCall' && refusedFor !== undefined && 'detail' in verdict) {
    return { means: 'doubt', for: refusedFor, detail: verdict.detail, seconds: secondsOf(verdict) }
  }
  switch (verdict.is) {
    case 'done':
      return verdict.units === 'separate'
        ? { means: 'readCodes', theirs: verdict.theirs }
        : { means: 'keep' }
    case 'accepted':
      return { means: 'placed', theirs: verdict.theirs, seconds: verdict.askAgainInSeconds }
    case 'reversed':
      return { means: 'reversed', theirs: verdict.theirs, detail: verdict.detail }
    case 'refused': {
      const { detail } = verdict
      if (by === 'lookUp' && isAboutUs(verdict.for)) return unknown(detail)
      if (isCertain) return { means: 'refused', for: verdict.for, detail }
      return { means: 'nothingYet', detail, seconds: UNKNOWN_SECONDS }
    }
    case 'busy': {
      const { detail } = verdict
      const seconds = secondsOf(verdict)
      return by === 'create'
        ? { means: 'nothingYet', detail, seconds }
        : { means: 'unknown', detail, seconds }
    }
    case 'duplicate':
      // The look-up was itself a repeat of the create, so there is no other way to find it.
      if (found === 'byCall' && by === 'create') return { means: 'lookUp' }
      return { means: 'ask', detail: 'the reference is used there, and nothing finds its order' }
    case 'several':
      return { means: 'ask', detail: severalText(verdict.detail) }
    case 'odd':
      return { means: 'ask', detail: verdict.detail }
    case 'unknown':
      return unknown(verdict.detail)
    case 'notFound':
      return notFound(state, promises, calledAt)
  }
}

function secondsOf(verdict: Verdict): number {
  const seconds = 'askAgainInSeconds' in verdict ? verdict.askAgainInSeconds : undefined
  return seconds ?? BUSY_SECONDS
}

/** Returns the text for a person about a purchase that was done more than once. */
export function severalText(detail: string): string {
  return `bought more than once under one reference, ${detail}`
}

/** A look-up that the supplier refuses us says nothing about the create. */
function isAboutUs(reason: RefusedFor): boolean {
  return reason === 'account'
}

function unknown(detail: string): Consequence {
  return { means: 'unknown', detail, seconds: UNKNOWN_SECONDS }
}

/**
 * The supplier does not know our reference. The create may be sent again if that cannot be a second
 * purchase. Otherwise, it counts as not bought only once no create can still be under way.
 */
function notFound(state: CreateState, promises: Promises, calledAt: number): Consequence {
  const { sentAt, theirs } = state
  if (state.status === 'PLACED' || theirs !== undefined) {
    return { means: 'ask', detail: `their order ${theirs ?? 'of our reference'} is not there` }
  }
  const detail = 'no order with our reference is there'
  // A copy that was done had ended before the one that was refused for it.
  if (state.refusedFor === 'busy') return { means: 'nothingYet', detail, seconds: BUSY_SECONDS }
  if (state.refusedFor === 'token') return { means: 'sendAgain' }
  if (state.refusedFor !== undefined) return { means: 'refused', for: state.refusedFor, detail }
  if (sentAt === undefined || mayRepeat(state, promises, calledAt)) {
    const seconds = secondsUnderWay(state, promises, calledAt)
    return seconds === 0 ? { means: 'sendAgain' } : { means: 'unknown', detail, seconds }
  }
  const after = promises.notFoundIsDefiniteAfterSeconds
  if (after === 'never') return { means: 'ask', detail }
  const definiteAt = sentAt + after * MS_PER_SECOND
  if (calledAt >= definiteAt) {
    return promises.isDelayUnknown
      ? { means: 'ask', detail }
      : { means: 'refused', for: 'nothing', detail }
  }
  const seconds = Math.max(1, Math.ceil((definiteAt - calledAt) / MS_PER_SECOND))
  return { means: 'unknown', detail, seconds: Math.min(seconds, UNKNOWN_SECONDS) }
}

/** Returns until when a create that is sent now may still be processed there. */
export function unsureAfter(promises: Promises, now: number): number {
  const { responseSeconds, acceptedWithinSeconds = 0 } = promises
  const seconds = Math.max(responseSeconds, acceptedWithinSeconds) + MARGIN_SECONDS
  return now + seconds * MS_PER_SECOND
}

/** What is known of a create when its units arrive, under its lock. */
export interface Arrival {
  readonly status: CreateStatus | 'STOCKED' | 'CLOSED'
  readonly isClosed: boolean
  /** Its units were bought again meanwhile. */
  readonly isBoughtAnew: boolean
  /** Whether these are the units that a person has entered. */
  readonly areEntered: boolean
}

/**
 * Returns where the units that a supplier has delivered go. They are never dropped, whatever became
 * of their create meanwhile, and never delivered in addition to others.
 *
 *   deliver   the batch has no others; also if a person said that nothing was bought
 *   stock     the batch has others, so these are ours to sell
 *   nowhere   these units are stored already, or were taken back
 *   ask       a person has entered others, which may be delivered already
 */
export function whereUnitsGo(at: Arrival): 'deliver' | 'stock' | 'nowhere' | 'ask' {
  if (at.status === 'DONE' && at.isClosed) return at.areEntered ? 'nowhere' : 'ask'
  if (at.status === 'STOCKED' || at.isBoughtAnew) return 'stock'
  // The create was taken back on our request, or after it was delivered.
  return at.status === 'REVERSED' ? 'nowhere' : 'deliver'
}
