import type { MailFeedback } from './feedback.ts'
import type { Settlement } from './mail.ts'

/** Why a mail did not reach its person, or was not sent. */
export type MailReason =
  | 'ADDRESS_REFUSED'
  | 'NOT_ACCEPTED'
  | 'REFUSED_BEFORE'
  | 'SPAM_REPORT'
  | 'UNSUBSCRIBED'
  | 'NO_ADDRESS'

/** Returns the reason that an attempt ends with; undefined if the mail may still arrive. */
export function reasonOfSettlement(settlement: Settlement): string | undefined {
  if (settlement.status === 'SUPPRESSED') return settlement.reason
  if (settlement.status !== 'FAILED') return undefined
  return reasonOfRefusal(settlement)
}

/** Returns the reason in a report; undefined if the mail has arrived, or still may. */
export function reasonOfFeedback(feedback: MailFeedback): MailReason | undefined {
  if (feedback.state === 'COMPLAINED') return 'SPAM_REPORT'
  return feedback.state === 'BOUNCED' ? reasonOfRefusal(feedback) : undefined
}

function reasonOfRefusal({ isAddressBad }: { readonly isAddressBad: boolean }): MailReason {
  return isAddressBad ? 'ADDRESS_REFUSED' : 'NOT_ACCEPTED'
}
