import type { MailReason } from '../mail/mod.ts'

/**
 * PENDING mails wait for their first or next attempt. FAILED mails were refused, or given up.
 * SUPPRESSED mails were not sent; their reason says why. DELIVERED and COMPLAINED come from reports
 * about a mail that was SENT.
 */
export const MAIL_STATES = [
  'PENDING',
  'SENT',
  'DELIVERED',
  'FAILED',
  'COMPLAINED',
  'SUPPRESSED',
] as const
export type MailState = (typeof MAIL_STATES)[number]

/** The mail of one credit, named by its transfer. Instants are in milliseconds. */
export interface SentMail {
  readonly partnerId: number
  readonly transferNo: number
  readonly consumerId: number
  readonly walletId: number
  readonly email: string
  readonly state: MailState
  /** Why it was not sent, or did not arrive; undefined if it may have. */
  readonly reason: MailReason | undefined
  readonly attempts: number
  /** Number of times that an operator has had the mail sent again. */
  readonly resends: number
  /** The fault of the last attempt, in the words of the mail server, without addresses. */
  readonly lastFault: string | undefined
  readonly createdAt: number
  readonly sentAt: number | undefined
  /** The time of the next attempt of a PENDING mail. */
  readonly nextTryAt: number | undefined
}

/** Names a mail by the transfer of its credit. */
export interface MailName {
  readonly partnerId: number
  readonly number: number
}
