import { expect, test } from 'vitest'
import { readMailedReport } from '../../src/mail/report-mail.ts'
import { ABUSE, DELAYED, FULL, NO_MAILBOX, reportMail } from './report-mails.ts'

const read = (raw: string) => readMailedReport(Buffer.from(raw))

test('the outcome of a mail is read from a report, without its address', async () => {
  const bounced = { state: 'BOUNCED', isAddressBad: true }
  const report = await read(reportMail({ fields: NO_MAILBOX }))
  expect(report).toMatchObject({ feedback: bounced, token: undefined })
  expect(report?.feedback.fault).toMatch(/^(?!.*@).*user unknown/)
  expect((await read(reportMail({ fields: FULL })))?.feedback).toMatchObject({
    state: 'BOUNCED',
    isAddressBad: false,
  })
  expect((await read(reportMail({ fields: DELAYED })))?.feedback.state).toBe('DEFERRED')
  const delivered = await read(reportMail({ fields: ['Action: delivered', 'Status: 2.0.0'] }))
  expect(delivered?.feedback.state).toBe('DELIVERED')
  const ourSender = await read(reportMail({ fields: ['Action: failed', 'Status: 5.1.8'] }))
  expect(ourSender?.feedback.isAddressBad).toBe(false)
})

test('a comment after a value is not a part of it', async () => {
  const fields = ['Action: Failed (no luck)', 'Status: 5.1.1 (no such mailbox)']
  expect((await read(reportMail({ fields })))?.feedback).toMatchObject({
    state: 'BOUNCED',
    isAddressBad: true,
  })
})

test('a complaint names its mail by the reported header, or by the address of the sender', async () => {
  const headers = ['X-Tessera-Mail: l-1-2-0123']
  expect(await read(reportMail({ complaint: ABUSE, headers }))).toMatchObject({
    feedback: { state: 'COMPLAINED' },
    token: 'l-1-2-0123',
  })
  const from = [...ABUSE, 'Original-Mail-From: <bounce+l-9-8-4567@bounce.tessera.test>']
  expect((await read(reportMail({ complaint: from })))?.token).toBe('l-9-8-4567')
})

test.each([
  ['relayed further', reportMail({ fields: ['Action: relayed', 'Status: 2.0.0'] })],
  ['taken out of the spam', reportMail({ complaint: ['Feedback-Type: not-spam'] })],
  ['a failed signature', reportMail({ complaint: ['Feedback-Type: auth-failure'] })],
  ['a reply of a person', 'From: a@x.example\r\nSubject: Re\r\n\r\nAction: failed\r\n'],
  [
    'a reply that forwards a report',
    reportMail({ fields: NO_MAILBOX }).replace('multipart/report', 'multipart/mixed'),
  ],
  [
    'a report of more lines than are read',
    reportMail({ fields: NO_MAILBOX }) + '\n'.repeat(10_000),
  ],
  ['nothing', ''],
  ['no text at all', '\u0000\u0001--'],
])('%s is not a report of an outcome', async (_of, raw) => {
  expect(await read(raw)).toBeUndefined()
})
