import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMailbox, type Mailbox } from '../consumers/mailbox.ts'
import type { Json, Reply } from '../support/client.ts'
import { sendUserMails } from '../support/sent-mails.ts'
import { dataOf, openService, type RunningService } from '../support/service.ts'
import { signedIn, type Browser } from '../support/signed-in.ts'
import { MS_PER_MINUTE } from '../../src/core/mod.ts'

const CONSOLE = 'https://operators.example.com'
const PUBLIC = 'https://api.example.com'

let now = Date.UTC(2026, 0, 31, 12)
let mailbox: Mailbox
let service: RunningService
const refused: Json[] = []

beforeAll(async () => {
  mailbox = await openMailbox()
  service = await openService({
    clock: { now: () => now, monotonic: () => performance.now() },
    // The test itself sends mails.
    settings: { role: 'api', smtpUrl: mailbox.url, adminUrl: CONSOLE, publicUrl: PUBLIC },
  })
})
afterAll(async () => {
  await service.end()
  await mailbox.down()
})

function invite(body: object): Promise<Reply> {
  return service.admin.post('/admin/v1/invitations', { role: 'support', ...body })
}

const send = (): Promise<void> =>
  sendUserMails(service.services, mailbox, (one) => void refused.push(one))

/** Returns the link of the last mail to an address. */
function linkTo(email: string): URL {
  const mail = mailbox.received.findLast(({ to }) => to === email)
  const text = mail?.raw.replaceAll('=\r\n', '') ?? ''
  return new URL(/https:\/\/\S+/.exec(text)?.[0] ?? 'none')
}

function mailsTo(email: string): number {
  return mailbox.received.filter(({ to }) => to === email).length
}

async function invitationOf(email: string): Promise<Json> {
  const { rows } = await service.db.pool.query('select * from invitations where email = $1', [
    email,
  ])
  return rows[0]
}

function accept(link: URL): Promise<Reply> {
  const body = { token: link.hash.slice(1), name: 'Ann', password: 'correct horse battery' }
  const headers = {
    'content-type': 'application/json',
    'x-tessera-csrf': '1',
    'sec-fetch-site': 'same-origin',
  }
  const target = '/auth/v1/invitations/accept'
  return service.http.send({ method: 'POST', target, headers, body: JSON.stringify(body) })
}

test('an invitation is sent once, and only the mail has its link', async () => {
  const email = 'ann@example.com'
  const invitation = dataOf(await invite({ email }))
  expect(invitation).toMatchObject({ email, delivery: 'mail' })
  expect(invitation).not.toHaveProperty('link')
  const { sealed_link: sealed } = await invitationOf(email)

  await Promise.all([send(), send()])

  expect(mailsTo(email)).toBe(1)
  const link = linkTo(email)
  expect(link.href).toMatch(
    /^https:\/\/operators\.example\.com\/console\/invitation#tsi_[\w-]{43}$/,
  )
  expect(sealed.includes(Buffer.from(link.hash.slice(1)))).toBe(false)
  expect(await invitationOf(email)).toMatchObject({ sealed_link: null, mail_due_at: null })
  const [entry] = dataOf(await service.admin.get('/admin/v1/audit?pageSize=1'))
  expect(entry).toMatchObject({ action: 'user.invite', after: { delivery: 'mail' } })
  expect((await accept(link)).status).toBe(201)
})

