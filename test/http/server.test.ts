import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isoTime, isUuid, systemClock } from '../../src/core/mod.ts'
import { BODY_BYTES_MAX } from '../../src/http/bodies/read-body.ts'
import { signedClient, signedHeaders, type RawRequest, type Reply } from '../support/client.ts'
import { anOrder, openService, type RunningService } from '../support/service.ts'

let service: RunningService
beforeAll(async () => {
  service = await openService({ funds: { USD: '100.00' } })
})
afterAll(() => service.end())

function send(request: RawRequest): Promise<Reply> {
  return service.http.send(request)
}

/**
 * Sends bytes on a connection of their own, and returns all bytes that came back before its end.
 */
function onSocket(bytes: string): Promise<string> {
  const { port } = new URL(service.url)
  return new Promise((resolve, reject) => {
    let received = ''
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(bytes))
    socket.on('data', (chunk) => (received += chunk.toString()))
    socket.on('close', () => resolve(received))
    socket.on('error', reject)
  })
}

/** Returns an order whose body has this many bytes. */
function orderOfSize(bytes: number): string {
  return JSON.stringify(anOrder()).padEnd(bytes, ' ')
}

describe('requests that no route takes', () => {
  test.each([
    ['/nothing', { error: { code: 'RESOURCE_NOT_FOUND', message: 'no such path' } }],
    ['/V2/orders', { error: { code: 'RESOURCE_NOT_FOUND', message: 'no such path' } }],
    [
      '/api/partner/v1/nothing',
      { success: false, error: { code: 'RESOURCE_NOT_FOUND', message: 'no such path' } },
    ],
    ['/admin/v1/nothing', { error: { code: 'RESOURCE_NOT_FOUND', message: 'no such path' } }],
  ])('404 in the shape of the family: %s', async (target, body) => {
    expect(await send({ method: 'GET', target })).toMatchObject({ status: 404, body })
  })

  test.each([
    ['DELETE', '/v2/orders', 'GET, POST'],
    ['PUT', '/v2/orders/ord_1', 'GET'],
    ['POST', '/v2/products', 'GET'],
    ['HEAD', '/v2/products', 'GET'],
    ['OPTIONS', '/api/partner/v1/customer', 'GET, POST'],
    ['DELETE', '/api/partner/v1/wallets/1/transactions', 'GET, POST'],
    ['POST', '/admin/v1/fx-rates', 'GET, PUT'],
    ['DELETE', '/admin/v1/partners/1', 'GET, PATCH'],
  ])('405 with Allow: %s %s', async (method, target, allow) => {
    const reply = await send({ method, target })

    expect(reply).toMatchObject({ status: 405, headers: { allow } })
    if (method !== 'HEAD') expect(reply.body.error.code).toBe('VALIDATION_ERROR')
  })

  test('a path that cannot be decoded is a fault of the request', async () => {
    expect(await send({ method: 'GET', target: '/v2/orders/%zz' })).toMatchObject({
      status: 400,
      body: { error: { code: 'VALIDATION_ERROR' } },
    })
    expect(
      await send({ method: 'GET', target: '/api/partner/v1/customer/%zz/wallets' }),
    ).toMatchObject({
      status: 422,
      body: { success: false, error: { code: 'VALIDATION_ERROR' } },
    })
  })
})

