import { afterAll, beforeAll, expect, test } from 'vitest'
import { followWaitingMails } from '../../src/links/mod.ts'
import { expectError } from '../conformance/v2/fixture.ts'
import type { ReceivedMail } from '../consumers/mailbox.ts'
import { openMailedService, type MailedService } from '../consumers/mailed-service.ts'
import type { Json } from '../support/client.ts'
import { pathOf } from '../conformance/admin-v1/fixture.ts'
import { codeOf, readPage, sectionOf, tableOf } from '../docs/markdown.ts'
import { eventually } from '../support/eventually.ts'
import { dataOf } from '../support/service.ts'
import { signedIn } from '../support/signed-in.ts'
import {
  claimCard,
  linkNow,
  postLinks,
  sentLink,
  sentLinks,
  submit,
  visit,
} from './link-fixture.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
let service: MailedService
let productId: number

beforeAll(async () => {
  service = await openMailedService()
  ;({ productId } = await service.product())
  await service.partner.get('/v2/events')
})
afterAll(() => service.end())

function mailLink(email: string, input: Json = {}): Promise<Json> {
  const recipients = [{ name: 'Ada', email }]
  const link = { delivery: 'EMAIL', products: [productId], recipients, ...input }
  return sentLink(service.partner, link)
}

function mailsTo(email: string): ReceivedMail[] {
  return service.mailbox.received.filter(({ to }) => to === email)
}

/** Waits until an address has `count` mails, and returns the last one. */
function nthMail(email: string, count: number): Promise<ReceivedMail> {
  return eventually(() => {
    const mails = mailsTo(email)
    expect(mails).toHaveLength(count)
    const last = mails.at(-1)
    if (!last) throw new Error('no mail')
    return Promise.resolve(last)
  })
}

const SCHEDULED = { kind: 'REMINDER', state: 'QUEUED' }
/** The text of a mail as its reader sees it. */
function readable({ raw }: ReceivedMail): string {
  return raw.replaceAll('=\r\n', '').replaceAll('=3D', '=')
}

function messagesOf(link: Json, expected: object[]): Promise<void> {
  return eventually(async () => {
    const { messages } = await linkNow(service.partner, link)
    expect(messages).toMatchObject(expected)
  })
}

test('a link is mailed in the name of its sender, and its mail opens it', async () => {
  const link = await mailLink('ada@example.com', { replyTo: 'hr@acme.test', message: 'Well done' })
  const mail = await nthMail('ada@example.com', 1)

  expect(readable(mail)).toContain(link.url)
  expect(mail.raw).toMatch(/^From: .*<mail@tessera\.test>/m)
  expect(mail.raw).not.toMatch(/^From: Tessera/m)
  expect(mail.raw).toMatch(/^Reply-To: hr@acme\.test/m)
  expect(mail.raw).not.toMatch(/^List-Unsubscribe/m)
  expect(mail.subject).not.toContain(link.url.split('/c/')[1])
  await messagesOf(link, [SCHEDULED, { kind: 'LINK', state: 'SENT' }])
  const { rows } = await service.db.pool.query('select m::text from link_messages m')
  const token = link.url.split('/c/')[1] ?? ''
  expect(JSON.stringify(rows)).not.toContain(token.slice(5))
  expect(JSON.stringify(rows)).not.toContain('ada@example.com')
})

test('a link can be mailed again once an hour, five times in all', async () => {
  const link = await mailLink('often@example.com')
  await nthMail('often@example.com', 1)
  await messagesOf(link, [SCHEDULED, { state: 'SENT' }])
  const path = `/v2/links/${link.linkId}/resend`
  const stranger = await service.newPartner({})

  expectError(await stranger.post(path, {}), 404, 'RESOURCE_NOT_FOUND')
  expectError(await service.partner.post(path, {}), 409, 'BUSINESS_RULE_VIOLATION')
  for (let time = 2; time <= 6; time += 1) {
    service.clock.advance(HOUR_MS)
    const both = await Promise.all([service.partner.post(path, {}), service.partner.post(path, {})])
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]))
    await nthMail('often@example.com', time)
    await eventually(async () => {
      const { messages } = await linkNow(service.partner, link)
      expect(messages.filter(({ state }: Json) => state === 'SENT')).toHaveLength(time)
    })
  }
  service.clock.advance(HOUR_MS)
  expectError(await service.partner.post(path, {}), 409, 'BUSINESS_RULE_VIOLATION')
  expect(new Set(mailsTo('often@example.com').map(({ messageId }) => messageId)).size).toBe(6)
})

