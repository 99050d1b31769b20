import { maybeRow, type NotificationsRow } from '../db/mod.ts'
import {
  outranks,
  reasonOfFeedback,
  type FeedbackName,
  type FeedbackTarget,
  type MailFeedback,
} from '../mail/mod.ts'
import { lockSentMail, recordFeedback } from './feedback-rows.ts'
import { insertSuppression } from './suppression-rows.ts'

const QUEUE = 'c'

interface CreditMailName {
  readonly partnerId: number
  readonly transferNo: number
  readonly resends: number
  readonly queuedAt: number
}

/** Names the mail of a credit to reports. */
export function feedbackNameOf(mail: CreditMailName): FeedbackName {
  const { partnerId, transferNo, resends, queuedAt } = mail
  return { queue: QUEUE, numbers: [partnerId, transferNo, resends, queuedAt].map(BigInt) }
}

/**
 * Records reports about mails of credits. A consumer whose address does not exist, or who
 * complained, is suppressed. A delay is not recorded: the mail stays SENT.
 */
export const CREDIT_FEEDBACK: FeedbackTarget = {
  queue: QUEUE,
  async record(tx, numbers, { feedback, now }) {
    const [partnerId = 0, number = 0, resends, queuedAt] = numbers.map(Number)
    const row = await maybeRow(tx, lockSentMail({ partnerId, number }))
    // In another life of the database, the number may belong to a credit of another time.
    if (!row || row.created_at.getTime() !== queuedAt) return 'unknown'
    if (row.resends !== resends) return 'unchanged'
    if (row.status === 'PENDING') return 'busy'
    if (!isNews(row, feedback)) return 'unchanged'
    const { state, fault } = feedback
    const reason = reasonOfFeedback(feedback)
    const status = state === 'BOUNCED' ? 'FAILED' : state
    await tx.rows(recordFeedback({ partnerId, number }, { status, reason, fault }))
    if (reason === 'ADDRESS_REFUSED' || reason === 'SPAM_REPORT') {
      const cause = { reason, fault: fault ?? FAULTS[reason], now }
      await tx.rows(insertSuppression(row, cause))
    }
    return 'recorded'
  },
}

const FAULTS = {
  ADDRESS_REFUSED: 'there is no such mailbox',
  SPAM_REPORT: 'a mail was reported as spam',
}

/**
 * After FAILED, only a complaint suppresses the consumer. So a repeated report does not undo an
 * operator's decision to send mails again.
 */
function isNews({ status }: NotificationsRow, feedback: MailFeedback): boolean {
  if (status === 'SUPPRESSED' || feedback.state === 'DEFERRED') return false
  const state = status === 'FAILED' ? 'BOUNCED' : (status as 'SENT' | 'DELIVERED' | 'COMPLAINED')
  return outranks(feedback, { state, isAddressBad: true })
}