describe('every response', () => {
  test.each([
    ['GET', '/health/live'],
    ['GET', '/v2/products'],
    ['GET', '/nothing'],
    ['GET', '/%zz'],
    ['HEAD', '/v2/orders'],
    ['POST', '/v2/orders'],
  ])('%s %s carries a request id of its own, and may not be sniffed', async (method, target) => {
    const [one, other] = await Promise.all([send({ method, target }), send({ method, target })])
    const ids = [one, other].map(({ headers }) => String(headers['x-request-id']))

    expect(ids.every(isUuid)).toBe(true)
    expect(new Set(ids).size).toBe(2)
    expect(one.headers['x-content-type-options']).toBe('nosniff')
  })

  test.each(['their-1', 'a'.repeat(64), 'Root=1-67', '', 'a'.repeat(65), 'a b', 'é'])(
    'the x-request-id of the caller is repeated if it is well formed: %s',
    async (id) => {
      const isRepeated = id === 'their-1' || id === 'a'.repeat(64)
      for (const target of ['/health/live', '/v2/products', '/%zz']) {
        const sent = { method: 'GET', target, headers: { 'x-request-id': id } }
        const { headers } = await send(sent)
        expect(headers['x-request-id'] === id).toBe(isRepeated)
        expect(isRepeated || isUuid(String(headers['x-request-id']))).toBe(true)
      }
    },
  )

  test.each(['GET /health/live', 'GET /v2/products', 'GET /%zz', 'NONSENSE'])(
    '%s has the time in its Date',
    async (line) => {
      const received = await onSocket(`${line} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
      const date = /\r\ndate: ([^\r]+)\r\n/i.exec(received)?.[1] ?? ''
      expect(new Date(date).toUTCString()).toBe(date)
    },
  )

  test('bytes that are not HTTP get a response in JSON, with a request id', async () => {
    const received = await onSocket('NONSENSE\r\n\r\n')

    expect(received).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/)
    expect(received).toMatch(/\r\nx-request-id: [0-9a-f-]{36}\r\n/)
    expect(received).toContain('{"error":{"code":"VALIDATION_ERROR","message":"bad request"}}')
  })

  test('431: headers beyond the limit', async () => {
    const received = await onSocket(`GET / HTTP/1.1\r\nHost: a\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`)

    expect(received).toMatch(/^HTTP\/1.1 431 /)
  })

  test('a request with two framings is refused', async () => {
    const received = await onSocket(
      'POST /v2/orders HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n' +
        'Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    )

    expect(received).toMatch(/^HTTP\/1.1 400 /)
  })
})

describe('the body', () => {
  test('413: one byte over the limit, declared or not; at the limit it is read', async () => {
    const { partner } = service
    const atLimit = await partner.post('/v2/orders', orderOfSize(BODY_BYTES_MAX))
    const chunked = { 'transfer-encoding': 'chunked' }

    expect(atLimit.body.error.details).toEqual([
      { field: 'items[0].productId', message: 'is not in the catalog of USD' },
    ])
    for (const headers of [{}, chunked]) {
      const reply = await partner.post('/v2/orders', orderOfSize(BODY_BYTES_MAX + 1), headers)
      expect(reply).toMatchObject({ status: 413, body: { error: { code: 'VALIDATION_ERROR' } } })
    }
    const family = await partner.post('/api/partner/v1/customer', ' '.repeat(2 * BODY_BYTES_MAX))
    expect(family).toMatchObject({ status: 413, body: { success: false } })
  })

  test('the signature is checked before the content', async () => {
    const headers = { 'content-type': ';;;' }
    const unsigned = await send({ method: 'POST', target: '/v2/orders', headers, body: '{' })
    const signed = await service.partner.post('/v2/orders', '{', headers)
    const malformed = await service.partner.post('/v2/orders', '{')

    expect([unsigned.status, signed.status, malformed.status]).toEqual([401, 415, 400])
  })

  test('an unknown client, a wrong key and a wrong secret get the same bytes', async () => {
    const { credentials } = service.partner
    const wrong = [
      { ...credentials, clientId: randomUUID() },
      { ...credentials, apiKey: `tsk_${'A'.repeat(43)}` },
      { ...credentials, hmacSecret: 'other' },
    ].map((one) => signedClient(service.http, one))

    for (const [target, status] of [
      ['/v2/orders', 401],
      ['/api/partner/v1/customer', 403],
    ] as const) {
      const replies = await Promise.all(wrong.map((client) => client.post(target, '{}')))
      expect(replies.map((reply) => reply.status)).toEqual([status, status, status])
      expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
      expect(replies[0]?.body.error.code).toBe('AUTHENTICATION_ERROR')
    }
  })

  test.each(['x-api-key', 'x-client-id', 'x-timestamp', 'x-body-hash', 'x-signature'])(
    'a second %s is refused, even an equal one',
    async (name) => {
      const timestamp = isoTime(systemClock.now())
      const headers = signedHeaders(service.partner.credentials, { method: 'GET', timestamp })
      const twice = { ...headers, [name]: [headers[name] ?? '', headers[name] ?? ''] }

      expect(await send({ method: 'GET', target: '/v2/orders', headers: twice })).toMatchObject({
        status: 401,
        body: { error: { code: 'AUTHENTICATION_ERROR', details: [{ field: name }] } },
      })
    },
  )

  test('a missing permission is refused before a foreign wallet and a bad body', async () => {
    const reader = await service.partner.issue({ permissions: ['catalog:read'] })
    const reply = await reader.post('/api/partner/v1/wallets/1/transactions', '{')

    expect(reply).toMatchObject({
      status: 403,
      body: { success: false, error: { code: 'AUTHORIZATION_ERROR' } },
    })
  })
})

describe('the operator', () => {
  test.each([
    undefined,
    'Bearer',
    'Bearer wrong',
    'Basic b3BlcmF0b3I6eA==',
    'operator-token-of-the-tests',
  ])('401 for authorization %j', async (authorization) => {
    const reply = await send({
      method: 'GET',
      target: '/admin/v1/partners',
      headers: authorization === undefined ? {} : { authorization },
    })

    expect(reply).toMatchObject({
      status: 401,
      headers: { 'www-authenticate': 'Bearer' },
      body: { error: { code: 'AUTHENTICATION_ERROR' } },
    })
  })

  test('the signature of a partner opens nothing of the operator', async () => {
    expect((await service.partner.get('/admin/v1/partners')).status).toBe(401)
  })
})

describe('operations', () => {
  test('live, ready and the figures need no authentication', async () => {
    const targets = ['/health/live', '/health/ready', '/metrics']
    const replies = await Promise.all(targets.map((target) => send({ method: 'GET', target })))

    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    const figures = replies[2]?.text ?? ''
    for (const name of [
      'duration_seconds_count{route="GET /health/live",method="GET",status="200"} ',
      'tessera_http_requests_in_flight ',
      'tessera_refusals_total{kind="unauthenticated"} ',
      'tessera_ledger_group_writes_count ',
      'tessera_ledger_commit_duration_seconds_count ',
      'tessera_ledger_queued_writes 0',
      'tessera_batches_open{status="PENDING"} 0',
    ]) {
      expect(figures).toContain(name)
    }
  })

  test('no secret of authentication and no query is logged', async () => {
    const { partner, logged } = service
    const { apiKey, hmacSecret } = partner.credentials
    await partner.get('/v2/products?currency=USD&secret=hunter2')
    const lines = logged.join('')

    expect(lines).toContain('"route":"GET /v2/products"')
    for (const secret of [apiKey, hmacSecret, 'hunter2', 'operator-token-of-the-tests']) {
      expect(lines).not.toContain(secret)
    }
  })
})
