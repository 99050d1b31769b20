import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { connect, type Socket } from 'node:net'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Database } from '../../src/db/mod.ts'
import { LINK_FEEDBACK } from '../../src/links/mod.ts'
import { readFeedbackToken } from '../../src/mail/feedback-token.ts'
import { listenForReports, type ReportServer } from '../../src/mail/mod.ts'
import { limitTalks } from '../../src/mail/report-server.ts'
import type { ReceivedMail } from '../consumers/mailbox.ts'
import { newCustomer } from '../conformance/partner-v1/fixture.ts'
import { openMailedService, type MailedService } from '../consumers/mailed-service.ts'
import { ABUSE, DELAYED, NO_MAILBOX, reportMail } from '../mail/report-mails.ts'
import type { Json } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { dataOf } from '../support/service.ts'
import { linkNow, sentLink, submit, visit } from './link-fixture.ts'

const DOMAIN = 'bounce.tessera.test'
let service: MailedService
let port: number

beforeAll(async () => {
  service = await openMailedService({ settings: { reportDomain: DOMAIN, reportPort: 0 } })
  await service.product()
  const started = service.logged.find((line) => line.includes('"msg":"started"')) ?? '{}'
  port = JSON.parse(started).reportPort
})
afterAll(() => service.end())

/** Mails a link, and returns it with its mail once the mail is SENT. */
async function mailLink(email: string): Promise<{ link: Json; mail: ReceivedMail }> {
  const link = await sentLink(service.partner, { delivery: 'EMAIL', recipients: [{ email }] })
  await stateOf(link, { state: 'SENT' })
  const mail = service.mailbox.received.findLast(({ to }) => to === email)
  if (!mail) throw new Error('no mail')
  return { link, mail }
}

function stateOf(link: Json, expected: object): Promise<void> {
  return eventually(async () => {
    const { messages } = await linkNow(service.partner, link)
    expect(messages.find(({ kind }: Json) => kind === 'LINK')).toMatchObject(expected)
  })
}

/** Delivers a mail as a mail server does; returns the status of a refusal, or 250. */
async function deliverMail(to: string, raw: string, at = port): Promise<number> {
  const mailer = createTransport({ host: '127.0.0.1', port: at, ignoreTLS: true })
  try {
    await mailer.sendMail({ envelope: { from: '', to }, raw })
    return 250
  } catch (error) {
    return (error as { responseCode?: number }).responseCode ?? 0
  } finally {
    mailer.close()
  }
}

test('a mail has an address of its own for reports, and reports change its state', async () => {
  const { link, mail } = await mailLink('ada@example.com')
  expect(mail.from).toMatch(/^bounce\+l-[0-9a-z-]+@bounce\.tessera\.test$/)

  expect(await deliverMail(mail.from, reportMail({ fields: DELAYED }))).toBe(250)
  await stateOf(link, { state: 'DEFERRED' })
  // Some mail servers fold addresses.
  expect(await deliverMail(mail.from.toUpperCase(), reportMail({ fields: NO_MAILBOX }))).toBe(250)
  await stateOf(link, {
    state: 'BOUNCED',
    reason: 'ADDRESS_REFUSED',
    lastError: expect.stringMatching(/^(?!.*@).*user unknown/),
  })
  const again = await sentLink(service.partner, {
    delivery: 'EMAIL',
    recipients: [{ email: 'ada@example.com' }],
  })
  await stateOf(again, { state: 'SUPPRESSED', reason: 'REFUSED_BEFORE' })
})

test('a complaint is read at the address of its mail, and at the common address', async () => {
  const [first, second] = [await mailLink('ben@example.com'), await mailLink('cyd@example.com')]
  expect(await deliverMail(first.mail.from, reportMail({ complaint: ABUSE }))).toBe(250)
  await stateOf(first.link, { state: 'COMPLAINED', reason: 'SPAM_REPORT' })

  const [, token = ''] = /^X-Tessera-Mail: (\S+)/m.exec(second.mail.raw) ?? []
  const headers = [`X-Tessera-Mail: ${token}`]
  expect(await deliverMail(`complaints@${DOMAIN}`, reportMail({ complaint: ABUSE, headers }))).toBe(
    250,
  )
  await stateOf(second.link, { state: 'COMPLAINED', reason: 'SPAM_REPORT' })
})

