import type { Alert } from './alert.ts'

/** The channel by which an alert is sent. */
export type AlertChannelName = 'mail' | 'webhook'

export type AlertEvent = 'raised' | 'resolved'

/** A notice: the alert as it is now, and whether it was raised or resolved. */
export interface AlertNotice {
  /** The same for every attempt. */
  readonly deliveryId: string
  readonly event: AlertEvent
  readonly alert: Alert
}

/** The decision of the receiver. */
export type NoticeOutcome =
  | { readonly outcome: 'sent' }
  /** Final: it is not sent again. */
  | { readonly outcome: 'refused'; readonly reason: string }

/** One way to send notices. */
export interface AlertChannel {
  readonly name: AlertChannelName
  /**
   * Throws if the receiver has made no final decision; the notice is sent again then. Ends within
   * half a minute.
   */
  send(notice: AlertNotice): Promise<NoticeOutcome>
  close(): void
}
