import type { Tx } from '../db/mod.ts'

/** A report about a mail that a mail server had accepted. */
export interface MailFeedback {
  /** COMPLAINED: the recipient called the mail spam. */
  readonly state: 'DEFERRED' | 'DELIVERED' | 'BOUNCED' | 'COMPLAINED'
  /** True if no mail can reach the address. Set for BOUNCED only. */
  readonly isAddressBad: boolean
  /** The response of the mail server, without addresses. */
  readonly fault: string | undefined
}

/**
 * `unchanged`: the mail already has that state or a more final one. `unknown`: there is no such
 * mail, or it belongs to an earlier life of the database. `busy`: the mail is being sent, so the
 * report must be repeated.
 */
export type FeedbackOutcome = 'recorded' | 'unchanged' | 'unknown' | 'busy'

/**
 * Identifies a mail: one letter for its queue, and numbers, of which the first is the partner's.
 */
export interface FeedbackName {
  readonly queue: string
  readonly numbers: readonly bigint[]
}

/** A queue of mails whose states are changed by reports. */
export interface FeedbackTarget {
  /** One lower-case letter. */
  readonly queue: string
  /** Decides on the locked row of the mail. Idempotent, in any order of the reports. */
  record(
    tx: Tx,
    numbers: readonly bigint[],
    report: { readonly feedback: MailFeedback; readonly now: number },
  ): Promise<FeedbackOutcome>
}

/**
 * Returns true if a report is more final than the present state, so that repeated reports, and
 * reports in any order, end in the same state. A bounce that is not about the address ranks below a
 * delivery, because automatic replies are reported as bounces.
 */
export function outranks(feedback: MailFeedback, present: PresentState): boolean {
  return rankOf(feedback) > rankOf(present)
}

/** The present state of the mail. `isAddressBad` is set if the mail bounced. */
interface PresentState {
  readonly state: 'SENT' | MailFeedback['state']
  readonly isAddressBad: boolean
}

function rankOf({ state, isAddressBad }: PresentState): number {
  if (state === 'BOUNCED') return isAddressBad ? RANKS.COMPLAINED - 1 : RANKS.DELIVERED - 1
  return RANKS[state]
}

const RANKS = { SENT: 0, DEFERRED: 1, DELIVERED: 3, COMPLAINED: 5 }
