import type { Db, PartnerRange, Tx } from '../db/mod.ts'

/** A mail in plain text, and optionally also in HTML. */
export interface Mail {
  /**
   * The left side of the Message-ID: the same for every attempt at this mail, and unique to it. A
   * mail that is sent again on purpose gets a new one, because receivers would drop a second copy.
   */
  readonly key: string
  readonly to: { readonly name: string; readonly address: string }
  readonly subject: string
  readonly text: string
  readonly html?: string | undefined
  /** The display name of the sender; by default that of the settings. */
  readonly senderName?: string | undefined
  readonly replyTo?: string | undefined
  /** The address at which one click unsubscribes (RFC 8058). */
  readonly unsubscribeUrl?: string | undefined
  /** The token by which reports name the mail, if reports are read. */
  readonly feedbackToken?: string | undefined
}

/** A text for a phone, in place of a mail. */
export interface Sms {
  /** E.164, such as +4915112345678. */
  readonly phone: string
  readonly text: string
  /** The address to which the provider reports the delivery, if such reports are read. */
  readonly reportUrl?: string | undefined
}

/** Sends texts by a provider of SMS. */
export interface SmsTransport {
  /**
   * Throws if the SMS was certainly not accepted, so that it is sent again. Returns `refused` if it
   * may have been accepted.
   */
  send(sms: Sms): Promise<MailOutcome>
}

/** The decision of the mail server. */
export type MailOutcome =
  | { readonly outcome: 'sent' }
  /** Final. `isAddressBad` if there is no such mailbox, so that no other mail can reach it. */
  | { readonly outcome: 'refused'; readonly reason: string; readonly isAddressBad: boolean }

export interface MailTransport {
  /** Throws if there is no final decision, so that the mail is retried. */
  send(mail: Mail): Promise<MailOutcome>
  close(): void
}

/** The outcome of an attempt. PENDING: another attempt follows at the given time. */
export type Settlement =
  | { readonly status: 'SENT' }
  /** The mail is not to be sent; its queue stores `reason`. */
  | { readonly status: 'SUPPRESSED'; readonly reason?: string }
  /** `isAddressBad` if no mail can reach the address. */
  | { readonly status: 'FAILED'; readonly fault: string; readonly isAddressBad: boolean }
  | { readonly status: 'PENDING'; readonly fault: string; readonly nextTryAt: number }

/** A mail that this process may send until its lease ends. */
export interface LeasedMail {
  readonly partnerId: number
  /** Counts from 1. */
  readonly attempt: number
  /** Identifies the mail in the log, without personal data. */
  readonly name: object
  /**
   * Returns the mail, or the settlement of a mail that is not sent. Throws if it must be retried.
   */
  compose(): Promise<Mail | Sms | Settlement>
  /** Ends the lease. Changes nothing if the lease was lost. */
  settle(tx: Tx, settlement: Settlement, now: number): Promise<void>
}

/** Partners by their ids, or a range of them. */
export type PartnerSelection = readonly number[] | PartnerRange

export interface LeaseTerms {
  readonly limit: number
  readonly now: number
  readonly until: number
}

/** Mails of one kind that wait to be sent. Their rows belong to the module of that kind. */
export interface MailQueue {
  /** Returns partners with due mails. */
  partnersDue(db: Db, selection: PartnerSelection, now: number): Promise<number[]>
  /** Leases up to `limit` of the partner's due mails, the longest due first. */
  lease(tx: Tx, partnerId: number, terms: LeaseTerms): Promise<LeasedMail[]>
  /** Rows from which the mails of the queue are made, such as transfers. */
  readonly news?: MailNews
}

export interface MailNews {
  partners(db: Db, selection: PartnerSelection): Promise<number[]>
  /** Queues mails for the next `limit` rows of a partner. Returns true if there may be more. */
  queue(tx: Tx, partnerId: number, terms: { limit: number; now: number }): Promise<boolean>
}
