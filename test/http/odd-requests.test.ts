import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openService, type RunningService } from '../support/service.ts'

let service: RunningService
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.end())

/** The whole answer to one request. */
async function answerTo(...lines: string[]): Promise<string> {
  const { hostname, port } = new URL(service.url)
  const socket = connect(Number(port), hostname)
  socket.end(`${lines.join('\r\n')}\r\n\r\n`)
  return text(socket)
}

test('HTTP/1.1 without a Host: 400 with an id and a body', async () => {
  const answer = await answerTo('GET /v2/orders HTTP/1.1', 'connection: close')

  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  expect(answer).toMatch(/^x-request-id: \S/m)
  expect(answer).toContain('"message":"the Host header is missing"')
})

test.each([
  ['two of them', 'was sent more than once', ['host: a', 'Host: a']],
  ['one that is a URL', 'names no host', ['host: http://a/']],
  ['one with a path', 'names no host', ['host: a/b?c']],
  ['one with a space', 'names no host', ['host: a b']],
  ['a list', 'names no host', ['host: a, b:1, [']],
])('%s: 400', async (_name, message, hosts) => {
  for (const version of ['1.0', '1.1']) {
    const answer = await answerTo(`GET /health/live HTTP/${version}`, ...hosts, 'connection: close')
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).toContain(`"message":"the Host header ${message}"`)
  }
})

test.each(['a', 'codes.example.com:8080', '192.0.2.1', '[::1]:8080', 'a:', ''])(
  'a Host that is %j is taken',
  async (host) => {
    const lines = ['GET /health/live HTTP/1.1', `host: ${host}`, 'connection: close']
    expect(await answerTo(...lines)).toMatch(/^HTTP\/1\.1 200 /)
  },
)

test('HTTP/1.0 needs none', async () => {
  expect(await answerTo('GET /health/live HTTP/1.0')).toMatch(/^HTTP\/1\.1 200 /)
})

test.each([
  ['GET', 'http://a/api/partner/v1/customer?page=x', 403],
  ['GET', '/%61pi/partner/v%31/customer', 403],
  ['GET', '/api/partner/v1/%63ustomer/%zz/wallets', 422],
  ['DELETE', 'HTTP://a:80/api/partner/v1/customer', 405],
  ['PUT', '/api/partner/v1/%63%75stomer', 405],
  ['GET', 'http://a/api/partner/v1%2Fcustomer', 404],
])('%s %s is of the family that it names: %i', async (method, target, status) => {
  const answer = await answerTo(`${method} ${target} HTTP/1.1`, 'host: a', 'connection: close')
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  expect(answer.includes('{"success":false,"error":')).toBe(status !== 404)
})

test.each(['/health/l%69ve', 'http://a/health/live?x=%zz', 'https://a:1/health/live'])(
  '%s is /health/live',
  async (target) => {
    const answer = await answerTo(`GET ${target} HTTP/1.1`, 'host: a', 'connection: close')
    expect(answer).toMatch(/^HTTP\/1\.1 200 /)
  },
)

test.each(['http://a', 'http://a?b', '*', '/%2e%2E/health/live'])(
  '%s is no path',
  async (target) => {
    const answer = await answerTo(`OPTIONS ${target} HTTP/1.1`, 'host: a', 'connection: close')
    expect(answer).toMatch(/^HTTP\/1\.1 404 /)
  },
)

test('CONNECT: 400 with an id and a body', async () => {
  const answer = await answerTo('CONNECT a:80 HTTP/1.1', 'host: a')
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  expect(answer).toMatch(/^x-request-id: \S/m)
  expect(answer).toContain('"code":"VALIDATION_ERROR"')
})

test('CONNECT of somebody who is gone at once harms nobody', async () => {
  const { hostname, port } = new URL(service.url)
  for (let i = 0; i < 20; i += 1) {
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    socket.write('CONNECT a:80 HTTP/1.1\r\nhost: a\r\n\r\n', () => socket.resetAndDestroy())
    await once(socket, 'close')
  }
  expect(await answerTo('GET /health/live HTTP/1.0')).toMatch(/^HTTP\/1\.1 200 /)
})

test('an expectation that nobody knows is passed over', async () => {
  const lines = ['GET /health/live HTTP/1.1', 'host: a', 'expect: wonders', 'connection: close']

  expect(await answerTo(...lines)).toMatch(/^HTTP\/1\.1 200 /)
})
