import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADMIN_TOKEN, openService, type RunningService } from '../support/service.ts'

let service: RunningService
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.end())

/** The whole response to one request. */
function answerTo(...lines: string[]): Promise<string> {
  return answerToBytes(Buffer.from(`${lines.join('\r\n')}\r\n\r\n`))
}

function answerToBytes(bytes: Buffer): Promise<string> {
  const { hostname, port } = new URL(service.url)
  const socket = connect(Number(port), hostname)
  socket.end(bytes)
  return text(socket)
}

test('HTTP/1.1 without a Host: 400 with an id and a body', async () => {
  const answer = await answerTo('GET /v2/orders HTTP/1.1', 'connection: close')

  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  expect(answer).toMatch(/^x-request-id: \S/m)
  expect(answer).toContain('"message":"the Host header is missing"')
})

test.each([
  ['two headers', 'was sent more than once', ['host: a', 'Host: a']],
  ['a URL', 'names no host', ['host: http://a/']],
  ['a host with a path', 'names no host', ['host: a/b?c']],
  ['a host with a space', 'names no host', ['host: a b']],
  ['a list', 'names no host', ['host: a, b:1, [']],
])('a Host header that is not one host is 400: %s', async (_name, message, hosts) => {
  for (const version of ['1.0', '1.1']) {
    const answer = await answerTo(`GET /health/live HTTP/${version}`, ...hosts, 'connection: close')
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).toContain(`"message":"the Host header ${message}"`)
  }
})

test.each(['a', 'codes.example.com:8080', '192.0.2.1', '[::1]:8080', 'a:', ''])(
  'a Host that is %j is accepted',
  async (host) => {
    const lines = ['GET /health/live HTTP/1.1', `host: ${host}`, 'connection: close']
    expect(await answerTo(...lines)).toMatch(/^HTTP\/1\.1 200 /)
  },
)

test('HTTP/1.0 needs no Host header', async () => {
  expect(await answerTo('GET /health/live HTTP/1.0')).toMatch(/^HTTP\/1\.1 200 /)
})

test.each([
  ['GET', 'http://a/api/partner/v1/customer?page=x', 403],
  ['GET', '/api/partner/v1/customer/%zz/wallets', 422],
  ['DELETE', 'HTTP://a:80/api/partner/v1/customer', 405],
  ['GET', '/api/partner/v1#customer', 400],
  ['GET', 'http://a/api/partner/v1%2Fcustomer', 404],
])('the error of %s %s has the shape of its path family: %i', async (method, target, status) => {
  const answer = await answerTo(`${method} ${target} HTTP/1.1`, 'host: a', 'connection: close')
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  expect(answer.includes('{"success":false,"error":')).toBe(status !== 404)
})

test.each(['http://a/health/live?x=%zz', 'https://a:1/health/live', 'HTTP://[::1]:80/health/live'])(
  '%s is /health/live',
  async (target) => {
    const answer = await answerTo(`GET ${target} HTTP/1.1`, 'host: a', 'connection: close')
    expect(answer).toMatch(/^HTTP\/1\.1 200 /)
  },
)

test.each([
  ['http://a', 405],
  ['http://a?b', 405],
  ['*', 404],
  ['/health/live/', 404],
])('OPTIONS %s: %i; a URL without a path has the path /', async (target, status) => {
  const answer = await answerTo(`OPTIONS ${target} HTTP/1.1`, 'host: a', 'connection: close')
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
})

test.each([
  '/health/live#x',
  '/health/live?x=1#x',
  '#/health/live',
  '/health\\live',
  'http://a\\b/health/live',
  'http://user@a/health/live',
  'ftp://a/health/live',
  'health/live',
  '/%%36%38ealth/live',
  '/health/live\u00e9',
  '/health/live?\u00e9',
  '/health/live\u0007',
])('400: the target %j is malformed', async (target) => {
  const request = `GET ${target} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`
  const answer = await answerToBytes(Buffer.from(request, 'latin1'))
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  expect(answer).toContain('"code":"VALIDATION_ERROR"')
})

test.each([
  '/health/../health/live',
  '/./health/live',
  '/health/live/..',
  '//health/live',
  '/health//live',
  'http://a//health/live',
  '/%68ealth/live',
  '/health/l%69ve',
  '/health/live%2E',
  '/%2e%2E/health/live',
])('404: %j is no path, because a path has one spelling', async (target) => {
  const answer = await answerTo(`GET ${target} HTTP/1.1`, 'host: a', 'connection: close')
  expect(answer).toMatch(/^HTTP\/1\.1 404 /)
  expect(answer).toContain('"message":"no such path"')
})

