import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Reply } from '../../support/client.ts'
import { anOrder, openService, type RunningService } from '../../support/service.ts'
import { completeOrder, everyRoute, expectError, fiveHeaders, type RouteCase } from './fixture.ts'

const HEADERS = ['x-api-key', 'x-client-id', 'x-timestamp', 'x-body-hash', 'x-signature'] as const
type Header = (typeof HEADERS)[number]

const DIGEST = randomBytes(32)
const BASE64 = DIGEST.toString('base64')

let service: RunningService
let routes: RouteCase[]

beforeAll(async () => {
  service = await openService({ funds: { USD: '1000' } })
  const { productId } = await service.product()
  const { id } = await completeOrder(service, { productId })
  routes = everyRoute(id, productId)
})

afterAll(() => service.end())

function headers(): Record<string, string> {
  return fiveHeaders(service.partner.credentials)
}

function get(requestHeaders: Record<string, string | string[]>): Promise<Reply> {
  return service.http.send({
    method: 'GET',
    target: '/v2/accounts/balances',
    headers: requestHeaders,
  })
}

test('the five headers, made as the interface says, let a request in', async () => {
  expect((await get(headers())).status).toBe(200)
})

test('401 AUTHENTICATION_ERROR on every route without headers; all five are named', async () => {
  expect(routes).toHaveLength(14)
  for (const { method, target, body } of routes) {
    const reply = await service.http.send({
      method,
      target,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    expectError(reply, 401, 'AUTHENTICATION_ERROR', HEADERS)
  }
  expect(await service.partner.orders()).toHaveLength(1)
})

test.each(HEADERS)('401 AUTHENTICATION_ERROR: %s is missing, and alone is named', async (name) => {
  const { [name]: _, ...others } = headers()
  expectError(await get(others), 401, 'AUTHENTICATION_ERROR', [name])
})

const MALFORMED: Readonly<Record<Header, readonly string[]>> = {
  'x-api-key': ['', 'two words', 'a,b', 'clé', 'k'.repeat(257)],
  'x-client-id': [
    '',
    'acme',
    '{0195e4a2-0000-7000-8000-000000000000}',
    '0195e4a2000070008000000000000000',
    '0195e4a2-0000-7000-8000-00000000000g',
  ],
  'x-timestamp': [
    '',
    'now',
    '1767225600',
    '2026-01-31',
    '2026-01-31T12:00:00',
    '2026-01-31T12:00:00+00:00',
    '2026-01-31 12:00:00Z',
    '2026-01-31t12:00:00z',
    '2026-01-31T12:00:00.Z',
    '2026-01-31T12:00:00.1234567890Z',
    '2026-02-30T12:00:00Z',
    '2026-01-31T24:00:00Z',
    '2026-01-31T12:60:00Z',
    'Sat, 31 Jan 2026 12:00:00 GMT',
  ],
  'x-body-hash': digestFaults(),
  'x-signature': digestFaults(),
}

function digestFaults(): string[] {
  return [
    '',
    'hash',
    DIGEST.toString('hex'),
    BASE64.slice(0, -1),
    `${BASE64}=`,
    randomBytes(31).toString('base64'),
    randomBytes(33).toString('base64'),
    Buffer.alloc(32, 0xff).toString('base64url'),
    // The last character's two spare bits are set: another spelling of the same bytes.
    `${Buffer.alloc(32).toString('base64').slice(0, -2)}B=`,
  ]
}

describe.each(HEADERS)('401 AUTHENTICATION_ERROR: malformed %s, and it alone is named', (name) => {
  test.each(MALFORMED[name])('%j', async (value) => {
    expectError(await get({ ...headers(), [name]: value }), 401, 'AUTHENTICATION_ERROR', [name])
  })
})

test.each(HEADERS)('401 AUTHENTICATION_ERROR: %s sent twice is malformed', async (name) => {
  const { [name]: value = '', ...others } = headers()
  const reply = await get({ ...others, [name]: [value, value] })
  expectError(reply, 401, 'AUTHENTICATION_ERROR', [name])
})

test('header names are accepted in any case', async () => {
  const upper = Object.entries(headers()).map(([name, value]) => [name.toUpperCase(), value])
  expect((await get(Object.fromEntries(upper))).status).toBe(200)
})

describe('401 AUTHENTICATION_ERROR: a well-formed header with a wrong value', () => {
  test('another API key', async () => {
    const { credentials } = await service.partner.issue()
    const reply = await get({ ...headers(), 'x-api-key': credentials.apiKey })
    expectError(reply, 401, 'AUTHENTICATION_ERROR')
  })

  test('another client id', async () => {
    const { clientId } = (await service.partner.issue()).credentials
    expectError(await get({ ...headers(), 'x-client-id': clientId }), 401, 'AUTHENTICATION_ERROR')
  })

  test('a timestamp that was not signed', async () => {
    const { 'x-timestamp': signed = '' } = headers()
    const other = signed.replace(/Z$/, '0Z')
    const reply = await get({ ...headers(), 'x-timestamp': other })
    expectError(reply, 401, 'AUTHENTICATION_ERROR')
  })

  test('the hash of another body, which is named', async () => {
    const reply = await get({ ...headers(), 'x-body-hash': BASE64 })
    expectError(reply, 401, 'AUTHENTICATION_ERROR', ['x-body-hash'])
  })

  test('another signature', async () => {
    const reply = await get({ ...headers(), 'x-signature': BASE64 })
    expectError(reply, 401, 'AUTHENTICATION_ERROR')
  })
})

describe('the signature covers the method, the timestamp, the client and the body', () => {
  const target = '/v2/orders'
  const json = { 'content-type': 'application/json' }

  test('401 AUTHENTICATION_ERROR: a signature made for another method', async () => {
    const signed = fiveHeaders(service.partner.credentials, { method: 'POST' })
    expectError(await get(signed), 401, 'AUTHENTICATION_ERROR')
  })

  test('401 AUTHENTICATION_ERROR: a signature made for another body; nothing is ordered', async () => {
    const { credentials } = service.partner
    const body = JSON.stringify(anOrder())
    const other = fiveHeaders(credentials, { method: 'POST', body: JSON.stringify(anOrder()) })
    const own = fiveHeaders(credentials, { method: 'POST', body })
    const swapped = { ...own, 'x-signature': other['x-signature'] ?? '', ...json }
    const { length } = await service.partner.orders()
    const reply = await service.http.send({ method: 'POST', target, body, headers: swapped })
    expectError(reply, 401, 'AUTHENTICATION_ERROR')
    const mismatch = await service.http.send({
      method: 'POST',
      target,
      body,
      headers: { ...other, ...json },
    })
    expectError(mismatch, 401, 'AUTHENTICATION_ERROR', ['x-body-hash'])
    expect(await service.partner.orders()).toHaveLength(length)
  })

  test('401 AUTHENTICATION_ERROR: a signature made with the secret of another credential', async () => {
    const other = await service.newPartner()
    const secret = other.credentials.hmacSecret
    const signed = fiveHeaders(service.partner.credentials, { secret })
    expectError(await get(signed), 401, 'AUTHENTICATION_ERROR')
  })

  test('the literal text of the client id is signed, in whatever case', async () => {
    const clientId = service.partner.credentials.clientId.toUpperCase()
    const signed = fiveHeaders({ ...service.partner.credentials, clientId })
    expect((await get(signed)).status).toBe(200)
    const { clientId: lower } = service.partner.credentials
    expectError(await get({ ...signed, 'x-client-id': lower }), 401, 'AUTHENTICATION_ERROR')
  })

  test('the same headers are accepted twice for a read', async () => {
    const signed = headers()
    expect((await get(signed)).status).toBe(200)
    expect((await get(signed)).status).toBe(200)
  })

  test('the body is hashed as the bytes that arrived, not as its JSON', async () => {
    const { credentials } = service.partner
    const order = anOrder({ clientReference: `Łódź 🎁 ${randomUUID()}` })
    const body = ` \n${JSON.stringify(order, undefined, '\t')}\r\n `
    const send = (signing: string): Promise<Reply> => {
      const signed = fiveHeaders(credentials, { method: 'POST', body: signing })
      return service.http.send({ method: 'POST', target, body, headers: { ...signed, ...json } })
    }
    expectError(await send(JSON.stringify(order)), 401, 'AUTHENTICATION_ERROR', ['x-body-hash'])
    expect(await send(body)).toMatchObject({
      status: 201,
      body: { data: { clientReference: order.clientReference } },
    })
  })
})
