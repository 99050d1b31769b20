import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectError } from '../conformance/v2/fixture.ts'
import { openSmsProvider, type ReceivedSms, type SmsProvider } from '../stand-ins/sms-provider.ts'
import type { Json } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { dataOf, openService, type RunningService } from '../support/service.ts'
import { signedIn } from '../support/signed-in.ts'
import { testSmsReports } from './sms-reports.ts'
import {
  hiddenOf,
  linkNow,
  openBrowser,
  postLinks,
  sentLink,
  submit,
  visit,
  type Browser,
} from './link-fixture.ts'

const HOUR_MS = 3_600_000
let service: RunningService
let provider: SmsProvider
let productId: number
let aheadMs = 0

beforeAll(async () => {
  provider = await openSmsProvider()
  const clock = {
    now: () => Date.now() + aheadMs,
    monotonic: () => performance.now() + aheadMs,
  }
  const settings = {
    claimPort: 0,
    smsUrl: provider.url,
    smsFrom: '+12025550199',
    smsReports: 'on',
  } as const
  service = await openService({ clock, settings, funds: { USD: '5000.00' } })
  ;({ productId } = await service.product())
})
afterAll(async () => {
  await service.end()
  await provider.close()
})

function sendText(phone: string, input: Json = {}): Promise<Json> {
  const recipients = [{ name: 'Ada', phone }]
  return sentLink(service.partner, { products: [productId], recipients, delivery: 'SMS', ...input })
}

/** Waits until a number has `count` texts, and returns the last one. */
function textTo(phone: string, count = 1): Promise<ReceivedSms> {
  return eventually(async () => {
    const texts = provider.received.filter(({ to }) => to === phone)
    expect(texts).toHaveLength(count)
    const last = texts.at(-1) ?? { to: '', from: '', body: '', reportUrl: undefined }
    return Promise.resolve(last)
  })
}

async function lastMessage(link: Json): Promise<Json> {
  const [message] = (await linkNow(service.partner, link)).messages
  return message
}

test('a link is sent to a number, and its text leads to it', async () => {
  const link = await sendText('+49 151 1234-5678', { reference: 'thanks-by-text' })
  const { body, from } = await textTo('+4915112345678')

  expect(from).toBe('+12025550199')
  expect(body).toContain('$25.00')
  expect((await visit(/https?:\S+/.exec(body)?.[0] ?? '')).status).toBe(200)
  await eventually(async () => {
    expect(await lastMessage(link)).toMatchObject({ kind: 'LINK', channel: 'SMS', state: 'SENT' })
  })
  expect(JSON.stringify(await linkNow(service.partner, link))).not.toContain('1234')
  const owner = await signedIn(service, { role: 'owner', partnerId: service.partner.partnerId })
  const shown = await owner.get(`/portal/v1/links/${link.linkId}`)
  expect(dataOf(shown)).toMatchObject({ phone: '+4915112345678' })
  const masked = await service.admin.get(`/admin/v1/links/${link.linkId}`)
  expect(dataOf(masked)).toMatchObject({ phone: '***5678', requestReference: 'thanks-by-text' })

  const path = `/v2/links/${link.linkId}`
  expectError(await service.partner.post(`${path}/resend`, {}), 409, 'BUSINESS_RULE_VIOLATION')
  aheadMs += HOUR_MS
  expect((await service.partner.post(`${path}/resend`, {})).status).toBe(200)
  await textTo('+4915112345678', 2)
  const other = dataOf(await service.partner.post(`${path}/replace`, { phone: '+4915112345670' }))
  expect((await textTo('+4915112345670')).body).toContain(other.url)
  expect((await visit(link.url)).status).toBe(410)
})

test('a number that the provider refuses gets no other text, and the fault has no number', async () => {
  provider.refused.set('+4915100000001', 21_211)
  const link = await sendText('+4915100000001')
  await eventually(async () => {
    const bounced = { state: 'BOUNCED', reason: 'ADDRESS_REFUSED', lastError: 'error 21211' }
    expect(await lastMessage(link)).toMatchObject(bounced)
  })
  provider.refused.delete('+4915100000001')
  const reply = await service.partner.post(`/v2/links/${link.linkId}/resend`, {})
  expectError(reply, 409, 'BUSINESS_RULE_VIOLATION')
  expect(JSON.stringify(reply.body)).toContain('phone number')

  // Faults of our account, and temporary ones, are tried again.
  provider.faults.push(401, 429, 503)
  const later = await sendText('+4915100000002')
  for (const at of [1, 2, 3]) {
    await eventually(async () => {
      const deferred = { state: 'DEFERRED', lastError: expect.stringContaining('responded with') }
      expect(provider.faults).toHaveLength(3 - at)
      expect(await lastMessage(later)).toMatchObject(deferred)
    })
    aheadMs += HOUR_MS
  }
  await textTo('+4915100000002')
})

