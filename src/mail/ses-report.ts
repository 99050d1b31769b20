import { Type, type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import { faultText } from '../core/mod.ts'
import type { MailFeedback } from './feedback.ts'
import { TOKEN_HEADER, tokenOfReturnPath } from './return-path.ts'
import { parseJson } from './sns.ts'

/** A report of SES about a mail of ours. */
export interface SesReport {
  readonly token: string
  readonly feedback: MailFeedback
}

const Recipients = Type.Array(Type.Object({ diagnosticCode: Type.Optional(Type.String()) }))
type Recipients = Static<typeof Recipients>
const Report = Type.Object({
  /** Set in events of a configuration set. */
  eventType: Type.Optional(Type.String()),
  /** Set in notifications of an identity. */
  notificationType: Type.Optional(Type.String()),
  mail: Type.Object({
    source: Type.Optional(Type.String()),
    headers: Type.Optional(Type.Array(Type.Object({ name: Type.String(), value: Type.String() }))),
  }),
  bounce: Type.Optional(
    Type.Object({
      bounceType: Type.String(),
      bounceSubType: Type.Optional(Type.String()),
      bouncedRecipients: Type.Optional(Recipients),
    }),
  ),
  complaint: Type.Optional(
    Type.Object({ complaintFeedbackType: Type.Optional(Type.Union([Type.String(), Type.Null()])) }),
  ),
  deliveryDelay: Type.Optional(
    Type.Object({
      delayType: Type.Optional(Type.String()),
      delayedRecipients: Type.Optional(Recipients),
    }),
  ),
  reject: Type.Optional(Type.Object({ reason: Type.Optional(Type.String()) })),
})
type Report = Static<typeof Report>
const reportShape = Compile(Report)

/**
 * Reads a notification or an event of Amazon SES. Returns undefined if it is not about the delivery
 * of a mail of ours: opens and clicks, tests, mails of other senders.
 */
export function readSesReport(message: string): SesReport | undefined {
  const report = parseJson(message)
  if (!reportShape.Check(report)) return undefined
  const token = tokenIn(report)
  const feedback = feedbackOf(report)
  return token === undefined || feedback === undefined ? undefined : { token, feedback }
}

function tokenIn({ mail: { headers = [], source = '' } }: Report): string | undefined {
  const header = headers.find(({ name }) => name.toLowerCase() === TOKEN_HEADER.toLowerCase())
  return header?.value.trim() ?? tokenOfReturnPath(source)
}

function feedbackOf(report: Report): MailFeedback | undefined {
  const { bounce, complaint, deliveryDelay, reject } = report
  switch (report.eventType ?? report.notificationType) {
    case 'Delivery':
      return { state: 'DELIVERED', isAddressBad: false, fault: undefined }
    case 'DeliveryDelay':
      return {
        state: 'DEFERRED',
        isAddressBad: false,
        fault: diagnosticOf(deliveryDelay?.delayedRecipients, deliveryDelay?.delayType),
      }
    case 'Bounce':
      return {
        state: 'BOUNCED',
        isAddressBad: bounce?.bounceType === 'Permanent',
        fault: diagnosticOf(
          bounce?.bouncedRecipients,
          `${bounce?.bounceType ?? ''} ${bounce?.bounceSubType ?? ''}`.trim(),
        ),
      }
    case 'Reject':
      return {
        state: 'BOUNCED',
        isAddressBad: false,
        fault: diagnosticOf(undefined, reject?.reason),
      }
    case 'Complaint':
      // A person who moves a mail out of the spam folder does not complain.
      if (complaint?.complaintFeedbackType === 'not-spam') return undefined
      return {
        state: 'COMPLAINED',
        isAddressBad: false,
        fault: diagnosticOf(undefined, complaint?.complaintFeedbackType ?? undefined),
      }
    case undefined:
    default:
      return undefined
  }
}

/** Returns the text of the recipient's mail server, or the kind that SES reports. */
function diagnosticOf(recipients: Recipients | undefined, kind = ''): string | undefined {
  const text = recipients?.find(({ diagnosticCode }) => diagnosticCode)?.diagnosticCode ?? kind
  return text === '' ? undefined : faultText(text)
}
