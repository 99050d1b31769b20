import { request, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { isoTime, systemClock } from '../../src/core/mod.ts'
import { Http, signedClient, signedHeaders } from '../support/client.ts'
import { eventually, withoutPauses } from '../support/eventually.ts'
import { requestsInFlight } from '../support/current-metrics.ts'
import { anOrder, startService } from '../support/service.ts'

test('a stopping process responds to running requests, refuses new ones, and closes connections', async () => {
  const { partner, product, another } = await startService({ funds: { USD: '100.00' } })
  await product()
  const { url, services, stop } = await another()
  const http = new Http(url)
  const client = signedClient(http, partner.credentials)
  expect((await client.get('/v2/orders')).headers.connection).toBe('keep-alive')

  // Its headers have arrived, its body has not.
  const body = JSON.stringify(anOrder())
  const timestamp = isoTime(systemClock.now())
  const method = 'POST'
  const headers = {
    ...signedHeaders(partner.credentials, { method, body, timestamp }),
    'content-type': 'application/json',
    'content-length': String(body.length),
  }
  const running = request(`${url}/v2/orders`, { method, headers })
  const response = new Promise<IncomingMessage>((resolve, reject) => {
    running.on('response', resolve)
    running.on('error', reject)
  })
  running.write(body.slice(0, 10))
  await eventually(async () => expect(await requestsInFlight(services)).toBe(1))

  const stopped = stop()
  await eventually(async () =>
    expect(await http.send({ method: 'GET', target: '/health/ready' })).toMatchObject({
      status: 503,
      headers: { connection: 'close' },
      body: { status: 'draining' },
    }),
  )
  expect((await http.send({ method: 'GET', target: '/health/live' })).status).toBe(200)
  expect(await client.get('/v2/orders')).toMatchObject({
    status: 503,
    headers: { connection: 'close', 'retry-after': '1' },
    body: { error: { code: 'INTERNAL_SERVER_ERROR' } },
  })

  running.end(body.slice(10))
  const reply = await response
  expect([reply.statusCode, reply.headers.connection]).toEqual([201, 'close'])
  expect(await text(reply)).toContain('"status":"PENDING"')
  await stopped
  expect(await partner.orders()).toHaveLength(1)
  await expect(client.get('/v2/orders')).rejects.toThrow('ECONNREFUSED')
  http.close()
})

test('before it drains, a process is not ready, still serves, and closes connections', async () => {
  const { partner, another } = await startService()
  const { url, stop } = await another({ drainNoticeSeconds: 60 })
  const http = new Http(url)
  const client = signedClient(http, partner.credentials)

  const stopped = stop()
  expect(await http.send({ method: 'GET', target: '/health/ready' })).toMatchObject({
    status: 503,
    headers: { connection: 'close' },
    body: { status: 'draining' },
  })
  expect(await client.get('/v2/orders')).toMatchObject({
    status: 200,
    headers: { connection: 'close' },
  })
  await withoutPauses(stopped)
  await expect(client.get('/v2/orders')).rejects.toThrow('ECONNREFUSED')
  http.close()
})