test('forged reports change nothing, and mails for others are refused', async () => {
  const { link, mail } = await mailLink('dan@example.com')
  const bounce = reportMail({ fields: NO_MAILBOX })
  const last = mail.from.indexOf('@') - 1
  const digit = mail.from[last] === '0' ? '1' : '0'
  const forged = mail.from.slice(0, last) + digit + mail.from.slice(last + 1)
  expect(readFeedbackToken(service.services.vault, forged.slice(7, last + 1))).toBeUndefined()

  expect(await deliverMail(forged, bounce)).toBe(550)
  expect(await deliverMail(mail.from.replace(DOMAIN, 'other.example'), bounce)).toBe(550)
  expect(await deliverMail('somebody@example.org', bounce)).toBe(550)
  const headers = [`X-Tessera-Mail: ${forged.slice(7, last + 1)}`]
  expect(await deliverMail(`complaints@${DOMAIN}`, reportMail({ complaint: ABUSE, headers }))).toBe(
    250,
  )
  expect(await deliverMail(mail.from, 'Subject: I am away\r\n\r\nUntil Monday.\r\n')).toBe(250)
  expect(await deliverMail(mail.from, bounce.padEnd(300_000, 'x'))).toBe(552)
  await stateOf(link, { state: 'SENT' })
})

/** Returns the next line of a server, or `closed` if the server closes the connection. */
function nextLine(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    socket.once('data', (data) => resolve(data.toString()))
    socket.once('close', () => resolve('closed'))
    socket.once('error', () => undefined)
  })
}

test('one IP address has at most five connections at once; further ones are closed', async () => {
  const sockets = Array.from({ length: 5 }, () => connect(port, '127.0.0.1'))
  try {
    const greetings = await Promise.all(sockets.map(nextLine))
    expect(greetings.every((text) => text.startsWith('220 '))).toBe(true)
    const sixth = connect(port, '127.0.0.1')
    sockets.push(sixth)
    expect(await nextLine(sixth)).toBe('closed')
  } finally {
    for (const socket of sockets) socket.destroy()
  }
})

test('a /64 of IPv6 has at most five connections, however many addresses it has', () => {
  const server = new EventEmitter()
  limitTalks(server)
  const talks = Array.from({ length: 7 }, (_, at) => {
    const remoteAddress = at === 6 ? '2001:db8:0:1::1' : `2001:db8::${at}`
    return Object.assign(new EventEmitter(), { remoteAddress, destroy: vi.fn<() => void>() })
  })
  for (const talk of talks) server.emit('connection', talk)
  expect(talks.map(({ destroy }) => destroy.mock.calls.length)).toEqual([0, 0, 0, 0, 0, 1, 0])

  talks[0]?.emit('close')
  server.emit('connection', talks[5])
  expect(talks[5]?.destroy).toHaveBeenCalledTimes(1)
  for (const talk of talks) talk.emit('close')
})

function listen(options: { db?: Database; domain?: string }): Promise<ReportServer> {
  const own = { host: '127.0.0.1', port: 0, domain: DOMAIN, targets: [LINK_FEEDBACK] }
  return listenForReports({ ...service.services, ...own, ...options })
}

const refuse = () => Promise.reject(new Error('no server there'))

test('if the database cannot record a report, the sender has to repeat it', async () => {
  const { link, mail } = await mailLink('eve@example.com')
  const unreachableDb: Database = Object.create(service.services.db, { connect: { value: refuse } })
  const server = await listen({ db: unreachableDb })
  expect(await deliverMail(mail.from, reportMail({ fields: NO_MAILBOX }), server.port)).toBe(451)
  await server.close()
  await stateOf(link, { state: 'SENT' })
})

test('a domain of another script is the same in both of its spellings', async () => {
  const complaint = reportMail({ complaint: ABUSE })
  for (const domain of ['bounce.xn--mller-kva.example', 'bounce.m\u00FCller.example']) {
    const server = await listen({ domain })
    expect(
      await deliverMail('complaints@bounce.xn--mller-kva.example', complaint, server.port),
    ).toBe(250)
    expect(await deliverMail('complaints@bounce.muller.example', complaint, server.port)).toBe(550)
    await server.close()
  }
})

