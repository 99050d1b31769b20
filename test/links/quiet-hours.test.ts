import { afterAll, beforeAll, expect, test } from 'vitest'
import { afterQuietHours } from '../../src/links/quiet-hours.ts'
import { openMailedService, type MailedService } from '../consumers/mailed-service.ts'
import type { Json } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { dataOf } from '../support/service.ts'
import { signedIn, type Browser } from '../support/signed-in.ts'
import { hiddenOf, linkNow, openBrowser, sentLink } from './link-fixture.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const TEMPLATES = '/portal/v1/link-templates'
let service: MailedService
let owner: Browser

beforeAll(async () => {
  service = await openMailedService()
  await service.product()
  owner = await signedIn(service, { role: 'owner', partnerId: service.partner.partnerId })
})
afterAll(() => service.end())

test.each([
  // Before, within, the last minute, the end; over midnight.
  ['13:00', '15:00', 'UTC', '2026-03-01T12:59:59.999Z', '2026-03-01T12:59:59.999Z'],
  ['13:00', '15:00', 'UTC', '2026-03-01T13:00:00.000Z', '2026-03-01T15:00:00.000Z'],
  ['13:00', '15:00', 'UTC', '2026-03-01T14:59:59.999Z', '2026-03-01T15:00:00.000Z'],
  ['13:00', '15:00', 'UTC', '2026-03-01T15:00:00.000Z', '2026-03-01T15:00:00.000Z'],
  ['21:30', '08:00', 'Europe/Berlin', '2026-01-31T20:30:12.345Z', '2026-02-01T07:00:00.000Z'],
  ['21:30', '08:00', 'Asia/Kathmandu', '2026-01-31T20:00:00.000Z', '2026-02-01T02:15:00.000Z'],
  // Clocks go ahead at 2:00, and back at 3:00; an end that the day does not have; half an hour.
  ['21:30', '08:00', 'Europe/Berlin', '2026-03-28T22:00:00.000Z', '2026-03-29T06:00:00.000Z'],
  ['21:30', '08:00', 'Europe/Berlin', '2026-10-24T22:00:00.000Z', '2026-10-25T07:00:00.000Z'],
  ['21:30', '02:30', 'Europe/Berlin', '2026-03-28T22:00:00.000Z', '2026-03-29T01:00:00.000Z'],
  ['21:30', '08:00', 'Australia/Lord_Howe', '2026-10-03T12:00:00.000Z', '2026-10-03T21:00:00.000Z'],
])('quiet from %s to %s in %s: a message that is due at %s is sent at %s', (...row) => {
  const [from, to, timeZone, at, sentAt] = row
  const dueMs = afterQuietHours({ from, to, timeZone }, Date.parse(at))
  expect(new Date(dueMs).toISOString()).toBe(sentAt)
})

function timeAt(ms: number): string {
  return new Date(ms).toISOString().slice(11, 16)
}

/** Returns quiet hours around now, and their end. */
function quietNow() {
  const now = service.clock.now()
  const endMs = now - (now % 60_000) + 2 * HOUR_MS
  const quietHours = { from: timeAt(now - HOUR_MS), to: timeAt(endMs), timeZone: 'UTC' }
  return { quietHours, endMs }
}

async function template(input: Json = {}): Promise<string> {
  return dataOf(await owner.post(TEMPLATES, { name: 'Quiet', ...input })).templateId
}

function mailed(email: string, input: Json): Promise<Json> {
  return sentLink(service.partner, { delivery: 'EMAIL', recipients: [{ email }], ...input })
}

function mailsTo(email: string): number {
  return service.mailbox.received.filter(({ to }) => to === email).length
}

function messagesOf(link: Json, expected: object[]): Promise<void> {
  return eventually(async () => {
    expect((await linkNow(service.partner, link)).messages).toMatchObject(expected)
  })
}

test('a link waits until its quiet hours end; a requested code does not', async () => {
  const { quietHours, endMs } = quietNow()
  const templateId = await template({ quietHours })
  const listed = dataOf(await owner.get(TEMPLATES)) as Json[]
  expect(listed.find((one) => one.templateId === templateId)).toMatchObject({ quietHours })
  const email = 'quiet@example.com'
  const link = await mailed(email, { templateId, secondFactor: 'EMAIL' })
  const nextAttemptAt = new Date(endMs).toISOString()
  const waiting = { kind: 'LINK', state: 'QUEUED', nextAttemptAt }
  await messagesOf(link, [waiting])

  const browser = openBrowser()
  await browser.submit(`${link.url}/code`, hiddenOf(await browser.visit(`${link.url}/code`)))
  const reminder = { kind: 'REMINDER' }
  await messagesOf(link, [reminder, { kind: 'CODE', state: 'SENT' }, waiting])
  expect(mailsTo(email)).toBe(1)
  service.clock.advance(2 * HOUR_MS)
  await eventually(async () => expect(mailsTo(email)).toBe(2))
})

test('quiet hours that were set later return a due mail or reminder to the queue without an attempt', async () => {
  owner = await signedIn(service, { role: 'owner', partnerId: service.partner.partnerId })
  const email = 'later@example.com'
  const templateId = await template()
  const link = await mailed(email, { templateId })
  const reminder = { kind: 'REMINDER', state: 'QUEUED' }
  await messagesOf(link, [reminder, { kind: 'LINK', state: 'SENT' }])
  service.clock.advance(7 * DAY_MS - HOUR_MS)
  owner = await signedIn(service, { role: 'owner', partnerId: service.partner.partnerId })
  const { quietHours, endMs } = quietNow()
  const body = JSON.stringify({ name: 'Quiet', quietHours })
  dataOf(await owner.send('PUT', `${TEMPLATES}/${templateId}`, body))
  service.clock.advance(HOUR_MS)
  const nextAttemptAt = new Date(endMs).toISOString()
  await messagesOf(link, [{ ...reminder, nextAttemptAt }, { state: 'SENT' }])
  const { rows } = await service.db.pool.query(
    "select attempts from link_messages where kind = 'REMINDER' and status = 'PENDING'",
  )
  expect(rows).toContainEqual({ attempts: 0 })
  expect(mailsTo(email)).toBe(1)
  service.clock.advance(HOUR_MS)
  await eventually(async () => expect(mailsTo(email)).toBe(2))
})

test('invalid quiet hours are refused by their field', async () => {
  owner = await signedIn(service, { role: 'owner', partnerId: service.partner.partnerId })
  const good = { from: '21:00', to: '08:00', timeZone: 'Europe/Berlin' }
  for (const [wrong, field] of [
    [{ from: '24:00' }, 'quietHours.from'],
    [{ to: '8:00' }, 'quietHours.to'],
    [{ to: '21:00' }, 'quietHours.to'],
    [{ timeZone: 'Europe/Entenhausen' }, 'quietHours.timeZone'],
    [{ timeZone: '+01:00' }, 'quietHours.timeZone'],
    [{ timeZone: undefined }, 'quietHours.timeZone'],
  ] as const) {
    const { status, body } = await owner.post(TEMPLATES, {
      name: 'Bad',
      quietHours: { ...good, ...wrong },
    })
    expect([status, body.error.details[0].field]).toEqual([400, field])
  }
})
