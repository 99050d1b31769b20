import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectError } from '../conformance/v2/fixture.ts'
import type { ReceivedMail } from '../consumers/mailbox.ts'
import { openMailedService, type MailedService } from '../consumers/mailed-service.ts'
import {
  CERTIFICATE_URL,
  openSns,
  sesReport,
  SOFT,
  tokenOf,
  TOPIC,
  type SnsStandIn,
} from '../mail/sns-stand-in.ts'
import type { Json } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { dataOf } from '../support/service.ts'
import { hiddenOf, linkNow, sentLink, submit, visit } from './link-fixture.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
let service: MailedService
let sns: SnsStandIn
let base: string

beforeAll(async () => {
  let now = Date.now
  sns = openSns(() => now())
  service = await openMailedService({ settings: { sesTopics: [TOPIC] }, readFromSns: sns.read })
  now = () => service.clock.now()
  await service.product()
  await service.partner.get('/v2/events')
})
afterAll(() => service.end())

interface MailedLink {
  readonly link: Json
  readonly mail: ReceivedMail
  readonly token: string
}

/** Mails a link, and returns it once its mail is SENT. */
async function mailLink(email: string): Promise<MailedLink> {
  const link = await sentLink(service.partner, { delivery: 'EMAIL', recipients: [{ email }] })
  base = new URL(link.url).origin
  const mail = await eventually(() => {
    const last = service.mailbox.received.findLast(({ to }) => to === email)
    if (!last) throw new Error('no mail')
    return Promise.resolve(last)
  })
  await stateOf(link, { state: 'SENT' })
  return { link, mail, token: tokenOf(mail) }
}

function stateOf(link: Json, expected: object): Promise<void> {
  return eventually(async () => {
    const { messages } = await linkNow(service.partner, link)
    const own = messages.find(({ kind }: Json) => kind === 'LINK')
    expect(own).toMatchObject(expected)
  })
}

function report(kind: string, token: string, more = {}): Promise<number> {
  return sns.post(base, sns.message(sesReport(kind, token, more)))
}

async function eventsOf({ linkId }: Json): Promise<string[]> {
  const events: Json[] = dataOf(await service.partner.get('/v2/events?pageSize=100'))
  return events.filter(({ data }) => data.linkId === linkId).map(({ type }) => type)
}

test('a mail is delayed, delivered and bounced by reports of SES; then its address gets no more', async () => {
  const { link, token, mail } = await mailLink('ada@example.com')
  expect(token).not.toContain('ada')
  expect(mail.raw).not.toMatch(/^X-Tessera-Mail: .*example/m)

  expect(await report('DeliveryDelay', token)).toBe(200)
  await stateOf(link, { state: 'DEFERRED', lastError: 'MailboxFull' })
  expect(await report('Delivery', token)).toBe(200)
  await stateOf(link, { state: 'DELIVERED' })
  expect(await report('DeliveryDelay', token)).toBe(200)
  expect(await report('Bounce', token, SOFT)).toBe(200)
  await stateOf(link, { state: 'DELIVERED' })
  expect(await report('Bounce', token)).toBe(200)

  await stateOf(link, {
    state: 'BOUNCED',
    reason: 'ADDRESS_REFUSED',
    lastError: expect.stringMatching(/^(?!.*@).*user unknown/),
  })
  await eventually(async () =>
    expect(await eventsOf(link)).toEqual(['link.sent', 'link.mailed', 'link.bounced']),
  )
  service.clock.advance(HOUR_MS)
  const path = `/v2/links/${link.linkId}/resend`
  expectError(await service.partner.post(path, {}), 409, 'BUSINESS_RULE_VIOLATION')
  const input = { delivery: 'EMAIL', recipients: [{ email: 'Ada@example.com' }] }
  const again = await sentLink(service.partner, input)
  await stateOf(again, { state: 'SUPPRESSED', reason: 'REFUSED_BEFORE' })
  // Mails of another partner to the same address are not suppressed.
  const other = await service.newPartner({ USD: '100.00' })
  const otherLink = await sentLink(other, input)
  await eventually(async () => {
    expect((await linkNow(other, otherLink)).messages).toContainEqual(
      expect.objectContaining({ kind: 'LINK', state: 'SENT' }),
    )
  })
})

