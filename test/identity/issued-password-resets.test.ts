import { MS_PER_MINUTE } from '../../src/core/mod.ts'
import { expect, test } from 'vitest'
import { Http } from '../support/client.ts'
import { dataOf } from '../support/service.ts'
import { FROM_OWN_PAGE, signedIn, type Browser } from '../support/signed-in.ts'
import {
  CONSOLE,
  NEW_PASSWORD,
  confirm,
  entriesOf,
  post,
  issue,
  issueToken,
  linksTo,
  fixture,
  send,
  storedReset,
  time,
  useResets,
} from './password-reset-fixture.ts'

useResets()

test('a disabled user gets no link; an older link stays invalid after the user is enabled again', async () => {
  const { service } = fixture()
  const { userId } = await signedIn(service, { role: 'support' })
  const token = await issueToken({ userId })
  dataOf(await service.admin.patch(`/admin/v1/users/${userId}`, { status: 'DISABLED' }))

  expect((await confirm(token)).status).toBe(404)
  expect((await issue(userId)).status).toBe(409)

  dataOf(await service.admin.patch(`/admin/v1/users/${userId}`, { status: 'ACTIVE' }))
  expect((await confirm(token)).status).toBe(404)
})

test('a link is invalid while the user who made it may not make links', async () => {
  const { service } = fixture()
  const [ann, ben] = [await signedIn(service), await signedIn(service)]
  const { userId } = await signedIn(service)
  const path = `/admin/v1/users/${userId}/password-reset`
  const { link } = dataOf(await ann.post(path, { delivery: 'link' }))
  const token = new URL(link).hash.slice(1)
  const change = (by: object) => ben.send('PATCH', `/admin/v1/users/${ann.userId}`, by)

  dataOf(await change({ role: 'support' }))
  expect((await confirm(token)).status).toBe(404)
  dataOf(await change({ role: 'admin' }))
  expect((await confirm(token)).status).toBe(200)
})

test('a link whose user an older version has disabled does not work', async () => {
  const { service } = fixture()
  const { userId } = await signedIn(service, { role: 'support' })
  const token = await issueToken({ userId })
  await service.db.pool.query(`update users set status = 'DISABLED' where user_id = $1`, [userId])

  expect((await confirm(token)).status).toBe(404)
})

test('a manager of users sees a link only if it is not mailed; the audit log never has it', async () => {
  const { service } = fixture()
  const user = await signedIn(service, { role: 'support' })

  const mailed = await issue(user.userId, { reason: 'asked by phone' })
  await send()
  const [sent] = linksTo(user.email)
  const shown = dataOf(await issue(user.userId))

  expect(mailed.status).toBe(201)
  expect(dataOf(mailed)).toEqual({
    userId: user.userId,
    email: user.email,
    delivery: 'mail',
    expiresAt: new Date(time() + 60 * MS_PER_MINUTE).toISOString(),
  })
  expect(sent?.hash).toMatch(/^#tsp_/)
  expect(shown.link).toMatch(`${CONSOLE}/console/password-reset#tsp_`)
  await confirm(new URL(shown.link).hash.slice(1))
  const entries = await entriesOf(`user:${user.userId}`)
  expect(entries.map(({ action }) => action)).toEqual([
    'user.reset_password',
    'user.request_password_reset',
    'user.request_password_reset',
  ])
  expect(entries[0]).toMatchObject({
    actor: user.email,
    actorKind: 'user',
    address: '127.0.0.1',
    after: { endedSessions: 1 },
  })
  expect(entries[2]).toMatchObject({ reason: 'asked by phone', after: { delivery: 'mail' } })
  expect(JSON.stringify(entries)).not.toContain('tsp_')
  expect(service.logged.join('')).not.toContain('tsp_')
})

function portalPathOf({ userId }: Browser): string {
  return `/portal/v1/users/${userId}/password-reset`
}

test('an owner makes links to the portal, only for users of the partner; a viewer makes none', async () => {
  const { service } = fixture()
  const { partnerId } = service.partner
  const other = await service.newPartner()
  const owner = await signedIn(service, { role: 'owner', partnerId })
  const viewer = await signedIn(service, { role: 'viewer', partnerId })
  const stranger = await signedIn(service, { role: 'viewer', partnerId: other.partnerId })
  const operator = await signedIn(service)

  for (const target of [stranger, operator]) {
    expect((await owner.post(portalPathOf(target), {})).status).toBe(404)
    expect(await storedReset(target)).toBeUndefined()
  }
  expect((await viewer.post(portalPathOf(owner), {})).status).toBe(403)
  const reset = dataOf(await owner.post(portalPathOf(viewer), { reason: 'asked by phone' }))

  expect(reset).toMatchObject({ email: viewer.email, delivery: 'mail' })
  expect(reset).not.toHaveProperty('link')
  await send()
  const [link] = linksTo(viewer.email)
  expect(link?.href).toMatch(/^https:\/\/api\.example\.com\/portal\/password-reset#tsp_/)
})

test('if users of the operator may not use passwords, they get no link; users of partners do', async () => {
  const { service } = fixture()
  const { partnerId } = service.partner
  const operator = await signedIn(service)
  const viewer = await signedIn(service, { role: 'viewer', partnerId })
  const token = await issueToken(operator)
  const { url } = await service.another({ operatorPasswordUse: 'refused' })
  const http = new Http(url)
  try {
    for (const { email } of [operator, viewer]) {
      expect((await post('/password-reset', { email }, http)).status).toBe(200)
    }
    const body = { token, password: NEW_PASSWORD }
    expect((await post('/password-reset/confirm', body, http)).status).toBe(409)
  } finally {
    http.close()
  }
  await send()
  expect(linksTo(operator.email)).toEqual([])
  expect(linksTo(viewer.email)).toHaveLength(1)
})

test('without a mail server nobody can request a mail, and the sign-in methods show that', async () => {
  const { service } = fixture()
  const { email } = await signedIn(service)
  const { url } = await service.another({ smtpUrl: undefined })
  const http = new Http(url)
  try {
    const target = '/auth/v1/sign-in-methods'
    const methods = await http.send({ method: 'GET', target, headers: FROM_OWN_PAGE })
    expect(dataOf(methods).passwordReset).toBe(false)
    const replies = []
    for (const one of [email, 'nobody@example.com']) {
      replies.push(await post('/password-reset', { email: one }, http))
    }
    expect(replies.map(({ status }) => status)).toEqual([409, 409])
    expect(replies[0]?.body.error.message).toBe(replies[1]?.body.error.message)
  } finally {
    http.close()
  }
})