test('a text with an unknown outcome is sent again only by its sender', async () => {
  const lastError = expect.stringContaining('may have been sent')
  const unknownOutcome = { state: 'BOUNCED', reason: 'NOT_ACCEPTED', lastError }
  provider.faults.push('lose')
  const lost = await sendText('+4915100000011')
  await eventually(async () => expect(await lastMessage(lost)).toMatchObject(unknownOutcome))
  provider.faults.push(502)
  const gateway = await sendText('+4915100000012')
  await eventually(async () => expect(await lastMessage(gateway)).toMatchObject(unknownOutcome))
  provider.faults.push('cut')
  const cut = await sendText('+4915100000013')
  await eventually(async () => expect(await lastMessage(cut)).toMatchObject({ state: 'SENT' }))

  // The process ended in the second attempt, before or after it sent the text.
  provider.faults.push(503)
  const ended = await sendText('+4915100000014')
  await eventually(async () =>
    expect(await lastMessage(ended)).toMatchObject({ state: 'DEFERRED' }),
  )
  await service.db.pool.query(
    "update link_messages set attempts = 2, last_fault = null where status = 'PENDING'",
  )
  aheadMs += HOUR_MS
  await eventually(async () => expect(await lastMessage(ended)).toMatchObject(unknownOutcome))
  await textTo('+4915100000014', 0)
  await textTo('+4915100000013', 1)
  await textTo('+4915100000011', 1)
  const again = await service.partner.post(`/v2/links/${lost.linkId}/resend`, {})
  expect(again.status).toBe(200)
  await textTo('+4915100000011', 2)
})

testSmsReports(() => ({ service, provider, sendText, textTo, lastMessage }))

const WEEK_MS = 7 * 24 * HOUR_MS

test('reminders by text are sent if they are on, until the person stops them', async () => {
  const [phone, quiet] = ['+4915100000041', '+4915100000042']
  const link = await sendText(phone, { reminders: true })
  await sendText(quiet)
  await textTo(quiet)
  // The reminder is queued when the text is recorded as sent, for a time that must still come.
  await eventually(async () => {
    expect(await lastMessage(link)).toMatchObject({ kind: 'REMINDER', state: 'QUEUED' })
  })
  aheadMs += WEEK_MS + HOUR_MS
  const { body } = await textTo(phone, 2)
  expect(body).toContain('is waiting for you')
  expect(body).toContain(link.url)

  const [, stop = ''] = /\n\n.*: (\S+)$/.exec(body) ?? []
  expect(await visit(stop)).toMatchObject({ status: 200 })
  expect(await submit(stop, {})).toMatchObject({ status: 200 })
  aheadMs += 52 * WEEK_MS - 29 * 24 * HOUR_MS
  await eventually(async () => {
    const reminder = { kind: 'REMINDER', channel: 'SMS', reason: 'UNSUBSCRIBED' }
    expect(await lastMessage(link)).toMatchObject(reminder)
  })
  await textTo(phone, 2)
  await textTo(quiet, 1)
})

async function requestCode(browser: Browser, { url }: Json): Promise<number> {
  const page = await browser.visit(`${url}/code`)
  return (await browser.submit(`${url}/code`, hiddenOf(page))).status
}

async function enterCode(browser: Browser, { url }: Json, code: string): Promise<number> {
  const page = await browser.visit(`${url}/code?to=return`)
  return (await browser.submit(`${url}/code/enter`, { ...hiddenOf(page), code })).status
}

