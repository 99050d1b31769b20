import { MS_PER_HOUR, MS_PER_MINUTE, MS_PER_SECOND } from '../core/mod.ts'
import type { Manifest, RefusedFor, Verdict } from './adapter.ts'
import { type DoubtfulRefusal, doubtfulRefusal, isSecondPurchase } from './doubtful-refusal.ts'
import { lookUpPause } from './look-up-pause.ts'

/**
 * The status of a create: what is known of its outcome.
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
  /** The instant until which a create that was sent may still arrive or be processed there. */
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

/** The way by which a create is looked up at a supplier; see `Adapter.lookUp`. */
export type LookUpWay = 'byCall' | 'byRepeat' | 'never'

/** The next step for a create that is open. */
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
/** The pause between repeats. Only during a pause can a person close the purchase as not bought. */
const REPEAT_PAUSE_MS = 15 * MS_PER_MINUTE

export function isUnclear({ firstSentAt }: Pick<CreateState, 'firstSentAt'>, now: number): boolean {
  return firstSentAt !== undefined && now >= firstSentAt + UNCLEAR_MS
}

/** True if the supplier has worked on a create for longer than its documented maximum. */
export function isLate(
  { firstSentAt }: Pick<CreateState, 'firstSentAt'>,
  { finalWithinSeconds }: Promises,
  now: number,
): boolean {
  return firstSentAt !== undefined && now >= firstSentAt + finalWithinSeconds * MS_PER_SECOND
}

/** Returns the next step of a create that is PLACING or PLACED. */
export function nextStep(
  state: CreateState,
  promises: Promises,
  way: LookUpWay,
  now: number,
): Step {
  const { sentAt, status } = state
  if (status === 'PLACED' && way === 'byCall') return { do: 'lookUp' }
  if (sentAt === undefined) return { do: 'send' }
  if (state.refusedFor !== undefined && way === 'byCall') return { do: 'lookUp' }
  if (way === 'byCall') {
    const visibleAt = sentAt + promises.visibleAfterSeconds * MS_PER_SECOND
    if (now >= visibleAt) return { do: 'lookUp' }
    const seconds = Math.ceil((visibleAt - now) / MS_PER_SECOND)
    return { do: 'wait', seconds, why: 'its outcome is not known, and shows there only later' }
  }
  if (way === 'byRepeat' && mayRepeat(state, promises, now)) {
    const seconds = secondsUnderWay(state, promises, now)
    if (seconds > 0) {
      return {
        do: 'wait',
        seconds,
        why: 'the supplier may still work on it; it is sent again afterwards',
      }
    }
    const againAt = sentAt + (isUnclear(state, now) ? REPEAT_PAUSE_MS : 0)
    if (now >= againAt) return { do: 'send' }
    const why = 'a person is asked what became of it, and it is sent again only later'
    return { do: 'wait', seconds: Math.ceil((againAt - now) / MS_PER_SECOND), why }
  }
  return { do: 'ask', why: 'its outcome is not known, and nothing finds it there' }
}

/** True if the same create, sent again, cannot be a second purchase. */
function mayRepeat(state: CreateState, { repeat }: Promises, now: number): boolean {
  if (state.firstSentAt === undefined) return true
  if (isSecondPurchase(repeat)) return false
  if (repeat.forSeconds === undefined) return true
  const ends = state.firstSentAt + (repeat.forSeconds - MARGIN_SECONDS) * MS_PER_SECOND
  return now < ends
}

/**
 * Returns the seconds for which an earlier request may still be processed. Until then, a repeat
 * might be done as well.
 */
function secondsUnderWay({ unsureUntil }: CreateState, { repeat }: Promises, now: number): number {
  if (repeat.mayOverlap || unsureUntil === undefined || unsureUntil <= now) return 0
  return Math.ceil((unsureUntil - now) / MS_PER_SECOND)
}

/** A verdict, and the call that it came from. */
export interface ReceivedVerdict {
  readonly verdict: Verdict
  /** `create`: the response to a create that was sent at `calledAt`. */
  readonly by: 'create' | 'lookUp'
  readonly calledAt: number
  /** The instant until which an earlier send of this create may still arrive. */
  readonly unsureBefore: number | undefined
  /** True if the create was sent before this call, and may have been done then. */
  readonly isRepeat: boolean
}

/** The consequence of a verdict for a create. */
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
  { promises, way }: { readonly promises: Promises; readonly way: LookUpWay },
): Consequence {
  const { verdict, by, calledAt, unsureBefore } = received
  const isCertain = by === 'lookUp' || unsureBefore === undefined || unsureBefore <= calledAt
  const refusedFor = doubtfulRefusal(verdict, promises.repeat)
  if (by === 'create' && way === 'byCall' && refusedFor !== undefined && 'detail' in verdict) {
    return { means: 'doubt', for: refusedFor, detail: verdict.detail, seconds: secondsOf(verdict) }
  }
  switch (verdict.is) {
    case 'done':
      return verdict.units === 'separate'
        ? { means: 'readCodes', theirs: verdict.theirs }
        : { means: 'keep' }
    case 'accepted':
      return {
        means: 'placed',
        theirs: verdict.theirs,
        seconds: lookUpPause(verdict, state, calledAt),
      }
    case 'reversed':
      return { means: 'reversed', theirs: verdict.theirs, detail: verdict.detail }
    case 'refused': {
      const { detail } = verdict
      if (by === 'lookUp' && isAboutUs(verdict.for)) return unknown(detail)
      if (way === 'byRepeat' && isOnlyOfRepeat(state, verdict.for, received.isRepeat)) {
        return unknown(detail)
      }
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
      // If only a repeat of the create looks it up, nothing can find the order.
      if (way === 'byCall' && by === 'create') return { means: 'lookUp' }
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

/** If the supplier refuses our account a look-up, that says nothing about the create. */
function isAboutUs(reason: RefusedFor): boolean {
  return reason === 'account'
}

/**
 * True if the refusal of a repeat says nothing about the earlier request: the supplier has accepted
 * that request, or refuses the repeat before it reads the reference.
 */
function isOnlyOfRepeat({ status }: CreateState, reason: RefusedFor, isRepeat: boolean): boolean {
  const isUnread = reason === 'account' || reason === 'request'
  return status === 'PLACED' || (isRepeat && isUnread)
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
  // A copy that was done had ended before this request was refused, so the look-up would find it.
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

/** Returns the instant until which a create that is sent now may still be processed there. */
export function unsureAfter(promises: Promises, now: number): number {
  const { responseSeconds, acceptedWithinSeconds = 0 } = promises
  const seconds = Math.max(responseSeconds, acceptedWithinSeconds) + MARGIN_SECONDS
  return now + seconds * MS_PER_SECOND
}
