const BOUNDARY = 'reports-are-parted-here'

interface ReportParts {
  /** The fields of the only recipient. Undefined if the mail is not a report of a delivery. */
  readonly fields?: readonly string[]
  /** The fields of a complaint. */
  readonly complaint?: readonly string[]
  /** The headers of the mail that is reported. */
  readonly headers?: readonly string[]
}

/** Returns a report as mail servers write it: RFC 3464, or RFC 5965 for a complaint. */
export function reportMail({ fields, complaint, headers = [] }: ReportParts): string {
  const [type, part, lines] = complaint
    ? ['feedback-report', 'message/feedback-report', [...complaint, 'Version: 1']]
    : [
        'delivery-status',
        'message/delivery-status',
        ['Reporting-MTA: dns; mx.example', '', ...(fields ?? [])],
      ]
  return [
    'From: Mail Delivery System <MAILER-DAEMON@mx.example>',
    'To: whoever@bounce.tessera.test',
    'Subject: Undelivered Mail',
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; report-type=${type};`,
    ` boundary="${BOUNDARY}"`,
    '',
    `--${BOUNDARY}`,
    'Content-Type: text/plain; charset=utf-8',
    '',
    'Your mail was not delivered.',
    `--${BOUNDARY}`,
    `Content-Type: ${part}`,
    '',
    ...lines,
    '',
    `--${BOUNDARY}`,
    'Content-Type: message/rfc822',
    '',
    ...headers,
    'Subject: A gift',
    '',
    'The mail itself.',
    `--${BOUNDARY}--`,
    '',
  ].join('\r\n')
}

/** The fields by which a mail server says that it does not have the address. */
export const NO_MAILBOX = [
  'Final-Recipient: rfc822; ada@example.com',
  'Action: failed',
  'Status: 5.1.1',
  'Diagnostic-Code: smtp; 550 5.1.1 <ada@example.com>:',
  ' user unknown',
]

export const DELAYED = ['Action: delayed', 'Status: 4.4.1', 'Will-Retry-Until: later']

export const FULL = ['Action: failed', 'Status: 5.2.2', 'Diagnostic-Code: smtp; 552 mailbox full']

export const ABUSE = ['Feedback-Type: abuse', 'User-Agent: Loop/1.0']