test('of two reports at once the more severe one wins, and each is recorded once', async () => {
  const { link, token } = await mailLink('twice@example.com')
  const kinds = ['Bounce', 'Complaint', 'Delivery', 'Complaint', 'Bounce']

  const statuses = await Promise.all(kinds.map((kind) => report(kind, token)))

  expect(statuses).toEqual([200, 200, 200, 200, 200])
  await stateOf(link, { state: 'COMPLAINED', reason: 'SPAM_REPORT' })
  await eventually(async () => expect(await eventsOf(link)).toContain('link.complained'))
  expect((await eventsOf(link)).filter((type) => type === 'link.complained')).toHaveLength(1)
})

test('a person who reported spam gets no link and no reminder, but gets requested codes', async () => {
  const { link, token } = await mailLink('spam@example.com')
  expect(await report('Complaint', token)).toBe(200)
  expect(
    await report('Complaint', token, { complaint: { complaintFeedbackType: 'not-spam' } }),
  ).toBe(200)
  await stateOf(link, { state: 'COMPLAINED', reason: 'SPAM_REPORT' })
  service.clock.advance(HOUR_MS)
  const path = `/v2/links/${link.linkId}/resend`
  expectError(await service.partner.post(path, {}), 409, 'BUSINESS_RULE_VIOLATION')
  const input = { delivery: 'EMAIL', recipients: [{ email: 'spam@example.com' }] }
  const again = await sentLink(service.partner, input)
  await stateOf(again, { state: 'SUPPRESSED', reason: 'SPAM_REPORT' })

  service.clock.advance(7 * DAY_MS)
  await eventually(async () => {
    const { messages } = await linkNow(service.partner, link)
    expect(messages[0]).toMatchObject({ kind: 'REMINDER', reason: 'SPAM_REPORT' })
  })
  const guarded = await sentLink(service.partner, {
    secondFactor: 'EMAIL',
    recipients: [{ email: 'spam@example.com' }],
  })
  const page = `${guarded.url}/code`
  await submit(page, hiddenOf(await visit(page)))
  await eventually(async () => {
    const { messages } = await linkNow(service.partner, guarded)
    expect(messages).toMatchObject([{ kind: 'CODE', state: 'SENT' }])
  })
})

const LAST_MAIL = `message_id = (
  select message_id from link_messages where kind = 'LINK' order by created_at desc limit 1)`

test('a report has to be repeated while its mail is being sent, and is ignored for an unknown mail', async () => {
  const { link, token } = await mailLink('busy@example.com')
  const { rows } = await service.db.pool.query<{ message_id: string }>(
    `update link_messages set status = 'PENDING', next_try_at = now() + interval '1 year'
     where ${LAST_MAIL} returning message_id`,
  )
  expect(await report('Delivery', token)).toBe(503)
  await service.db.pool.query(
    `update link_messages set status = 'SENT', next_try_at = null where message_id = $1`,
    [rows[0]?.message_id],
  )
  expect(await report('Delivery', token)).toBe(200)
  await stateOf(link, { state: 'DELIVERED' })

  // As after a restore: an earlier life of the database sent the mail.
  const lost = await mailLink('lost@example.com')
  await service.db.pool.query(`delete from link_messages where ${LAST_MAIL}`)
  expect(await report('Bounce', lost.token)).toBe(200)
  expect(await eventsOf(lost.link)).not.toContain('link.bounced')
})

test('a report with a forged token changes nothing', async () => {
  const { link, token } = await mailLink('own@example.com')
  const [queue, partner = '', message, mac = ''] = token.split('-')
  const forged = [
    [queue, partner === '2' ? '3' : '2', message, mac].join('-'),
    [queue, partner, message, mac.replace(/.$/, (last) => (last === '0' ? '1' : '0'))].join('-'),
    `x-${token.slice(2)}`,
    '',
  ]
  for (const one of forged) expect(await report('Bounce', one)).toBe(200)
  await stateOf(link, { state: 'SENT' })
})

