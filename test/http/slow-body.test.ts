import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isoTime, systemClock } from '../../src/core/mod.ts'
import { RATES_BYTES_MAX } from '../../src/http/admin-v1/import-fx-rates.ts'
import { BODY_MS_MAX, BYTES_PER_SECOND_MIN } from '../../src/http/bodies/arrival.ts'
import { LARGE_BODY_BYTES_MAX } from '../../src/http/bodies/read-body.ts'
import { signedHeaders } from '../support/client.ts'
import { eventually, withoutPauses } from '../support/eventually.ts'
import { requestsInFlight } from '../support/current-metrics.ts'
import { ADMIN_TOKEN, dataOf, openService, type RunningService } from '../support/service.ts'

/** Milliseconds by which the service's clock is ahead. */
let aheadMs = 0
let service: RunningService

beforeAll(async () => {
  const clock = { now: systemClock.now, monotonic: () => systemClock.monotonic() + aheadMs }
  service = await openService({ clock })
})
afterAll(() => service.end())

function openRequest(lines: readonly string[], body: string, bytes = 100): Socket {
  const { hostname, port } = new URL(service.url)
  const socket = connect(Number(port), hostname)
  socket.write([...lines, 'host: a', `content-length: ${bytes}`, '', body].join('\r\n'))
  return socket
}

function letTimePass(): void {
  aheadMs += BODY_MS_MAX
}

/** Sends a signed request whose body never comes, and waits until the service counts it. */
async function stallRequest(
  target: string,
  others = 0,
  { body = '{', bytes = 100, by = service.partner } = {},
): Promise<Socket> {
  const timestamp = isoTime(systemClock.now())
  const headers = signedHeaders(by.credentials, { method: 'POST', timestamp })
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const socket = openRequest([`POST ${target} HTTP/1.1`, ...lines], body, bytes)
  await eventually(async () => {
    expect(await requestsInFlight(service.services)).toBe(others + 1)
  })
  return socket
}

test('408: a body that does not arrive in time ends its connection', async () => {
  const sockets = [
    await stallRequest('/v2/orders'),
    await stallRequest('/api/partner/v1/customer', 1),
  ]

  letTimePass()

  for (const received of await withoutPauses(Promise.all(sockets.map(text)))) {
    expect(received).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\ndate: [^\r]+\r\nx-request-id: /)
  }
})

test('the bytes of a large body extend its time, and a client that stalls is ended', async () => {
  const body = 'x'.repeat(2 * BYTES_PER_SECOND_MIN)
  const large = { body, bytes: body.length + 1 }
  const arrives = await stallRequest('/v2/links', 0, large)
  const stalls = await stallRequest('/v2/links', 1, large)
  const stuck = await stallRequest('/v2/orders', 2, large)

  letTimePass()
  expect(await withoutPauses(text(stuck))).toContain(' 408 ')
  arrives.write('x')
  const [answer] = (await once(arrives, 'data')) as [Buffer]
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 401 /)
  arrives.destroy()

  aheadMs += 3_000
  expect(await withoutPauses(text(stalls))).toContain(' 408 ')
})

test('a large body of a suspended partner has no more time than others', async () => {
  const body = 'x'.repeat(8 * BYTES_PER_SECOND_MIN)
  const large = { body, bytes: body.length + 1 }
  const suspended = await service.newPartner()
  const suspension = { status: 'SUSPENDED', reason: 'unpaid' }
  dataOf(await service.admin.patch(`/admin/v1/partners/${suspended.partnerId}`, suspension))
  const earlier = await stallRequest('/v2/links', 0, large)
  const slow = await stallRequest('/v2/links', 1, { ...large, by: suspended })

  letTimePass()

  expect(await withoutPauses(text(slow))).toContain(' 408 ')
  expect(await requestsInFlight(service.services)).toBe(1)
  earlier.destroy()
})

test('the sizes of chunks do not extend the time of a large body beyond that of the largest', async () => {
  const timestamp = isoTime(systemClock.now())
  const headers = signedHeaders(service.partner.credentials, { method: 'POST', timestamp })
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const { hostname, port } = new URL(service.url)
  const socket = connect(Number(port), hostname)
  const head = ['POST /v2/links HTTP/1.1', ...lines, 'host: a', 'transfer-encoding: chunked']
  socket.write([...head, '', ''].join('\r\n'))
  const chunk = `${'1'.padStart(16_384, '0')}\r\nx\r\n`
  const chunks = chunk.repeat((1.25 * LARGE_BODY_BYTES_MAX) / 16_384)
  await new Promise((resolve) => socket.write(chunks, resolve))
  // A connection on which nothing arrives is ended sooner.
  const arriving = setInterval(() => socket.write('0'), 500)

  aheadMs += BODY_MS_MAX + (LARGE_BODY_BYTES_MAX / BYTES_PER_SECOND_MIN) * 1_000

  expect(await withoutPauses(text(socket)).finally(() => clearInterval(arriving))).toContain(
    ' 408 ',
  )
})

test('a request that is refused before its body has arrived loses its connection after the time for a body', async () => {
  const socket = openRequest(['POST /admin/v1/products/1/codes HTTP/1.1'], 'a')
  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 401 /)

  letTimePass()

  expect(await withoutPauses(text(socket))).toBe('')
})

test('an admitted upload may take longer than the time for a body', async () => {
  const { productId } = await service.product({ supplier: 'vault' })
  const authorization = `authorization: Bearer ${ADMIN_TOKEN}`
  const request = `POST /admin/v1/products/${productId}/codes HTTP/1.1`
  const upload = openRequest([request, authorization, 'content-type: text/csv'], 'faceValue,')
  await eventually(async () => {
    const { rows } = await service.db.pool.query('select from stock_imports')
    expect(rows).toHaveLength(1)
  })

  const stuck = await stallRequest('/v2/orders', 1)
  letTimePass()
  expect(await withoutPauses(text(stuck))).toContain(' 408 ')
  upload.write('giftCardNumber\n10,ABC\n'.padEnd(90, '\n'))

  const [answer] = (await once(upload, 'data')) as [Buffer]
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 201 /)
  upload.destroy()
})

test('an upload that is refused midway loses its connection after the time for a body', async () => {
  const authorization = `authorization: Bearer ${ADMIN_TOKEN}`
  const socket = openRequest(
    ['POST /admin/v1/fx-rates/import HTTP/1.1', authorization, 'content-type: text/xml'],
    'x'.repeat(RATES_BYTES_MAX + 1),
    2 * RATES_BYTES_MAX,
  )
  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 413 /)

  letTimePass()

  expect(await withoutPauses(text(socket))).toBe('')
})