test('a user of a partner gets a link to the portal at the public address', async () => {
  const { partnerId } = service.partner
  const owner = await signedIn(service, { role: 'owner', partnerId })
  const body = { email: 'olu@example.com', role: 'viewer' }

  expect(dataOf(await owner.post('/portal/v1/invitations', body)).delivery).toBe('mail')
  await send()

  expect(linkTo(body.email).href).toMatch(/^https:\/\/api\.example\.com\/portal\/invitation#tsi_/)
})

function ask(who: Browser, email: string): Promise<Reply> {
  return who.post('/portal/v1/invitations', { email, role: 'viewer' })
}

test('a tenant can invite an address that others know, and learns nothing of other tenants', async () => {
  const [one, other] = [await service.newPartner(), await service.newPartner()]
  const owner = await signedIn(service, { role: 'owner', partnerId: one.partnerId })
  const rival = await signedIn(service, { role: 'owner', partnerId: other.partnerId })
  const { email: known } = await signedIn(service)
  const newcomer = 'sam@example.com'
  const link = dataOf(await invite({ email: newcomer, delivery: 'link' })).link

  const [replyForKnown, replyForNewcomer] = [await ask(owner, known), await ask(owner, newcomer)]
  dataOf(await ask(rival, newcomer))
  const { invitationId, expiresAt } = dataOf(replyForNewcomer)

  expect(replyForKnown.status).toBe(201)
  expect({ ...dataOf(replyForKnown), invitationId, expiresAt }).toEqual({
    ...dataOf(replyForNewcomer),
    email: known,
  })
  expect((await ask(owner, owner.email)).status).toBe(409)
  await send()
  expect(mailsTo(known)).toBe(1)
  expect(mailbox.received.findLast(({ to }) => to === known)?.raw).not.toContain('#tsi_')
  expect(dataOf(await owner.get('/portal/v1/invitations'))).toMatchObject([
    { email: newcomer, state: 'PENDING', invitedBy: owner.email },
    { email: known, state: 'PENDING', partnerId: one.partnerId },
  ])
  // The operator's invitation can still be accepted. Afterwards, no partner can invite the address.
  const late = linkTo(newcomer)
  expect((await accept(new URL(link))).status).toBe(201)
  expect((await accept(late)).status).toBe(409)
})

test('an invitation is revoked by its own tenant only, and its link works no more', async () => {
  const [one, other] = [await service.newPartner(), await service.newPartner()]
  const owner = await signedIn(service, { role: 'owner', partnerId: one.partnerId })
  const rival = await signedIn(service, { role: 'owner', partnerId: other.partnerId })
  const email = 'pat@example.com'
  const invitation = dataOf(await owner.post('/portal/v1/invitations', { email, role: 'viewer' }))
  await send()
  const path = `/portal/v1/invitations/${invitation.invitationId}/revoke`

  expect((await rival.post(path, {})).status).toBe(404)
  expect(dataOf(await rival.get('/portal/v1/invitations'))).toEqual([])
  expect(dataOf(await owner.post(path, {}))).toEqual({ invitationId: invitation.invitationId })
  expect((await owner.post(path, {})).status).toBe(404)
  expect((await accept(linkTo(email))).status).toBe(404)
  const all = dataOf(await service.admin.get(`/admin/v1/invitations?partnerId=${one.partnerId}`))
  expect(all).toEqual([])
})

test('while its inviter may not invite, an invitation does not work and is listed as ENDED', async () => {
  const [ann, ben] = [await signedIn(service), await signedIn(service)]
  const body = { email: 'max@example.com', role: 'admin', delivery: 'link' }
  const link = new URL(dataOf(await ann.post('/admin/v1/invitations', body)).link)
  const change = (by: object) => ben.send('PATCH', `/admin/v1/users/${ann.userId}`, by)
  const listed = async () =>
    (dataOf(await ben.get('/admin/v1/invitations')) as Json[]).find(
      ({ email }) => email === body.email,
    )

  dataOf(await change({ status: 'DISABLED' }))
  expect((await accept(link)).status).toBe(404)
  expect(await listed()).toMatchObject({ state: 'ENDED', invitedBy: ann.email })
  dataOf(await change({ status: 'ACTIVE', role: 'support' }))
  expect((await accept(link)).status).toBe(404)
  dataOf(await change({ role: 'admin' }))
  expect(await listed()).toMatchObject({ state: 'PENDING' })
  expect((await accept(link)).status).toBe(201)
})

test('while the mail server is down, an invitation waits; a new one replaces its link', async () => {
  const email = 'eve@example.com'
  dataOf(await invite({ email }))
  await mailbox.down()
  await expect(send()).rejects.toThrow('ECONNREFUSED')
  dataOf(await invite({ email }))
  await expect(send()).rejects.toThrow('ECONNREFUSED')
  await mailbox.up()
  await send()
  expect(mailsTo(email)).toBe(0)

  now += MS_PER_MINUTE
  await send()

  expect(mailsTo(email)).toBe(1)
  expect((await accept(linkTo(email))).status).toBe(201)
})

test('an address that the mail server refuses is given up and reported', async () => {
  const email = 'nobody@example.com'
  mailbox.answerTo((address) => (address === email ? 550 : undefined))
  dataOf(await invite({ email }))

  await send()
  now += MS_PER_MINUTE
  await send()

  const reason = expect.stringContaining('550')
  const key = expect.stringMatching(/^invitation\.[0-9a-f]{32}$/)
  expect(refused).toEqual([{ what: 'an invitation', key, reason }])
  // The mail server repeats the address.
  expect(JSON.stringify(refused)).not.toContain(email)
  expect(await invitationOf(email)).toMatchObject({ sealed_link: null, mail_attempts: 1 })
})

test('invitations of a tenant are limited by hour and by day, also in parallel; other tenants are unaffected', async () => {
  const [partner, other] = [await service.newPartner(), await service.newPartner()]
  const { url } = await service.another({ invitationsPerHour: 3, invitationsPerDay: 5 })
  const invited = async (partnerId: number): Promise<Response> =>
    await fetch(`${url}/admin/v1/invitations`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${service.services.config.adminToken}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ role: 'viewer', email: `${randomUUID()}@example.com`, partnerId }),
    })
  const statuses = async (count: number): Promise<number[]> => {
    const all = Array.from({ length: count }, () => invited(partner.partnerId))
    return (await Promise.all(all)).map(({ status }) => status).toSorted((a, b) => a - b)
  }

  expect(await statuses(5)).toEqual([201, 201, 201, 429, 429])
  const refusal = await invited(partner.partnerId)
  expect(refusal.headers.get('retry-after')).toBe('1200')
  expect(await refusal.json()).toMatchObject({ error: { code: 'RATE_LIMIT_EXCEEDED' } })
  expect((await invited(other.partnerId)).status).toBe(201)
  const { rows } = await service.db.pool.query(
    'select count(*)::int from invitations where partner_id = $1',
    [partner.partnerId],
  )
  now += 60 * MS_PER_MINUTE

  expect(rows).toEqual([{ count: 3 }])
  expect(await statuses(3)).toEqual([201, 201, 429])
})

