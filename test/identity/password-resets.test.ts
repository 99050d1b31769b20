import { MS_PER_MINUTE } from '../../src/core/mod.ts'
import { expect, test } from 'vitest'
import { deleteExpiredRows } from '../../src/identity/expired-rows.ts'
import { countPasswordReset } from '../../src/identity/throttle.ts'
import { dataOf } from '../support/service.ts'
import { PASSWORD, signedIn } from '../support/signed-in.ts'
import {
  beginSignIn,
  NEW_PASSWORD,
  ask,
  requestToken,
  confirm,
  entriesOf,
  issue,
  issueToken,
  linksTo,
  advance,
  fixture,
  send,
  signIn,
  storedReset,
  useResets,
} from './password-reset-fixture.ts'

useResets()

test('a mailed link sets a new password once, and ends sessions and sign-ins that have begun', async () => {
  const { service } = fixture()
  const user = await signedIn(service)
  expect((await ask(` ${user.email.toUpperCase()}`)).status).toBe(200)
  await send()
  const links = linksTo(user.email)
  expect(links.map(({ href }) => href)).toEqual([
    expect.stringMatching(
      /^https:\/\/operators\.example\.com\/console\/password-reset#tsp_[\w-]{43}$/,
    ),
  ])
  const token = links[0]?.hash.slice(1) ?? ''
  expect(await storedReset(user)).toMatchObject({ sealed_link: null, mail_due_at: null })

  const reply = await confirm(token)

  expect(reply).toMatchObject({ status: 200, body: { data: { status: 'CHANGED' } } })
  expect(String(reply.headers['set-cookie'])).not.toContain('__Host-tessera=')
  expect((await user.get('/auth/v1/me')).status).toBe(401)
  expect((await signIn(user.email, PASSWORD)).status).toBe(401)
  expect((await signIn(user.email, NEW_PASSWORD)).status).toBe(200)
  expect((await confirm(token)).status).toBe(404)
  expect(await storedReset(user)).toBeUndefined()
})

test('one of two racing confirmations of a link sets its password', async () => {
  const { service } = fixture()
  const { email, userId } = await signedIn(service)
  const token = await issueToken({ userId })
  const passwords = ['first password of two', 'second password of two']

  const replies = await Promise.all(passwords.map((password) => confirm(token, password)))

  const statuses = replies.map(({ status }) => status)
  expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 404])
  const signedInBy = await Promise.all(passwords.map((password) => signIn(email, password)))
  expect(signedInBy.map(({ status }) => status)).toEqual(
    statuses.map((status) => (status === 200 ? 200 : 401)),
  )
})

test('a link ends after an hour, when the next one is made, and when the password changes', async () => {
  const { service } = fixture()
  const user = await signedIn(service)
  const late = await issueToken(user)
  advance(60 * MS_PER_MINUTE)
  expect((await confirm(late)).status).toBe(404)

  const first = await issueToken(user)
  const second = await requestToken(user)
  expect((await confirm(first)).status).toBe(404)

  const other = await signedIn(service)
  const third = await issueToken(other)
  const change = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }
  expect((await other.post('/auth/v1/password', change)).status).toBe(200)
  expect((await confirm(third)).status).toBe(404)
  expect((await confirm(second, 'short')).status).toBe(400)
  expect((await confirm(second)).status).toBe(200)
})

test('every address gets the same bytes, and only an active user gets a mail', async () => {
  const { service } = fixture()
  const active = await signedIn(service)
  const disabled = await signedIn(service, { role: 'support' })
  const change = { status: 'DISABLED' }
  dataOf(await service.admin.patch(`/admin/v1/users/${disabled.userId}`, change))
  const emails = [active.email, disabled.email, 'nobody@example.com', 'no address']

  const replies = []
  for (const email of emails) replies.push(await ask(email))

  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
  expect(replies.flatMap(({ headers }) => headers['set-cookie'] ?? [])).toEqual([])
  await send()
  const mails = emails.map((email) => linksTo(email).length)
  expect(mails).toEqual([1, 0, 0, 0])
  const [unknown] = await entriesOf('user:unknown')
  expect(unknown).toMatchObject({
    action: 'user.request_password_reset',
    after: { why: 'unknown address' },
  })
  expect(JSON.stringify(unknown)).not.toContain('no address')
  expect((await entriesOf(`user:${disabled.userId}`))[0]).toMatchObject({
    after: { why: 'disabled' },
  })
})

