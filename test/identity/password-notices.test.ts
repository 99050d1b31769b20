import { MS_PER_MINUTE } from '../../src/core/mod.ts'
import { expect, test } from 'vitest'
import { systemActor } from '../../src/audit/mod.ts'
import { findUser, setPassword } from '../../src/identity/mod.ts'
import { deleteExpiredRows } from '../../src/identity/expired-rows.ts'
import { Http } from '../support/client.ts'
import { dataOf } from '../support/service.ts'
import { fromPage, PASSWORD, signedIn, type Browser } from '../support/signed-in.ts'
import {
  beginSignIn,
  NEW_PASSWORD,
  confirm,
  issueToken,
  advance,
  fixture,
  send,
  signIn,
  time,
  useResets,
} from './password-reset-fixture.ts'

useResets()

const CHANGE = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }

async function change(user: Browser): Promise<void> {
  expect((await user.post('/auth/v1/password', CHANGE)).status).toBe(200)
}

async function reset(user: Browser): Promise<void> {
  expect((await confirm(await issueToken(user))).status).toBe(200)
}

async function set({ email }: Browser): Promise<void> {
  const { service } = fixture()
  const user = (await findUser(service.db, email)) ?? expect.unreachable()
  const actor = systemActor('demo')
  await setPassword(service.services, { user, password: NEW_PASSWORD, actor })
}

/** Returns the notices that were mailed to an address, oldest first. */
function noticesTo(email: string): string[] {
  return fixture()
    .mailbox.received.filter(({ to }) => to === email)
    .map(({ raw }) => raw.replaceAll('=\r\n', ''))
    .filter((raw) => raw.includes('Subject: Your password for Tessera was changed'))
}

async function waitingNotices({ userId }: Browser): Promise<number> {
  const text = 'select from password_notices where user_id = $1'
  return (await fixture().service.db.pool.query(text, [userId])).rowCount ?? 0
}

test.each([
  ['is changed', change],
  ['is reset by a link', reset],
])('a user whose password %s gets one notice by mail, without a link', async (_, act) => {
  const user = await signedIn(fixture().service)
  const at = new Date(time()).toISOString().replace('T', ' ').slice(0, 'YYYY-MM-DD HH:MM'.length)

  await act(user)
  await send()
  await send()

  const notices = noticesTo(user.email)
  expect(notices).toHaveLength(1)
  expect(notices[0]).toContain(`was changed on ${at} UTC, from the address 127.0.0.1.`)
  expect(notices[0]).not.toContain('://')
  expect(await waitingNotices(user)).toBe(0)
})

test('a refused password sends no notice', async () => {
  const user = await signedIn(fixture().service)

  const wrong = { ...CHANGE, currentPassword: 'wrong horse battery' }
  expect((await user.post('/auth/v1/password', wrong)).status).toBe(400)
  expect((await confirm(await issueToken(user), 'short')).status).toBe(400)

  expect(await waitingNotices(user)).toBe(0)
})

test('a notice waits while the mail server is down, and is given up after a week', async () => {
  const { mailbox, service } = fixture()
  const [first, late] = [await signedIn(service), await signedIn(service)]
  await change(first)
  await mailbox.down()
  await expect(send()).rejects.toThrow('ECONNREFUSED')
  await mailbox.up()
  advance(MS_PER_MINUTE)
  await send()
  expect(noticesTo(first.email)).toHaveLength(1)

  await change(late)
  advance(7 * 24 * 60 * MS_PER_MINUTE)
  const { db, clock, config } = service.services
  for (const statement of deleteExpiredRows(config, clock.now())) await db.rows(statement)
  expect(await waitingNotices(late)).toBe(1)
  advance(1)
  for (const statement of deleteExpiredRows(config, clock.now())) await db.rows(statement)
  expect(await waitingNotices(late)).toBe(0)
})

test('without a mail server no notice waits', async () => {
  const { service } = fixture()
  const user = await signedIn(service)
  const { url } = await service.another({ smtpUrl: undefined })
  const http = new Http(url)
  try {
    const cookie = `__Host-tessera=${user.token}`
    const reply = await fromPage({ http }, '/password', { body: CHANGE, cookie })
    expect(reply.status).toBe(200)
  } finally {
    http.close()
  }
  expect(await waitingNotices(user)).toBe(0)
})

test.each([
  ['a change', change],
  ['a set', set],
])('%s of the password ends a sign-in that has begun', async (_, act) => {
  const { service } = fixture()
  const user = await signedIn(service)
  const started = await beginSignIn(user)

  await act(user)

  expect((await started.complete(started.token)).status).toBe(401)
  const { secondFactor } = dataOf(await signIn(user.email, NEW_PASSWORD))
  expect((await started.complete(secondFactor.token)).status).toBe(200)
})
