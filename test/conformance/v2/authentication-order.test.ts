import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isoTime } from '../../../src/core/mod.ts'
import type { Credentials, Reply } from '../../support/client.ts'
import { dataOf, openService, type RunningService } from '../../support/service.ts'
import { DAY, expectError, expectSameAnswer, fiveHeaders, stoppedClock } from './fixture.ts'
import type { Signing } from './fixture.ts'

const RANDOM_DIGEST = randomBytes(32).toString('base64')
const BALANCES = '/v2/accounts/balances'

let service: RunningService
let revoked: Credentials
let narrow: Credentials
const clock = stoppedClock()

beforeAll(async () => {
  service = await openService({ clock })
  narrow = (await service.partner.issue({ permissions: ['balance:read'] })).credentials
  revoked = (await service.partner.issue({ permissions: ['balance:read'] })).credentials
  const path = `/admin/v1/partners/${service.partner.partnerId}/credentials/${revoked.clientId}`
  dataOf(await service.admin.post(`${path}/revoke`, {}))
})

afterAll(() => service.end())

function headersOf(credentials: Credentials, signing: Signing = {}): Record<string, string> {
  return fiveHeaders(credentials, { timestamp: isoTime(clock.now()), ...signing })
}

function get(headers: Record<string, string>, target = BALANCES): Promise<Reply> {
  return service.http.send({ method: 'GET', target, headers })
}

describe('an unknown client, a wrong key and a wrong signature', () => {
  test('get the same bytes except x-request-id', async () => {
    const { credentials } = service.partner
    const unknown = await get(headersOf({ ...credentials, clientId: randomUUID() }))
    const wrongKey = await get(headersOf({ ...credentials, apiKey: `tsk_${'x'.repeat(43)}` }))
    const wrongSignature = await get({ ...headersOf(credentials), 'x-signature': RANDOM_DIGEST })
    expectError(unknown, 401, 'AUTHENTICATION_ERROR')
    expectSameAnswer(unknown, wrongKey)
    expectSameAnswer(unknown, wrongSignature)
  })

  test('get the same bytes for a revoked credential; only its holder learns of the revocation', async () => {
    const stranger = await get(headersOf({ ...revoked, hmacSecret: 'guessed' }))
    const unknown = await get(headersOf({ ...revoked, clientId: randomUUID() }))
    expectSameAnswer(stranger, unknown)
    const holder = await get(headersOf(revoked))
    expectError(holder, 401, 'AUTHENTICATION_ERROR')
    expect(holder.body.error.message).not.toBe(stranger.body.error.message)
  })
})

describe('of several faults, the first one is reported', () => {
  test('a missing header comes before the window', async () => {
    const { 'x-signature': _, ...others } = headersOf(service.partner.credentials, {
      timestamp: isoTime(clock.now() - DAY),
    })
    expectError(await get(others), 401, 'AUTHENTICATION_ERROR', ['x-signature'])
  })

  test('the window comes before the client', async () => {
    const nobody = { ...service.partner.credentials, clientId: randomUUID() }
    const reply = await get(headersOf(nobody, { timestamp: isoTime(clock.now() - DAY) }))
    expectError(reply, 401, 'AUTHENTICATION_ERROR', ['x-timestamp'])
  })

  test('the client and its key come before the body hash', async () => {
    const { credentials } = service.partner
    const wrongHash = { bodyHash: RANDOM_DIGEST }
    const unknown = await get(headersOf({ ...credentials, clientId: randomUUID() }, wrongHash))
    const wrongKey = await get(headersOf({ ...credentials, apiKey: 'tsk_guessed' }, wrongHash))
    expectError(unknown, 401, 'AUTHENTICATION_ERROR')
    expectSameAnswer(unknown, wrongKey)
  })

  test('the body hash comes before the signature', async () => {
    const headers = headersOf(service.partner.credentials, { bodyHash: RANDOM_DIGEST })
    const reply = await get({ ...headers, 'x-signature': RANDOM_DIGEST })
    expectError(reply, 401, 'AUTHENTICATION_ERROR', ['x-body-hash'])
  })

  test('the signature comes before the state of the credential', async () => {
    const reply = await get({ ...headersOf(revoked), 'x-signature': RANDOM_DIGEST })
    const active = { ...headersOf(service.partner.credentials), 'x-signature': RANDOM_DIGEST }
    expectSameAnswer(reply, await get(active))
  })

  test('the state of the credential comes before the permission', async () => {
    const reply = await get(headersOf(revoked), '/v2/orders')
    expectError(reply, 401, 'AUTHENTICATION_ERROR')
  })

  test('the permission comes before the query, the id, the content type and the body', async () => {
    const queried = await get(headersOf(narrow), '/v2/products?currency=usd&page=0')
    expectError(queried, 403, 'AUTHORIZATION_ERROR')
    expectError(await get(headersOf(narrow), '/v2/orders/none'), 403, 'AUTHORIZATION_ERROR')
    const body = '{"items": nonsense'
    const headers = { ...headersOf(narrow, { method: 'POST', body }), 'content-type': 'text/plain' }
    const posted = await service.http.send({ method: 'POST', target: '/v2/orders', body, headers })
    expectError(posted, 403, 'AUTHORIZATION_ERROR')
  })

  test('authentication comes before the query, the id, the content type and the body', async () => {
    const unsigned = { 'x-api-key': 'tsk_guessed' }
    const missing = ['x-client-id', 'x-timestamp', 'x-body-hash', 'x-signature']
    expectError(await get(unsigned, '/v2/products'), 401, 'AUTHENTICATION_ERROR', missing)
    expectError(await get(unsigned, '/v2/orders/none'), 401, 'AUTHENTICATION_ERROR', missing)
    const headers = { ...unsigned, 'content-type': ';;;' }
    const posted = await service.http.send({
      method: 'POST',
      target: '/v2/orders',
      body: '{',
      headers,
    })
    expectError(posted, 401, 'AUTHENTICATION_ERROR', missing)
  })
})