test('if browsers use TLS, every response tells them to use nothing else', async () => {
  for (const target of ['/health/live', '/v2/products', '/console', '/nothing', '/%zz']) {
    const { headers } = await service.http.send({ method: 'GET', target })
    expect(headers['strict-transport-security']).toBe('max-age=31536000')
  }
  const heads = ['NONSENSE', 'CONNECT a:1 HTTP/1.1', `GET / HTTP/1.1\r\nx: ${'a'.repeat(20_000)}`]
  const { hostname, port } = new URL(service.url)
  for (const head of heads) {
    const raw = await textOf(connect(Number(port), hostname).end(`${head}\r\n\r\n`))
    expect(raw).toMatch(/^HTTP\/1.1 4/)
    expect(raw).toContain('\r\nstrict-transport-security: max-age=31536000\r\n')
  }
})

test('an inviter may request the link instead of a mail', async () => {
  const email = 'kim@example.com'
  const { delivery, link } = dataOf(await invite({ email, delivery: 'link' }))

  await send()

  expect(delivery).toBe('link')
  expect(mailsTo(email)).toBe(0)
  expect((await accept(new URL(link))).status).toBe(201)
})

test('without a mail server the link is shown, and mail is refused', async () => {
  const { url } = await service.another({ smtpUrl: undefined })
  const post = (body: object): Promise<Response> =>
    fetch(`${url}/admin/v1/invitations`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${service.services.config.adminToken}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ role: 'support', email: 'zoe@example.com', ...body }),
    })

  expect((await post({ delivery: 'mail' })).status).toBe(409)
  const reply = await post({})
  expect(await reply.json()).toMatchObject({
    data: { delivery: 'link', link: expect.stringContaining(`${CONSOLE}/console/invitation#`) },
  })
})