test('a code by SMS opens the link in the browser that requested it; guesses are limited', async () => {
  const phone = '+4915100000003'
  const link = await sendText(phone, { delivery: 'NONE', secondFactor: 'SMS' })
  const browser = openBrowser()
  expect((await visit(`${link.url}/return`)).headers.get('location')).toContain('/code?to=')
  const page = await browser.visit(`${link.url}/code`)
  expect(page.html).toContain('***0003')
  expect(page.html).not.toContain(phone)

  await requestCode(browser, link)
  const { body } = await textTo(phone)
  const code = /@127\.0\.0\.1 #(\d{9})$/.exec(body)?.[1] ?? ''
  expect(body.startsWith(`Your code for the gift`)).toBe(true)
  const wrong = code === '000000000' ? '000000001' : '000000000'
  for (let time = 1; time <= 5; time += 1) expect(await enterCode(browser, link, wrong)).toBe(400)
  expect(await enterCode(browser, link, code)).toBe(400)

  const again = openBrowser()
  await Promise.all([requestCode(openBrowser(), link), requestCode(again, link)])
  expect(await requestCode(openBrowser(), link)).toBe(429)
  const codes = await eventually(() => {
    const texts = provider.received.filter(({ to }) => to === phone)
    expect(texts).toHaveLength(3)
    return Promise.resolve(texts.slice(1).map((one) => /#(\d{9})$/.exec(one.body)?.[1] ?? ''))
  })
  const statuses = [
    await enterCode(again, link, codes[0] ?? ''),
    await enterCode(again, link, codes[1] ?? ''),
  ]
  expect(statuses).toContain(303)
  expect(await submit(`${link.url}/return`, {})).toMatchObject({ status: 303 })
  const { rows } = await service.db.pool.query('select m::text from link_messages m')
  for (const one of [code, ...codes]) expect(JSON.stringify(rows)).not.toContain(`,${one},`)
})

test('an erasure by phone number removes the person from links, however the number is written', async () => {
  const phone = '+4915100000021'
  const ownLinks = [
    await sendText(phone),
    await sendText(phone, { delivery: 'NONE', recipients: [{ phone, email: 'eve@example.com' }] }),
  ]
  const [replaced] = [await sendText('+4915100000022')]
  await service.partner.post(`/v2/links/${replaced?.linkId}/replace`, { phone })
  const stranger = await service.newPartner({ USD: '100.00' })
  await sentLink(stranger, { products: [productId], recipients: [{ phone }] })
  const path = `/admin/v1/partners/${service.partner.partnerId}/recipients/erasure`
  const body = { recipient: '+49 151 0000-0021', reason: 'ticket 4711' }
  expect((await service.admin.post(path, body)).status).toBe(200)
  expect((await service.admin.post(path, body)).status).toBe(404)
  const numbers = [...ownLinks, replaced].map((one) => one?.linkId.slice('lnk_'.length))
  const { rows } = await service.db.pool.query(
    `select count(*)::integer as remaining from links where link_no = any($1::bigint[])
       and (recipient_sealed is not null or email_blind is not null or phone_blind is not null)`,
    [numbers],
  )
  expect(rows).toEqual([{ remaining: 0 }])
  const { rows: others } = await service.db.pool.query(
    'select 1 from links where partner_id = $1 and phone_blind is not null',
    [stranger.partnerId],
  )
  expect(others).toHaveLength(1)
})

test('links and codes by SMS need a number of each person', async () => {
  const input = { products: [productId], recipients: [{ phone: '+4915100000004' }, {}] }
  for (const fields of [{ delivery: 'SMS' }, { secondFactor: 'SMS' }]) {
    const reply = await postLinks(service.partner, { ...input, ...fields })
    expectError(reply, 400, 'VALIDATION_ERROR', ['recipients[1].phone'])
  }
  const recipients = [{ phone: '0151 1234' }]
  const reply = await postLinks(service.partner, { ...input, recipients, delivery: 'SMS' })
  expectError(reply, 400, 'VALIDATION_ERROR', ['recipients[0].phone'])
})

test('texts of a test partner end in the state of their test number, and none is sent', async () => {
  const ends = {
    '+12025550101': { state: 'SENT' },
    '+12025550103': { state: 'BOUNCED', reason: 'ADDRESS_REFUSED' },
    '+12025550104': { state: 'BOUNCED', reason: 'NOT_ACCEPTED' },
    '+12025550105': { state: 'SUPPRESSED', reason: 'REFUSED_BEFORE' },
    '+12025550106': { state: 'DELIVERED' },
    '+4915100000005': { state: 'SUPPRESSED', reason: 'TEST' },
  }
  const tester = await service.partner.issue({ mode: 'test' })
  const before = provider.received.length
  for (const [phone, end] of Object.entries(ends)) {
    const link = await sentLink(tester, { delivery: 'SMS', recipients: [{ phone }] })
    await eventually(async () => {
      const { messages } = await linkNow(tester, link)
      expect(messages[0]).toMatchObject({ ...end, channel: 'SMS' })
    })
  }
  const recipients = [{ phone: '+12025550107' }]
  const link = await sentLink(tester, { delivery: 'SMS', recipients })
  const { messages } = await linkNow(tester, link)
  const { state, createdAt, nextAttemptAt } = messages[0] ?? {}
  expect([state, Date.parse(nextAttemptAt) - Date.parse(createdAt)]).toEqual(['QUEUED', 60_000])
  expect(provider.received).toHaveLength(before)
})
