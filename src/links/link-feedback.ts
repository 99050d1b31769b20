import { numberOfUuid, uuidOfNumber } from '../core/mod.ts'
import { maybeRow, type LinkMessagesRow, type Tx } from '../db/mod.ts'
import { publishEvents } from '../events/mod.ts'
import {
  outranks,
  reasonOfFeedback,
  type FeedbackName,
  type FeedbackTarget,
  type MailFeedback,
} from '../mail/mod.ts'
import { linkEvent } from './link-event.ts'
import { linksByNumber, toLink } from './link-rows.ts'
import { lockMessage, recordFeedback } from './message-rows.ts'
import type { MessageReason } from './message.ts'

const QUEUE = 'l'

/**
 * The address at which the provider of SMS reports the state of a text. The token that names the
 * text follows it.
 */
export const SMS_REPORT_PATH = '/feedback/sms/'

/** Names a mail of a link to reports. */
export function feedbackNameOf(partnerId: number, messageId: string): FeedbackName {
  return { queue: QUEUE, numbers: [BigInt(partnerId), numberOfUuid(messageId)] }
}

/**
 * Records reports about mails of links. An address that does not exist gets no more mails of this
 * partner; a person who complained gets only requested codes.
 */
export const LINK_FEEDBACK: FeedbackTarget = {
  queue: QUEUE,
  async record(tx, [partner = 0n, message = 0n], { feedback, now }) {
    const row = await maybeRow(tx, lockMessage(Number(partner), uuidOfNumber(message)))
    // The id is random, so a report about a mail of an earlier life of the database finds no row.
    if (!row) return 'unknown'
    if (row.status === 'PENDING') return 'busy'
    if (!isNews(row, feedback)) return 'unchanged'
    const reason = reasonOfFeedback(feedback)
    await tx.rows(recordFeedback(row, { feedback, reason }))
    if (row.kind === 'LINK') await publish(tx, row, { reason, now })
    return 'recorded'
  },
}

function isNews(row: LinkMessagesRow, feedback: MailFeedback): boolean {
  if (row.status === 'SUPPRESSED') return false
  const state = row.status as 'SENT' | MailFeedback['state']
  return outranks(feedback, { state, isAddressBad: row.reason === 'ADDRESS_REFUSED' })
}

/** A delivery publishes no event, because `link.mailed` was published when the mail was sent. */
async function publish(
  tx: Tx,
  { partner_id: partnerId, link_no: linkNo }: LinkMessagesRow,
  { reason, now }: { readonly reason: MessageReason | undefined; readonly now: number },
): Promise<void> {
  if (reason === undefined) return
  const link = await maybeRow(tx, linksByNumber(partnerId, [Number(linkNo)]))
  if (!link) return
  const type = reason === 'SPAM_REPORT' ? 'link.complained' : 'link.bounced'
  publishEvents(tx, [linkEvent(toLink(link), { type, atMs: now, reason })])
}
