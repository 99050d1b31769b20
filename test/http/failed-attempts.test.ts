import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { isoTime, networkOf, signedHeaders } from '../../src/core/mod.ts'
import { loadConfig } from '../../src/settings/mod.ts'
import { stoppedClock } from '../conformance/v2/fixture.ts'
import { signedClient, type Reply } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { ADMIN_TOKEN, dataOf, startService } from '../support/service.ts'

/** A service that allows one failure a second, ten at once, on a stopped clock. */
async function limitedService() {
  const clock = stoppedClock()
  const service = await startService({ settings: { failureLimit: 1 }, clock })
  const { partner, http } = service
  const forged = signedClient(http, { ...partner.credentials, hmacSecret: 'x' }, clock.now)
  const operator = (token: string): Promise<Reply> =>
    http.send({
      method: 'GET',
      target: '/admin/v1/partners',
      headers: { authorization: `Bearer ${token}` },
    })
  return { ...service, clock, forged, operator }
}

async function statusesOf(times: number, ask: () => Promise<Reply>): Promise<number[]> {
  const statuses: number[] = []
  for (let at = 0; at < times; at += 1) statuses.push((await ask()).status)
  return statuses
}

const TEN = Array.from({ length: 10 }, () => 401)

test('429 RATE_LIMIT_EXCEEDED to one wrong signature too many; a right signature is always served', async () => {
  const { clock, partner, forged } = await limitedService()

  expect(await statusesOf(11, () => forged.get('/v2/orders'))).toEqual([...TEN, 429])
  const refused = await forged.get('/api/partner/v1/customer')
  expect(refused).toMatchObject({
    status: 429,
    headers: { 'retry-after': '1' },
    body: { success: false, error: { code: 'RATE_LIMIT_EXCEEDED' } },
  })
  expect((await partner.get('/v2/orders')).status).toBe(200)
  clock.advance(1_000)
  expect(await statusesOf(2, () => forged.get('/v2/orders'))).toEqual([401, 429])
})

test('with the default limit, a developer who tries out signatures gets 401 and 403 with the reason', async () => {
  const { failureLimit } = loadConfig({})
  const { partner, http } = await startService({ settings: { failureLimit } })
  const forged = signedClient(http, { ...partner.credentials, hmacSecret: 'x' })
  const ask = (target: string) => Array.from({ length: 50 }, () => forged.get(target))

  const [orders, customers] = await Promise.all([
    Promise.all(ask('/v2/orders')),
    Promise.all(ask('/api/partner/v1/customer')),
  ])

  expect(new Set(orders.map(({ status }) => status))).toEqual(new Set([401]))
  expect(new Set(customers.map(({ status }) => status))).toEqual(new Set([403]))
})

test('an unknown client, a wrong key and a wrong signature are limited alike', async () => {
  const { clock, http, partner, forged } = await limitedService()
  await statusesOf(10, () => forged.get('/v2/orders'))

  const wrong = [
    { ...partner.credentials, clientId: randomUUID() },
    { ...partner.credentials, apiKey: `tsk_${'A'.repeat(43)}` },
    { ...partner.credentials, hmacSecret: 'other' },
  ].map((one) => signedClient(http, one, clock.now))
  const replies = await Promise.all(wrong.map((client) => client.get('/v2/orders')))
  expect(replies.map(({ status }) => status)).toEqual([429, 429, 429])
  expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
})

test('429 to one wrong operator token too many; the right token is served, also for the first time', async () => {
  const { another, http } = await limitedService()
  const { url } = await another()
  const ask = async (token: string): Promise<number> => {
    const headers = { authorization: `Bearer ${token}` }
    return (await fetch(`${url}/admin/v1/partners`, { headers })).status
  }

  for (const expected of [...TEN, 429, 429]) expect(await ask('wrong')).toBe(expected)
  expect(await ask(ADMIN_TOKEN)).toBe(200)
  expect(await ask('wrong')).toBe(429)
  expect((await http.send({ method: 'GET', target: '/health/live' })).status).toBe(200)
})

/** Sends a wrongly signed request in the name of a client, from an address of this machine. */
async function forgedFrom(
  localAddress: string,
  { url, clientId, now }: { url: string; clientId: string; now: number },
): Promise<number | undefined> {
  const forger = { clientId, apiKey: 'tsk_1', hmacSecret: 'x' }
  const headers = signedHeaders(forger, { method: 'GET', body: '', timestamp: isoTime(now) })
  const sent = request(`${url}/v2/orders`, { localAddress, headers, agent: false })
  sent.end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  response.resume()
  return response.statusCode
}

test('failures in the name of one client are limited over all addresses; other clients are not', async () => {
  const { clock, url, partner } = await limitedService()
  const { clientId } = partner.credentials
  const tries = { url, clientId, now: clock.now() }

  const statuses = []
  for (let at = 0; at < 12; at += 1) statuses.push(await forgedFrom(`127.0.0.${at + 2}`, tries))

  expect(statuses).toEqual([...TEN, 429, 429])
  expect(await forgedFrom('127.0.0.20', { ...tries, clientId: randomUUID() })).toBe(401)
  expect((await partner.get('/v2/orders')).status).toBe(200)
})

interface Alert {
  readonly kind: string
  readonly subject: string
  readonly message: string
}

function wrongAgain(what: string): string {
  return `${what} are wrong again and again, last from 127.0.0.1`
}

test('failures are logged with address and claimed client, counted, and raise an alert', async () => {
  const { admin, clock, http, logged, partner, forged, operator } = await limitedService()
  await statusesOf(12, () => forged.get('/v2/orders'))
  await statusesOf(12, () => operator('wrong'))

  const { clientId } = partner.credentials
  await eventually(() => {
    const lines = logged.join('')
    expect(lines).toContain(`"address":"127.0.0.1","claimedClientId":"${clientId}"`)
    expect(lines).not.toContain('Bearer')
  })
  clock.advance(1_000)
  const { text } = await http.send({ method: 'GET', target: '/metrics' })
  expect(text).toContain('tessera_authentication_failures_total{as="partner"} 12')
  expect(text).toContain('tessera_authentication_failures_total{as="operator"} 12')
  await eventually(async () => {
    const alerts: Alert[] = dataOf(await admin.get('/admin/v1/alerts?state=open'))
    const raised = alerts.map(({ kind, subject, message }) => [kind, { subject, message }] as const)
    const { partnerId } = partner
    expect(new Map(raised)).toEqual(
      new Map([
        ['wrong_operator_tokens', { subject: 'operator', message: wrongAgain('operator tokens') }],
        [
          'wrong_signatures',
          {
            subject: `partner:${partnerId}`,
            message: wrongAgain(`signatures of partner ${partnerId}`),
          },
        ],
      ]),
    )
  })
})

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8::6', '2001:db8:0:0'],
  ['2001:db8:1::2:3:4:5', '2001:db8:1:0'],
  ['::1', '0:0:0:0'],
  ['192.0.2.1:50123', '192.0.2.1'],
  ['[2001:db8::6]:50123', '2001:db8:0:0'],
  ['2001:0DB8:0000::6', '2001:db8:0:0'],
])('failures from the address %s are counted for %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