test('an address that is refused gets no further mail; another address gets a new link', async () => {
  service.mailbox.answerTo((address) => (address.startsWith('gone') ? 550 : undefined))
  const link = await mailLink('gone@example.com')
  const reason = 'ADDRESS_REFUSED'
  await messagesOf(link, [{ kind: 'LINK', state: 'BOUNCED', reason }])
  const second = await mailLink('gone@example.com')
  await messagesOf(second, [{ state: 'SUPPRESSED', reason: 'REFUSED_BEFORE' }])
  service.clock.advance(HOUR_MS)
  const path = `/v2/links/${link.linkId}`

  expectError(await service.partner.post(`${path}/resend`, {}), 409, 'BUSINESS_RULE_VIOLATION')
  const { url } = dataOf(
    await service.partner.post(`${path}/replace`, { email: 'eve@example.com' }),
  )

  const mail = await nthMail('eve@example.com', 1)
  expect(readable(mail)).toContain(url)
  expect(await visit(link.url)).toMatchObject({ status: 410 })
  await eventually(async () => {
    const { data } = (await service.partner.get('/v2/events?pageSize=100')).body
    const ofLink = data.filter((one: Json) => one.data.linkId === link.linkId)
    const types = ofLink.map(({ type }: Json) => type)
    expect(types).toEqual(['link.sent', 'link.bounced', 'link.mailed'])
    expect(ofLink[1].data).toMatchObject({ reason })
  })
})

test('staff find why a link did not arrive; a new address needs a permission and a reason', async () => {
  const { admin, partner } = service
  service.mailbox.answerTo((address) => (address.startsWith('typo') ? 550 : undefined))
  const link = await mailLink('typo@example.com', { reference: 'jubilee' })
  await messagesOf(link, [{ kind: 'LINK', state: 'BOUNCED' }])
  const support = await signedIn(service, { role: 'support' })
  const [list, path] = [pathOf(partner), `/admin/v1/links/${link.linkId}`]
  for (const query of ['email=Typo@example.com', 'reference=jubilee&status=OPEN']) {
    const { status, body } = await support.get(`${list}/links?${query}&pageSize=1`)
    expect([status, ...body.data.map(({ linkId }: Json) => linkId)]).toEqual([200, link.linkId])
  }
  expect(dataOf(await admin.get(`${list}/links?reference=jubilee&status=CLAIMED`))).toEqual([])
  const detail = await support.get(path)
  expect(dataOf(detail)).toMatchObject({ name: 'A***', email: 't***@example.com', addresses: 1 })
  expect(dataOf(detail).messages[0]).toMatchObject({ reason: 'ADDRESS_REFUSED' })
  const token = String(link.url).split('/c/')[1] ?? ''
  expect(JSON.stringify(detail.body)).not.toContain(token)
  expect((await support.get(`${path}?unmasked=true`)).status).toBe(403)
  expect(dataOf(await admin.get(`${path}?unmasked=true`))).toMatchObject({
    email: 'typo@example.com',
  })
  const reason = { reason: 'called us' }
  const operations = await signedIn(service, { role: 'operations' })
  expect((await operations.send('POST', `${path}/reveal`, reason)).status).toBe(403)
  expect((await operations.send('POST', `${path}/resend`, reason)).status).toBe(409)

  const { url } = dataOf(await admin.post(`${path}/reveal`, reason))

  expect((await visit(link.url)).status).toBe(410)
  expect((await visit(url)).status).toBe(200)
  expect((await linkNow(service.partner, link)).messages).toHaveLength(1)
  await claimCard(url, { productId, amount: '5' })
  expectError(await admin.post(`${path}/reveal`, reason), 409, 'BUSINESS_RULE_VIOLATION')
  expect(dataOf(await admin.post(`${path}/cancel`, reason))).toMatchObject({ returned: 20 })
  const { data: entries } = (await admin.get(`/admin/v1/audit?target=link:${link.linkId}`)).body
  expect(entries).toMatchObject([
    { action: 'link.cancel', ...reason },
    { action: 'link.reveal', ...reason },
  ])
  expect(JSON.stringify(entries)).not.toContain(url.split('/c/')[1])
})

