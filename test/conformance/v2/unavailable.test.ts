import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { isoTime, systemClock } from '../../../src/core/mod.ts'
import { Http, signedClient, signedHeaders } from '../../support/client.ts'
import { eventually } from '../../support/eventually.ts'
import { requestsInFlight } from '../../support/current-metrics.ts'
import { anOrder, startService } from '../../support/service.ts'
import { expectError, UUID } from './fixture.ts'

async function openSocket(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  return socket
}

/** Sends bytes; returns the response that arrives until the service closes the connection. */
async function answerTo(url: string, bytes: string): Promise<{ head: string; body: string }> {
  const socket = await openSocket(url)
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.write(bytes)
  await once(socket, 'end')
  const [head = '', body = ''] = Buffer.concat(chunks).toString('utf8').split('\r\n\r\n')
  return { head, body }
}

test('503 with Retry-After: a request that arrives while the service drains does nothing', async () => {
  const service = await startService({ funds: { USD: '100' } })
  await service.product()
  const other = await service.another()
  const url = other.url ?? ''
  const http = new Http(url)
  const partner = signedClient(http, service.partner.credentials)
  expect((await partner.get('/v2/accounts/balances')).status).toBe(200)
  // The draining service keeps running while the body of a signed request is incomplete.
  const pending = await openSocket(url)
  const timestamp = isoTime(systemClock.now())
  const headers = signedHeaders(service.partner.credentials, { method: 'POST', timestamp })
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const head = ['POST /v2/orders HTTP/1.1', 'host: tests', 'content-length: 10', ...lines]
  pending.write(`${head.join('\r\n')}\r\n\r\n`)
  await eventually(async () => expect(await requestsInFlight(other.services)).toBe(1))
  const stopping = other.stop()
  const replies = [
    await partner.get('/v2/accounts/balances'),
    await partner.post('/v2/orders', anOrder()),
  ]
  pending.destroy()
  await stopping
  http.close()
  for (const reply of replies) {
    expectError(reply, 503, 'INTERNAL_SERVER_ERROR')
    expect(Number(reply.headers['retry-after'])).toBeGreaterThanOrEqual(1)
  }
  expect(await service.partner.orders()).toEqual([])
})

test.each([
  ['400', 'nonsense\r\n\r\n'],
  ['400', 'GET /v2/orders HTTP/1.1\r\nbroken header\r\n\r\n'],
  ['400', 'GET  HTTP/1.1\r\n\r\n'],
  ['431', `GET /v2/orders HTTP/1.1\r\nhost: tests\r\nx-pad: ${'x'.repeat(20_000)}\r\n\r\n`],
])(
  '%s VALIDATION_ERROR in the format of /v2: bytes that are not a request',
  async (status, bytes) => {
    const { url } = await startService()
    const { head, body } = await answerTo(url, bytes)
    const [statusLine = '', ...lines] = head.split('\r\n')
    expect(statusLine).toContain(`HTTP/1.1 ${status} `)
    const headers = new Map(lines.map((line) => [line.split(': ')[0], line.split(': ')[1] ?? '']))
    expect(headers.get('x-request-id')).toMatch(UUID)
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(JSON.parse(body)).toEqual({
      error: { code: 'VALIDATION_ERROR', message: expect.stringMatching(/./) },
    })
  },
)