test('a log line has the route and its parameters, and nothing else of the request', async () => {
  const secret = 'never-to-be-logged'
  const targets = [
    `/exports/ord_7?expires=1&signature=${secret}`,
    `/exports/ord_7#expires=1&signature=${secret}`,
    `/exports/ord_7/${secret}`,
    `/exports/%zz?signature=${secret}`,
    `/${secret}`,
    `//a/${secret}`,
    `http://${secret}@a/health/live`,
    `/v2/orders?clientReference=${secret}`,
  ]
  for (const target of targets) {
    await answerTo(`GET ${target} HTTP/1.1`, 'host: a', 'connection: close')
  }
  const lines = service.logged.join('')
  expect(lines).toContain('"route":"GET /exports/{orderId}","params":{"orderId":"ord_7"}')
  expect(lines).not.toContain(secret)
})

test('two Authorization headers: 400, whichever of them is right', async () => {
  const right = `authorization: Bearer ${ADMIN_TOKEN}`
  for (const headers of [
    [right, 'Authorization: Bearer wrong'],
    ['authorization: Bearer wrong', right],
    [right, right],
  ]) {
    const lines = ['GET /admin/v1/partners HTTP/1.1', 'host: a', ...headers, 'connection: close']
    const answer = await answerTo(...lines)
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).toContain('"message":"the Authorization header was sent more than once"')
  }
})

test('responses to bytes that are not a request have nosniff and no-store, too', async () => {
  for (const bytes of ['NONSENSE\r\n\r\n', 'CONNECT a:80 HTTP/1.1\r\nhost: a\r\n\r\n']) {
    const answer = await answerToBytes(Buffer.from(bytes))
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).toMatch(/^x-content-type-options: nosniff\r$/m)
    expect(answer).toMatch(/^cache-control: no-store\r$/m)
  }
})

test('every other response has nosniff and no-store, too', async () => {
  for (const target of ['/health/live', '/health/ready', '/metrics', '/nothing', '/%zz', '/a#b']) {
    expect(await service.http.send({ method: 'GET', target })).toMatchObject({
      headers: { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' },
    })
  }
})

test('CONNECT: 400 with an id and a body', async () => {
  const answer = await answerTo('CONNECT a:80 HTTP/1.1', 'host: a')
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  expect(answer).toMatch(/^x-request-id: \S/m)
  expect(answer).toContain('"code":"VALIDATION_ERROR"')
})

test('the service survives a CONNECT whose client disconnects at once', async () => {
  const { hostname, port } = new URL(service.url)
  for (let i = 0; i < 20; i += 1) {
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    socket.write('CONNECT a:80 HTTP/1.1\r\nhost: a\r\n\r\n', () => socket.resetAndDestroy())
    await once(socket, 'close')
  }
  expect(await answerTo('GET /health/live HTTP/1.0')).toMatch(/^HTTP\/1\.1 200 /)
})

test('an unknown expectation is ignored', async () => {
  const lines = ['GET /health/live HTTP/1.1', 'host: a', 'expect: wonders', 'connection: close']

  expect(await answerTo(...lines)).toMatch(/^HTTP\/1\.1 200 /)
})

test.each([
  'GET /portal/v1',
  'GET /portal/v1/nope',
  'GET /portal/v1/orders/ord_7/',
  'POST /portal/v1',
  'POST /portal/v1/nope',
])('%s, below the pages of the portal, is an unknown path: 404', async (line) => {
  const answer = await answerTo(`${line} HTTP/1.1`, 'host: a', 'connection: close')
  expect(answer).toMatch(/^HTTP\/1\.1 404 /)
  expect(answer).toContain('"message":"no such path"')
})

test.each(['/v2/orders/', '/v2/products/', '/admin/v1/orders/', '/exports/'])(
  '%s, with an id of no characters, is an unknown path: 404',
  async (target) => {
    const answer = await answerTo(`GET ${target} HTTP/1.1`, 'host: a', 'connection: close')
    expect(answer).toMatch(/^HTTP\/1\.1 404 /)
    expect(answer).toContain('"message":"no such path"')
  },
)
