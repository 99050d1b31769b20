import { MS_PER_DAY } from '../core/mod.ts'
import type { MailReason } from '../mail/mod.ts'
import type { Channel } from './link.ts'

/**
 * LINK brings the address of the link; REMINDER is sent while a part of the link is not claimed;
 * CODE brings the second factor.
 */
export type MessageKind = 'LINK' | 'REMINDER' | 'CODE'

export type MessageState =
  | 'QUEUED'
  | 'DEFERRED'
  | 'SENT'
  | 'DELIVERED'
  | 'BOUNCED'
  | 'COMPLAINED'
  | 'SUPPRESSED'

/** Why a mail did not reach its person, or was not sent. */
export type MessageReason = MailReason | 'LINK_ENDED' | 'LINK_REPLACED' | 'CODE_EXPIRED' | 'TEST'

/** A mail of a link, as its sender sees it. */
export interface LinkMessage {
  readonly kind: MessageKind
  readonly channel: Channel
  readonly state: MessageState
  readonly reason: MessageReason | undefined
  /** The response of the mail server to the last attempt, without addresses. */
  readonly lastFault: string | undefined
  readonly createdMs: number
  readonly sentMs: number | undefined
  /** When a waiting mail is tried next. */
  readonly nextTryMs: number | undefined
}

/** A new mail, which is queued, or recorded as suppressed. */
export interface NewMessage {
  readonly partnerId: number
  /** By default random. */
  readonly messageId?: string
  readonly linkNo: number
  readonly generation: number
  readonly kind: MessageKind
  /** By default EMAIL. */
  readonly channel?: Channel
  readonly createdMs: number
  readonly dueMs: number
  /** Set if the mail must not be sent, with the reason. */
  readonly suppressed?: MessageReason | undefined
}

const FIRST_REMINDER_MS = 7 * MS_PER_DAY
const BEFORE_CLAIM_BY_MS = [30 * MS_PER_DAY, 3 * MS_PER_DAY]
const BETWEEN_MAILS_MS = 2 * MS_PER_DAY

/**
 * Returns the instant of the next reminder of a link that was mailed at `mailedMs`. Reminders are
 * due a week after the link was made, and 30 and 3 days before its claim-by date. Undefined if
 * there are no more.
 */
export function nextReminder(
  { createdMs, claimByMs }: { readonly createdMs: number; readonly claimByMs: number },
  mailedMs: number,
): number | undefined {
  const last = claimByMs - (BEFORE_CLAIM_BY_MS.at(-1) ?? 0)
  return [createdMs + FIRST_REMINDER_MS, ...BEFORE_CLAIM_BY_MS.map((before) => claimByMs - before)]
    .filter((at) => at >= mailedMs + BETWEEN_MAILS_MS && at <= last)
    .toSorted((one, other) => one - other)[0]
}
