import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PERMISSIONS } from '../../../src/partners/mod.ts'
import { signedClient, type Reply, type SignedClient } from '../../support/client.ts'
import { openService, type RunningService } from '../../support/service.ts'
import { expectSameAnswer, HOUR, stoppedClock } from '../v2/fixture.ts'
import {
  aCredit,
  aCustomer,
  contentOf,
  CUSTOMERS,
  expectError,
  newCustomer,
  transactionsOf,
  walletsOf,
} from './fixture.ts'

const HEADERS = ['x-api-key', 'x-client-id', 'x-timestamp', 'x-body-hash', 'x-signature'] as const

interface RouteCase {
  readonly method: 'GET' | 'POST'
  readonly target: string
  readonly permission: string
  readonly body?: object
}

const clock = stoppedClock()
let service: RunningService
let routes: RouteCase[]

beforeAll(async () => {
  service = await openService({ funds: { USD: '100.00' }, clock })
  const { id, walletId } = await newCustomer(service.partner)
  routes = [
    { method: 'GET', target: CUSTOMERS, permission: 'consumers:read' },
    { method: 'GET', target: walletsOf(id), permission: 'consumers:read' },
    { method: 'POST', target: CUSTOMERS, permission: 'consumers:write', body: aCustomer() },
    {
      method: 'POST',
      target: transactionsOf(walletId),
      permission: 'wallets:write',
      body: aCredit(),
    },
  ]
})

afterAll(() => service.end())

function call(client: SignedClient, route: RouteCase, headers = {}): Promise<Reply> {
  const { method, target, body } = route
  return client.send(method, target, { headers, ...(body && { body }) })
}

/** Expects exactly this error on each route, and that no consumer was created or credited. */
async function expectOnEveryRoute(
  send: (route: RouteCase) => Promise<Reply>,
  code: string,
  fields: readonly string[] = [],
): Promise<void> {
  const before = [await contentOf(service.partner, CUSTOMERS), await service.partner.funds()]
  for (const route of routes) expectError(await send(route), 403, code, fields)
  expect([await contentOf(service.partner, CUSTOMERS), await service.partner.funds()]).toEqual(
    before,
  )
}

describe('403 AUTHENTICATION_ERROR on every route', () => {
  test('no headers: each of the five is named', async () => {
    await expectOnEveryRoute(
      ({ method, target, body }) =>
        service.http.send({
          method,
          target,
          ...(body && {
            body: JSON.stringify(body),
            headers: { 'content-type': 'application/json' },
          }),
        }),
      'AUTHENTICATION_ERROR',
      HEADERS,
    )
  })

  test.each(HEADERS)('%s is empty: it alone is named', async (name) => {
    const send = (route: RouteCase) => call(service.partner, route, { [name]: '' })
    await expectOnEveryRoute(send, 'AUTHENTICATION_ERROR', [name])
  })

  test.each<[string, Record<string, string>]>([
    ['x-client-id', { 'x-client-id': 'acme' }],
    ['x-timestamp', { 'x-timestamp': 'yesterday' }],
    ['x-body-hash', { 'x-body-hash': 'abc' }],
    ['x-signature', { 'x-signature': 'abc' }],
  ])('%s is malformed: it is named', async (name, headers) => {
    const send = (route: RouteCase) => call(service.partner, route, headers)
    await expectOnEveryRoute(send, 'AUTHENTICATION_ERROR', [name])
  })

  test.each([-301_000, 301_000])('x-timestamp is %i ms off: it is named', async (ms) => {
    const { http, partner } = service
    const late = signedClient(http, partner.credentials, () => clock.now() + ms)
    await expectOnEveryRoute((route) => call(late, route), 'AUTHENTICATION_ERROR', ['x-timestamp'])
  })

  test('the body is not the one that was signed: x-body-hash is named', async () => {
    const bodyHash = randomBytes(32).toString('base64')
    const send = (route: RouteCase) => call(service.partner, route, { 'x-body-hash': bodyHash })
    await expectOnEveryRoute(send, 'AUTHENTICATION_ERROR', ['x-body-hash'])
  })

  test('a wrong key, a wrong secret and an unknown client get the same response', async () => {
    const { http, partner } = service
    const { credentials } = partner
    const wrongClients = [
      { ...credentials, apiKey: `tsk_${randomBytes(32).toString('base64url')}` },
      { ...credentials, hmacSecret: randomBytes(32).toString('base64') },
      { ...credentials, clientId: randomUUID() },
    ].map((one) => signedClient(http, one, () => clock.now()))
    await expectOnEveryRoute(async (route) => {
      const [first, ...others] = await Promise.all(
        wrongClients.map((client) => call(client, route)),
      )
      if (!first) throw new Error('nothing was sent')
      for (const other of others) expectSameAnswer(first, other)
      return first
    }, 'AUTHENTICATION_ERROR')
  })

  test('the credential was revoked', async () => {
    const { partner, admin } = service
    const client = await partner.issue()
    expect((await client.get(CUSTOMERS)).status).toBe(200)
    const { clientId } = client.credentials
    await admin.post(`/admin/v1/partners/${partner.partnerId}/credentials/${clientId}/revoke`)
    await expectOnEveryRoute((route) => call(client, route), 'AUTHENTICATION_ERROR')
  })

  test('the credential has expired', async () => {
    const expiresAt = new Date(clock.now() + HOUR).toISOString()
    const client = await service.partner.issue({ expiresAt })
    expect((await client.get(CUSTOMERS)).status).toBe(200)
    clock.advance(HOUR)
    await expectOnEveryRoute((route) => call(client, route), 'AUTHENTICATION_ERROR')
  })

  test('the partner is suspended; it is accepted again once it is active', async () => {
    const suspended = await service.newPartner()
    const path = `/admin/v1/partners/${suspended.partnerId}`
    await service.admin.patch(path, { status: 'SUSPENDED', reason: 'unpaid' })
    await expectOnEveryRoute((route) => call(suspended, route), 'AUTHENTICATION_ERROR')
    await service.admin.patch(path, { status: 'ACTIVE', reason: 'paid' })
    expect((await suspended.get(CUSTOMERS)).status).toBe(200)
  })

  test('the body is not read before the signature is checked', async () => {
    const { partner, http } = service
    const stranger = signedClient(http, { ...partner.credentials, hmacSecret: 'x' }, clock.now)
    const reply = await stranger.post(CUSTOMERS, '{', { 'content-type': 'text/plain' })
    expectError(reply, 403, 'AUTHENTICATION_ERROR')
  })
})

describe('permissions', () => {
  test('403 AUTHORIZATION_ERROR on every route for a credential that lacks its permission', async () => {
    await expectOnEveryRoute(async (route) => {
      const permissions = PERMISSIONS.filter((one) => one !== route.permission)
      return call(await service.partner.issue({ permissions }), route)
    }, 'AUTHORIZATION_ERROR')
  })

  test('the one permission that a route needs is enough for it', async () => {
    const statuses: number[] = []
    for (const route of routes) {
      const client = await service.partner.issue({ permissions: [route.permission] })
      statuses.push((await call(client, route)).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200])
  })

  test('a missing permission is reported before a fault of the request', async () => {
    const client = await service.partner.issue({ permissions: ['balance:read'] })
    for (const target of [`${CUSTOMERS}?size=0`, walletsOf('x')]) {
      expectError(await client.get(target), 403, 'AUTHORIZATION_ERROR')
    }
    for (const target of [CUSTOMERS, transactionsOf('x')]) {
      expectError(await client.post(target, '{'), 403, 'AUTHORIZATION_ERROR')
    }
  })
})