test('reminders are sent while an amount is left, and stop at a claim, a cancellation and on request', async () => {
  const names = ['claims', 'stays', 'stops', 'quiet', 'cancels']
  const [claims, stays, stops, quiet, cancels] = await Promise.all(
    names.map((name) => mailLink(`${name}@example.com`, { reminders: name !== 'quiet' })),
  )
  for (const name of names) await nthMail(`${name}@example.com`, 1)
  for (const link of [claims, stays, stops, cancels]) {
    await messagesOf(link ?? {}, [SCHEDULED, { kind: 'LINK', state: 'SENT' }])
  }
  await claimCard(claims?.url, { productId, amount: '25' })
  dataOf(await service.partner.post(`/v2/links/${cancels?.linkId}/cancel`, {}))
  // Their reminders would be due in a week, and are already shown as SUPPRESSED.
  for (const link of [claims, cancels]) {
    await messagesOf(link ?? {}, [{ kind: 'REMINDER', state: 'SUPPRESSED' }, { state: 'SENT' }])
  }

  service.clock.advance(7 * DAY_MS)

  const reminder = await nthMail('stops@example.com', 2)
  await nthMail('stays@example.com', 2)
  for (const link of [claims, cancels]) {
    await messagesOf(link ?? {}, [{ state: 'SUPPRESSED', reason: 'LINK_ENDED' }, {}])
  }
  await messagesOf(quiet ?? {}, [{ kind: 'LINK', state: 'SENT' }])
  expect(mailsTo('claims@example.com')).toHaveLength(1)
  expect(mailsTo('cancels@example.com')).toHaveLength(1)
  expect(reminder.raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m)
  const url = /^List-Unsubscribe: ?<([^>]+)>/m.exec(readable(reminder).replaceAll('\r\n ', ''))?.[1]
  if (url === undefined) throw new Error('no address to unsubscribe at')
  expect((await visit(url)).html).toContain('<form method="post"')
  expect(url).not.toContain(stops?.url.split('/c/')[1])
  // A scanner has opened the address, which changes nothing.
  const { rows } = await service.db.pool.query(
    'select from link_messages where unsubscribed_at is not null',
  )
  expect(rows).toEqual([])
  expect((await submit(url.replace(/.$/, 'x'), {})).status).toBe(404)
  expect((await submit(url, { 'List-Unsubscribe': 'One-Click' })).html).toContain(
    'no more reminders',
  )

  service.clock.advance((365 - 7 - 30) * DAY_MS)

  await nthMail('stays@example.com', 3)
  await messagesOf(stops ?? {}, [{ state: 'SUPPRESSED', reason: 'UNSUBSCRIBED' }, {}, {}])
  expect(mailsTo('stops@example.com')).toHaveLength(2)
  expect(await linkNow(service.partner, stops ?? {})).toMatchObject({ status: 'OPEN', left: 25 })
})

