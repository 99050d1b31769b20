import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isoTime, systemClock } from '../../src/core/mod.ts'
import { ARRIVING_OF_ONE_MAX, BODY_BYTES_MAX } from '../../src/http/bodies/read-body.ts'
import { signedHeaders, type Credentials } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { requestsInFlight } from '../support/current-metrics.ts'
import { anOrder, openService, type RunningService } from '../support/service.ts'

let service: RunningService
const sockets: Socket[] = []

beforeAll(async () => {
  service = await openService({ funds: { USD: '100.00' } })
  await service.product()
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await service.end()
})

type HeadersSent = Readonly<Record<string, string>>

/** A connection, and a function that returns all responses on it so far. */
interface Connection {
  readonly socket: Socket
  answers(): string
}

function openConnection(): Connection {
  const { hostname, port } = new URL(service.url)
  const socket = connect(Number(port), hostname)
  sockets.push(socket)
  let answered = ''
  socket.on('data', (chunk) => (answered += chunk.toString()))
  return { socket, answers: () => answered }
}

function headOf(request: string, headers: HeadersSent, bytes: number): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${request} HTTP/1.1\r\nhost: a\r\n${lines.join('')}content-length: ${bytes}\r\n\r\n`
}

function signedPost(credentials: Credentials, body = ''): HeadersSent {
  const timestamp = isoTime(systemClock.now())
  const type = { 'content-type': 'application/json' }
  return { ...type, ...signedHeaders(credentials, { method: 'POST', body, timestamp }) }
}

/** The whole first response. */
async function answerOn({ answers }: Connection): Promise<string> {
  await eventually(() => {
    expect(answers()).toMatch(/\r\n\r\n\{.*\}$/s)
  })
  return answers()
}

test('401 without headers, with an unknown client or another key: the body is not waited for', async () => {
  const { credentials } = service.partner
  const strangers = [
    { ...credentials, clientId: randomUUID() },
    { ...credentials, apiKey: `tsk_${'A'.repeat(43)}` },
  ].map((one) => signedPost(one))
  const bodies: string[] = []
  for (const headers of [{}, ...strangers]) {
    const connection = openConnection()
    connection.socket.write(headOf('POST /v2/orders', headers, 50))
    const answer = await answerOn(connection)

    expect(answer).toMatch(/^HTTP\/1\.1 401 /)
    bodies.push(answer.split('\r\n\r\n')[1] ?? '')
  }
  const wrongSecret = signedPost({ ...credentials, hmacSecret: 'other' })
  const refusal = await service.http.send({
    method: 'POST',
    target: '/v2/orders',
    headers: wrongSecret,
  })
  expect(bodies.slice(1)).toEqual([refusal.text, refusal.text])
})

test.each([
  ['POST /admin/v1/partners', 401],
  ['POST /nothing', 404],
  ['DELETE /v2/orders', 405],
])(
  '%s: %i before the body has arrived; the rest of the body is dropped',
  async (request, status) => {
    const connection = openConnection()
    connection.socket.write(headOf(request, {}, 200_000))
    expect(await answerOn(connection)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))

    connection.socket.write(Buffer.alloc(200_000))
    connection.socket.write('GET /health/live HTTP/1.1\r\nhost: a\r\n\r\n')
    await eventually(() => expect(connection.answers()).toContain('HTTP/1.1 200 '))
  },
)

test('a declared length that is too large is 413 before 401 or 404, but a GET ignores it', async () => {
  for (const request of ['POST /v2/orders', 'POST /admin/v1/partners', 'POST /nothing']) {
    const connection = openConnection()
    connection.socket.write(headOf(request, {}, BODY_BYTES_MAX + 1))
    expect(await answerOn(connection)).toMatch(/^HTTP\/1\.1 413 /)
  }
  const connection = openConnection()
  connection.socket.write(headOf('GET /v2/orders', {}, BODY_BYTES_MAX + 1))
  expect(await answerOn(connection)).toMatch(/^HTTP\/1\.1 401 /)
})

test('a request whose credential is revoked while the body arrives is refused', async () => {
  const { partner, admin } = service
  const { credentials } = await partner.issue()
  const body = JSON.stringify(anOrder())
  const connection = openConnection()
  connection.socket.write(headOf('POST /v2/orders', signedPost(credentials, body), body.length))
  connection.socket.write(body.slice(0, 10))
  await eventually(async () => {
    expect(await requestsInFlight(service.services)).toBe(1)
  })

  const path = `/admin/v1/partners/${partner.partnerId}/credentials/${credentials.clientId}`
  expect((await admin.post(`${path}/revoke`)).status).toBe(200)
  connection.socket.write(body.slice(10))

  expect(await answerOn(connection)).toContain('the credential is REVOKED')
})

test('503 with Retry-After for a partner whose bodies stall; other partners are served', async () => {
  const { partner } = service
  const other = await service.newPartner({ USD: '100.00' })
  const headers = signedPost(partner.credentials)
  const begin = (): void => {
    const { socket } = openConnection()
    socket.write(headOf('POST /v2/orders', headers, BODY_BYTES_MAX))
    socket.write(Buffer.alloc(BODY_BYTES_MAX - 1))
  }
  for (let i = 1; i < ARRIVING_OF_ONE_MAX / BODY_BYTES_MAX; i += 1) begin()
  const large = JSON.stringify(anOrder()).padEnd(200_000)
  await eventually(async () => {
    // A request that arrived together with a large order may have been refused instead of it.
    begin()
    expect(await partner.post('/v2/orders', large)).toMatchObject({
      status: 503,
      headers: { 'retry-after': '1' },
      body: { error: { code: 'INTERNAL_SERVER_ERROR' } },
    })
  })

  expect((await partner.post('/v2/orders', anOrder())).status).not.toBe(503)
  expect((await other.post('/v2/orders', large)).status).not.toBe(503)
})