test('a server that is closed ends idle connections with status 421', async () => {
  const server = await listen({})
  const socket = connect(server.port, '127.0.0.1')
  expect(await nextLine(socket)).toMatch(/^220 /)
  const last = nextLine(socket)
  await server.close()
  expect(await last).toMatch(/^421 shutting down/)
})

/** The line of a mail that is a code to sign in. */
const CODE = /^\d{9}$/m

/** Waits until an address has `count` mails about credits, and returns where the last is ended. */
function unsubscribeUrl(email: string, count: number): Promise<string> {
  return eventually(() => {
    const mails = service.mailbox.received.filter(
      ({ to, raw }) => to === email && /^List-Unsubscribe-Post: List-Unsubscribe=One-C/m.test(raw),
    )
    expect(mails).toHaveLength(count)
    const head = mails.at(-1)?.raw.replaceAll('\r\n ', '') ?? ''
    return /^List-Unsubscribe: ?<([^>]+)>/m.exec(head)?.[1] ?? ''
  })
}

test('one click ends the mails about credits of one partner; requested codes still come', async () => {
  const { partner, admin } = service
  const email = `${randomUUID()}@example.com`
  const partnerPath = `/admin/v1/partners/${partner.partnerId}`
  dataOf(await admin.patch(partnerPath, { walletSignIn: true }))
  const { id, walletId } = await newCustomer(partner, { email, initialFunds: 5 })
  const url = await unsubscribeUrl(email, 1)
  const raw = service.mailbox.received.find(({ to }) => to === email)?.raw ?? ''
  expect(raw.replaceAll('=\r\n', '').split(url)).toHaveLength(4)
  const suppressed = async (): Promise<unknown> =>
    dataOf(await admin.get(`${partnerPath}/mail-suppressions`))

  // A mail scanner opens it, and somebody else tries other spellings.
  expect((await visit(url, { method: 'HEAD' })).status).toBe(200)
  const asks = await visit(url, { headers: { 'accept-language': 'ar' } })
  expect(asks.html).toContain('dir="rtl"')
  expect(asks.html).toContain(`<form method="post" action="${new URL(url).pathname}">`)
  const [origin = '', token = ''] = url.split('/u/')
  const mac = token.split('.')[2] ?? ''
  const spellings = [
    token.toUpperCase(),
    `0${token}`,
    `${token}=`,
    `%31${token.slice(1)}`,
    token.replace(/[^.]$/, (last) => (last === 'A' ? 'B' : 'A')),
    token.replace(/^\d+/, '2'),
    `${partner.partnerId}.${randomUUID()}.${mac}`,
  ]
  const found: string[] = []
  for (const spelling of spellings) {
    const { status } = await submit(`${origin}/u/${spelling}`, {})
    if (status !== 404) found.push(spelling)
  }
  expect(found).toEqual([])
  expect(await suppressed()).toEqual([])

  const oneClick = () => submit(url, { 'List-Unsubscribe': 'One-Click' })
  const pages = await Promise.all([oneClick(), oneClick()])
  expect(pages.map(({ status }) => status)).toEqual([200, 200])
  expect(pages[0]?.html).toContain('no more mails about credits')
  expect(await suppressed()).toMatchObject([{ consumerId: id, reason: 'UNSUBSCRIBED' }])
  const consumers = await admin.get(`${partnerPath}/consumers`)
  expect(dataOf(consumers)).toContainEqual(
    expect.objectContaining({ consumerId: id, mailSuppression: 'UNSUBSCRIBED' }),
  )
  const credit = { transactionType: 'CREDIT', amount: 1, referenceId: randomUUID() }
  dataOf(await partner.post(`/api/partner/v1/wallets/${walletId}/transactions`, credit))
  await eventually(async () =>
    expect(dataOf(await admin.get(`/admin/v1/mails?consumerId=${id}`))).toMatchObject([
      { state: 'SUPPRESSED', reason: 'UNSUBSCRIBED' },
      { state: 'SENT' },
    ]),
  )
  await submit(`${origin}/w/sign-in/${partner.partnerId}`, { email })
  await eventually(() => {
    const codes = service.mailbox.received.filter((one) => one.to === email && CODE.test(one.raw))
    expect(codes).toHaveLength(1)
  })
  const other = await service.newPartner({ USD: '10.00' })
  await newCustomer(other, { email, initialFunds: 1 })
  expect(await unsubscribeUrl(email, 2)).not.toBe(url)
})
