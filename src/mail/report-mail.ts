import { faultText } from '../core/mod.ts'
import { BAD_ADDRESS } from './bad-address.ts'
import type { MailFeedback } from './feedback.ts'
import { TOKEN_HEADER, tokenOfReturnPath } from './return-path.ts'

/** The content of a report that arrived as a mail. */
export interface MailedReport {
  readonly feedback: MailFeedback
  /** The token of the mail that a complaint contains. */
  readonly token: string | undefined
}

const PARTS_DEEP_MAX = 8
const HEADERS_BYTES_MAX = 65_536
/** Limited because each line costs time: parsing a mail of empty lines would take seconds. */
const LINES_MAX = 10_000

/**
 * RFC 5965 and its registry: the kinds of complaints by a recipient, or by a program for the
 * recipient.
 */
const COMPLAINTS: readonly (string | undefined)[] = ['abuse', 'fraud', 'opt-out']

/**
 * Reads a report of a mail server (RFC 3464) or a complaint (RFC 5965). Returns undefined for all
 * else, such as automatic replies. Does not check the sender, because a report counts only with the
 * token of a mail. Reads no address in the report.
 */
export async function readMailedReport(raw: Buffer): Promise<MailedReport | undefined> {
  if (countLines(raw) > LINES_MAX) return undefined
  // Loaded only when reports are read, which most processes do not do.
  const { default: PostalMime } = await import('postal-mime')
  const parser = new PostalMime({
    rfc822Attachments: true,
    forceRfc822Attachments: true,
    attachmentEncoding: 'utf8',
    maxNestingDepth: PARTS_DEEP_MAX,
    maxHeadersSize: HEADERS_BYTES_MAX,
  })
  const mail = await parser.parse(raw)
  const type = mail.headers.find(({ key }) => key === 'content-type')?.value ?? ''
  if (!/^multipart\/report\b/i.test(type)) return undefined
  const textOf = (...types: string[]): string => {
    const content = mail.attachments.find(({ mimeType }) => types.includes(mimeType))?.content
    return typeof content === 'string' ? content : ''
  }
  const complaint = fieldsOf(textOf('message/feedback-report'))
  if (COMPLAINTS.includes(complaint.get('feedback-type')?.toLowerCase())) {
    const mailHeaders = fieldsOf(
      textOf('message/rfc822', 'text/rfc822-headers', 'message/rfc822-headers'),
    )
    const fault = complaint.get('feedback-type') ?? ''
    return {
      feedback: { state: 'COMPLAINED', isAddressBad: false, fault: faultText(fault) },
      token: mailHeaders.get(TOKEN_HEADER.toLowerCase()) ?? tokenIn(complaint),
    }
  }
  const feedback = deliveryOf(fieldsOf(textOf('message/delivery-status')))
  return feedback && { feedback, token: undefined }
}

function countLines(raw: Buffer): number {
  let lines = 0
  for (let at = raw.indexOf('\n'); at >= 0; at = raw.indexOf('\n', at + 1)) lines += 1
  return lines
}

function tokenIn(complaint: ReadonlyMap<string, string>): string | undefined {
  const from = complaint.get('original-mail-from')?.replaceAll(/[<>]/g, '')
  return from === undefined ? undefined : tokenOfReturnPath(from)
}

/** Returns the feedback of a report. Each mail of ours has only one recipient. */
function deliveryOf(fields: ReadonlyMap<string, string>): MailFeedback | undefined {
  const status = wordOf(fields.get('status'))
  const fault = faultText(fields.get('diagnostic-code') ?? status)
  switch (wordOf(fields.get('action')).toLowerCase()) {
    case 'failed':
      return { state: 'BOUNCED', isAddressBad: BAD_ADDRESS.test(status), fault }
    case 'delayed':
      return { state: 'DEFERRED', isAddressBad: false, fault }
    case 'delivered':
      return { state: 'DELIVERED', isAddressBad: false, fault: undefined }
    default:
      return undefined
  }
}

/** Returns the value of a field without the comment that may follow, as in `5.1.1 (no mailbox)`. */
function wordOf(value: string | undefined): string {
  return /^[^\s(;]*/.exec(value ?? '')?.[0] ?? ''
}

/** Returns the fields of groups of header lines, the first of each name, by names in lower case. */
function fieldsOf(text: string): Map<string, string> {
  const fields = new Map<string, string>()
  for (const line of text.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const at = line.indexOf(':')
    const name = line.slice(0, Math.max(0, at)).trim().toLowerCase()
    if (name !== '' && !fields.has(name)) fields.set(name, line.slice(at + 1).trim())
  }
  return fields
}