test('a message that SNS has not signed is refused, and nothing is read from another host', async () => {
  const { link, token } = await mailLink('forged@example.com')
  const text = sesReport('Bounce', token)
  const own = sns.message(text)
  const elsewhere = [
    'https://sns.eu-west-1.amazonaws.com.evil.test/SimpleNotificationService-1.pem',
    CERTIFICATE_URL.replace('https', 'http'),
    CERTIFICATE_URL.replace('eu-west-1', 'us-east-1'),
    CERTIFICATE_URL.replace('.com/', '.com:8443/'),
    CERTIFICATE_URL.replace('//', '//evil.test@'),
    CERTIFICATE_URL.replace('.pem', '.pem/../../evil'),
    'https://evil.test/?https://sns.eu-west-1.amazonaws.com/',
  ]
  const before = sns.reads.length
  const forgeries = [
    { ...own, Message: sesReport('Bounce', token, { x: 1 }) },
    { ...own, MessageId: randomUUID() },
    { ...own, Signature: '' },
    { ...own, Timestamp: new Date(service.clock.now() + 1).toISOString() },
    sns.message(text, { TopicArn: TOPIC.replace('mails', 'others') }),
    sns.message(text, { SignatureVersion: '1' }),
    sns.message(text, { Timestamp: new Date(service.clock.now() - DAY_MS - 1_000).toISOString() }),
    openSns().message(text),
    ...elsewhere.map((url) => sns.message(text, { SigningCertURL: url })),
    { Type: 'Notification' },
  ]
  const answers = await Promise.all(forgeries.map((one) => sns.post(base, one)))
  expect(answers).toEqual(forgeries.map(() => 403))
  expect(sns.reads.slice(before).filter((url) => url !== CERTIFICATE_URL)).toEqual([])
  await stateOf(link, { state: 'SENT' })
  expect(await sns.post(base, own)).toBe(200)
  await stateOf(link, { state: 'BOUNCED' })
  // A replay changes nothing; a day later it is refused.
  expect(await sns.post(base, own)).toBe(200)
  service.clock.advance(DAY_MS + HOUR_MS)
  expect(await sns.post(base, own)).toBe(403)
})

test('messages of other topics, and guessed certificates, do not stop messages of our topic', async () => {
  const { link, token } = await mailLink('crowd@example.com')
  const other = () => sns.message('spam', { TopicArn: TOPIC.replace('mails', 'others') })
  const others = Array.from({ length: 40 }, other)
  const refused = await Promise.all(others.map((one) => sns.post(base, one)))
  expect(new Set(refused)).toEqual(new Set([403]))

  const before = sns.reads.length
  const unknown = Array.from({ length: 60 }, (_, at) => {
    const SigningCertURL = CERTIFICATE_URL.replaceAll('0a', (at + 16).toString(16))
    return sns.message('guess', { SigningCertURL })
  })
  const statuses = await Promise.all(unknown.map((one) => sns.post(base, one)))
  expect(statuses).toContain(429)
  expect(sns.reads.length - before).toBeLessThan(60)
  expect(await sns.post(base, sns.message(sesReport('Delivery', token)))).toBe(200)
  await stateOf(link, { state: 'DELIVERED' })
})

test('a subscription is confirmed only for a topic of the settings, and only at SNS', async () => {
  await mailLink('confirm@example.com')
  const url = 'https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&Token=abc'
  const confirmation = { Type: 'SubscriptionConfirmation', Token: 'abc', SubscribeURL: url }
  const isRead = () => sns.reads.includes(url)

  expect(
    await sns.post(base, sns.message('confirm', { ...confirmation, TopicArn: `${TOPIC}2` })),
  ).toBe(403)
  const evil = { ...confirmation, SubscribeURL: 'https://evil.test/confirm' }
  expect(await sns.post(base, sns.message('confirm', evil))).toBe(403)
  expect(isRead()).toBe(false)

  expect(await sns.post(base, sns.message('confirm', confirmation))).toBe(200)
  expect(isRead()).toBe(true)
  expect(sns.reads).not.toContain('https://evil.test/confirm')
})
