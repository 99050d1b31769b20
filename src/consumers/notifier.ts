import {
  createMailWorker,
  type MailQueue,
  type MailTransport,
  type MailWorker,
  type SmsTransport,
} from '../mail/mod.ts'
import { createCreditMails, type CreditMailOptions } from './credit-mails.ts'
import { recordMailingOn } from './mailing.ts'

export interface NotifierOptions extends CreditMailOptions {
  readonly transport: MailTransport
  readonly smsTransport?: SmsTransport | undefined
  /** Mails of other modules that it sends too. */
  readonly queues?: readonly MailQueue[]
  /** Milliseconds between two polls; 1,000 by default. */
  readonly pollMs?: number
}

/** Returns the worker that sends the mails about credits, and those of further queues. */
export function createNotifier({ queues = [], ...options }: NotifierOptions): MailWorker {
  return createMailWorker({
    ...options,
    queues: [createCreditMails(options), ...queues],
    beforePoll: () => recordMailingOn(options.db),
  })
}