test('requests for one address are throttled across processes, also for unknown addresses', async () => {
  const { service } = fixture()
  const { email } = await signedIn(service)
  const { clock, db } = service.services
  const other = { clock, db: service.connectAgain() }

  for (const account of [email, 'stranger@example.com']) {
    const attempts = Array.from({ length: 7 }, (_, at) =>
      countPasswordReset(at % 2 === 0 ? { clock, db } : other, { account, device: undefined }),
    )
    const settled = await Promise.allSettled(attempts)
    expect(settled.filter(({ status }) => status === 'rejected')).toHaveLength(2)
    expect(await ask(account)).toMatchObject({ status: 429, headers: { 'retry-after': '600' } })
  }
  expect((await signIn(email, PASSWORD)).status).toBe(200)
  advance(10 * MS_PER_MINUTE)
  expect((await ask(email)).status).toBe(200)
})

test('requests and confirmations from one network are throttled like sign-ins', async () => {
  const confirmations = await Promise.all(Array.from({ length: 61 }, () => confirm('tsp_guess')))

  expect(confirmations.filter(({ status }) => status === 429)).toHaveLength(1)
  expect((await ask('nobody@example.com')).status).toBe(429)
})

test('a new password restores the attempts to sign in', async () => {
  const { service } = fixture()
  const { email, userId } = await signedIn(service)
  await Promise.all(Array.from({ length: 10 }, () => signIn(email, 'wrong horse battery')))
  expect((await signIn(email, PASSWORD)).status).toBe(429)

  await confirm(await issueToken({ userId }))

  expect((await signIn(email, NEW_PASSWORD)).status).toBe(200)
})

test('a user needs the second factor after the reset too, also in a sign-in that has begun', async () => {
  const { service } = fixture()
  const user = await signedIn(service)
  const started = await beginSignIn(user)

  expect((await confirm(await requestToken(user))).status).toBe(200)

  expect((await started.complete(started.token)).status).toBe(401)
  const reply = dataOf(await signIn(user.email, NEW_PASSWORD))
  expect(reply.status).toBe('SECOND_FACTOR_REQUIRED')
  expect((await started.complete(reply.secondFactor.token)).status).toBe(200)
})

test('the link waits sealed while the mail server is down, and is sent once it is up', async () => {
  const { mailbox, service } = fixture()
  const user = await signedIn(service)
  await ask(user.email)
  const { sealed_link: sealed } = await storedReset(user)
  await mailbox.down()
  await expect(send()).rejects.toThrow('ECONNREFUSED')
  await mailbox.up()
  advance(MS_PER_MINUTE)

  await send()

  const [link] = linksTo(user.email)
  expect(sealed.includes(Buffer.from(link?.hash.slice(1) ?? 'none'))).toBe(false)
  expect((await confirm(link?.hash.slice(1) ?? '')).status).toBe(200)
})

test('expired links are removed', async () => {
  const { service } = fixture()
  const { db, clock, config } = service.services
  const [late, open] = [await signedIn(service), await signedIn(service)]
  await issue(late.userId)
  advance(61 * MS_PER_MINUTE)
  await issue(open.userId)

  for (const statement of deleteExpiredRows(config, clock.now())) await db.rows(statement)

  expect(await storedReset(late)).toBeUndefined()
  expect(await storedReset(open)).toBeDefined()
})