test('a mail that the mail server cannot accept is deferred; the mail of an ended link is not sent', async () => {
  service.mailbox.answerTo((address) => (address.startsWith('full') ? 452 : undefined))
  const link = await mailLink('full@example.com')
  await messagesOf(link, [{ state: 'DEFERRED', lastError: expect.not.stringContaining('@') }])
  const path = '/admin/v1/alerts?state=open&kind=link_mails_waiting'
  const alertsNow = async (): Promise<Json[]> => {
    await followWaitingMails(service)
    return dataOf(await service.admin.get(path))
  }
  service.clock.advance(HOUR_MS / 5)
  expect(await alertsNow()).toEqual([])
  service.clock.advance(HOUR_MS / 5)
  expect(await alertsNow()).toMatchObject([{ subject: 'links', details: { waiting: 1 } }])
  await nthMail((await mailLink('well@example.com')) && 'well@example.com', 1)
  await eventually(async () => expect(await alertsNow()).toEqual([]))
  await service.partner.post(`/v2/links/${link.linkId}/cancel`, {})
  service.clock.advance(HOUR_MS)
  await messagesOf(link, [{ state: 'SUPPRESSED', reason: 'LINK_ENDED' }])
})

const TEST_ENDS: readonly (readonly [string, object])[] = [
  ['sent', { state: 'SENT' }],
  ['deferred', { state: 'DEFERRED', lastError: '450 4.2.0 try again later' }],
  ['bounced', { state: 'BOUNCED', reason: 'ADDRESS_REFUSED' }],
  ['refused', { state: 'BOUNCED', reason: 'NOT_ACCEPTED' }],
  ['suppressed', { state: 'SUPPRESSED', reason: 'REFUSED_BEFORE' }],
  ['queued', { state: 'QUEUED' }],
  ['delivered', { state: 'DELIVERED' }],
  ['complained', { state: 'COMPLAINED', reason: 'SPAM_REPORT' }],
  ['ada', { state: 'SUPPRESSED', reason: 'TEST' }],
]
const LATER = ['deferred', 'queued']

test('addresses of the sandbox give each state of a mail, and no mail is sent', async () => {
  const { partner } = service
  const tester = await partner.issue({ mode: 'test' })
  await tester.get('/v2/events')
  const recipients = TEST_ENDS.map(([name]) => ({ email: `${name}@mail.example` }))
  const listed = tableOf(sectionOf(readPage('docs/guides/sandbox.md'), 'Try the states of a link'))
  expect(listed.slice(0, -1).map(([cell]) => codeOf(cell))).toEqual(
    recipients.slice(0, -1).map(({ email }) => email),
  )
  const links = await sentLinks(tester, { delivery: 'EMAIL', recipients })
  const statesOf = (expected: readonly (readonly [string, object])[]) =>
    eventually(async () => {
      const found = await Promise.all(links.map((link) => linkNow(tester, link)))
      expect(found.map(({ messages }) => messages.at(-1))).toMatchObject(
        expected.map(([, message]) => message),
      )
    })
  await statesOf(TEST_ENDS)

  service.clock.advance(HOUR_MS)
  await statesOf(TEST_ENDS.map((one) => (LATER.includes(one[0]) ? ['', { state: 'SENT' }] : one)))
  for (const at of [2, 8]) dataOf(await tester.post(`/v2/links/${links[at]?.linkId}/resend`, {}))
  await eventually(async () => {
    const found = await Promise.all([links[2], links[8]].map((link = {}) => linkNow(tester, link)))
    expect(found.map(({ messages }) => messages[0].reason)).toEqual(['ADDRESS_REFUSED', 'TEST'])
  })
  // The feed follows the commit of a state.
  await eventually(async () => {
    const events: Json[] = dataOf(await tester.get('/v2/events?pageSize=100'))
    expect(events.filter(({ type }) => type === 'link.bounced')).toHaveLength(4)
    expect(events.filter(({ type }) => type === 'link.complained')).toHaveLength(1)
  })
  expect(service.mailbox.received.filter(({ to }) => to.endsWith('@mail.example'))).toEqual([])
})

test('a link to be mailed needs an address', async () => {
  const recipients = [{}, { email: 'a@b.test' }]
  const link = { delivery: 'EMAIL', products: [productId], recipients }
  const reply = await postLinks(service.partner, link)
  expectError(reply, 400, 'VALIDATION_ERROR', ['recipients[0].email'])
})
