import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { webhookFault } from '../support/documented.ts'
import { movableClock } from '../support/domain.ts'
import { anOrder, dataOf, shareService, type RunningService } from '../support/service.ts'
import { LOCAL, openEndpoint, publish } from './feed.ts'
import { MS_PER_DAY } from '../../src/core/mod.ts'

const clock = movableClock()
const open = shareService({ settings: LOCAL, clock })

/** Verifies with the library that receivers use; its clock is that of this machine. */
function verify(secret: string, { headers, body }: { headers: object; body: string }) {
  return new Webhook(secret).verify(body, headers as Record<string, string>)
}

test('the event of a completed order arrives, signed with the secret of the endpoint', async () => {
  const service = await open({ funds: { USD: '100' } })
  const { receiver, endpoint } = await openEndpoint(service, { eventTypes: ['order.completed'] })
  const { productId } = await service.product()

  const order = dataOf(await service.partner.post('/v2/orders', anOrder({ productId })))

  await expect.poll(() => receiver.received.length).toBe(1)
  const [received = expect.unreachable()] = receiver.received
  expect(verify(endpoint.secret, received)).toMatchObject({
    id: received.headers['webhook-id'],
    type: 'order.completed',
    data: { orderId: order.id, status: 'COMPLETED' },
  })
})

test('during a rotation messages verify with the old secret and with the new one, later with the new', async () => {
  const service = await open()
  const { receiver, endpoint, path } = await openEndpoint(service)
  const key = { 'idempotency-key': '0197d3c0-5a3c-7000-8000-000000000001' }
  const rotated = await service.partner.post(`${path}/rotate`, { overlapSeconds: 60 }, key)
  const again = await service.partner.post(`${path}/rotate`, { overlapSeconds: 60 }, key)
  expect(again.text).toBe(rotated.text)
  const { secret } = dataOf(rotated)

  await publish(service, [{ subject: 'a' }])
  await expect.poll(() => receiver.received.length).toBe(1)
  const [both = expect.unreachable()] = receiver.received
  verify(endpoint.secret, both)
  verify(secret, both)

  clock.advance(60_000)
  await publish(service, [{ subject: 'a' }])
  await expect.poll(() => receiver.received.length).toBe(2)
  const [, later = expect.unreachable()] = receiver.received
  verify(secret, later)
  expect(() => verify(endpoint.secret, later)).toThrow('No matching signature found')
})

test('a rotation during the overlap of another one is refused, unless it ends all former secrets', async () => {
  const service = await open()
  const { receiver, endpoint, path } = await openEndpoint(service)
  const rotate = (overlapSeconds?: number) =>
    service.partner.post(`${path}/rotate`, { overlapSeconds })
  const first = dataOf(await rotate(60))
  const until = first.previousSecretExpiresAt

  for (const overlap of [1, undefined]) {
    const refused = await rotate(overlap)
    expect(refused.status).toBe(409)
    expect(refused.body.error.message).toContain(`until ${until}: rotate after that, or send`)
  }
  const { secret } = dataOf(await rotate(0))

  await publish(service, [{ subject: 'a' }])
  await expect.poll(() => receiver.received.length).toBe(1)
  const [received = expect.unreachable()] = receiver.received
  verify(secret, received)
  for (const former of [endpoint.secret, first.secret])
    expect(() => verify(former, received)).toThrow('No matching signature found')
  expect((await rotate(60)).status).toBe(200)
  clock.advance(60_000)
  expect((await rotate(60)).status).toBe(200)
})

test('an event that fails holds back its subject only, and is sent first when it is due', async () => {
  const service = await open()
  const { receiver, path, arrived } = await openEndpoint(service)
  const { respond } = receiver
  respond((response) => {
    respond((next) => void next.writeHead(204).end())
    response.writeHead(500).end('broken')
  })
  const [first, other, behind] = await publish(service, [
    { subject: 'a' },
    { subject: 'b' },
    { subject: 'a' },
  ])
  const listed = async (query: string) =>
    (await service.partner.get(`${path}/deliveries?${query}`)).body.data
  await expect
    .poll(() => listed('outcome=failed'))
    .toMatchObject([{ attempt: 1, httpStatus: 500, error: 'HTTP 500', response: 'broken' }])
  await expect.poll(arrived).toEqual([first, other])

  clock.advance(6_000)
  await expect.poll(arrived).toEqual([first, other, first, behind])
  await expect
    .poll(() => listed(`event=evt_${service.partner.partnerId}_${first}`))
    .toMatchObject([
      { attempt: 2, succeeded: true, httpStatus: 204 },
      { attempt: 1, succeeded: false },
    ])
})

test('an endpoint that responds 410 is disabled at once, with an alert, until it is enabled', async () => {
  const service = await open()
  const { receiver, endpoint, path, arrived } = await openEndpoint(service)
  receiver.respond((response) => void response.writeHead(410).end())
  const [first] = await publish(service, [{ subject: 'a' }])

  await expect
    .poll(async () => dataOf(await service.partner.get(path)))
    .toMatchObject({ state: 'DISABLED', disabledReason: 'gone' })
  const alerts = async () => (await service.admin.get('/admin/v1/alerts?state=open')).body.data
  expect(await alerts()).toContainEqual(
    expect.objectContaining({
      kind: 'webhook_disabled',
      subject: `webhook-endpoint:${endpoint.id}`,
      message: expect.stringContaining('responded 410 Gone and is disabled'),
    }),
  )

  receiver.respond((response) => void response.writeHead(204).end())
  await service.partner.send('PATCH', path, { body: { state: 'ENABLED' } })
  await expect.poll(arrived).toEqual([first, first])
  expect(await alerts()).not.toContainEqual(
    expect.objectContaining({ subject: `webhook-endpoint:${endpoint.id}` }),
  )
})

/** Lets time pass for an endpoint, whose worker would otherwise poll only every half second. */
function advance({ services, partner }: RunningService, ms: number): void {
  clock.advance(ms)
  services.wakeWebhooks(partner.partnerId)
}

/** The longest pauses before the second, third and fourth attempt of an event. */
const RETRY_MS = [6_000, 360_000, 2_160_000] as const

test('an endpoint that accepts nothing for five days, and then for half an hour, is disabled with an alert', async () => {
  const service = await open()
  const { receiver, endpoint, path } = await openEndpoint(service)
  receiver.respond((response) => void response.writeHead(503).end())
  const shown = async () => dataOf(await service.partner.get(path))
  const attempts = async () => (await service.partner.get(`${path}/deliveries`)).body.data.length
  await publish(service, [{ subject: 'a' }])
  await expect.poll(attempts).toBe(1)

  advance(service, 5 * MS_PER_DAY)
  await expect.poll(attempts).toBe(2)
  advance(service, RETRY_MS[1])
  await expect.poll(attempts).toBe(3)
  expect(await shown()).toMatchObject({ state: 'ENABLED', failingSince: expect.any(String) })

  advance(service, RETRY_MS[2])
  await expect.poll(shown).toMatchObject({ state: 'DISABLED', disabledReason: 'failing' })
  expect((await service.admin.get('/admin/v1/alerts?state=open')).body.data).toContainEqual(
    expect.objectContaining({
      kind: 'webhook_disabled',
      subject: `webhook-endpoint:${endpoint.id}`,
      message: expect.stringContaining('has accepted nothing for 5 days and is disabled'),
    }),
  )
})

test('an endpoint that accepts some events is not disabled, however long another one fails', async () => {
  const service = await open()
  const { receiver, path } = await openEndpoint(service)
  const attempts = async () => (await service.partner.get(`${path}/deliveries`)).body.data.length
  receiver.respond((response) => void response.writeHead(503).end())
  await publish(service, [{ subject: 'a' }])
  await expect.poll(attempts).toBe(1)
  advance(service, RETRY_MS[0])
  await expect.poll(attempts).toBe(2)
  advance(service, RETRY_MS[1])
  await expect.poll(attempts).toBe(3)

  receiver.respond((response) => {
    const body = receiver.received.at(-1)?.body ?? ''
    response.writeHead(body.includes('accepted') ? 204 : 503).end()
  })
  await publish(service, [{ subject: 'b', type: 'accepted' }])
  await expect.poll(attempts).toBe(4)
  advance(service, 5 * MS_PER_DAY)
  await expect.poll(attempts).toBe(5)
  expect(dataOf(await service.partner.get(path))).toMatchObject({ state: 'ENABLED' })
})

test('a redirect is a failure, and a huge response is cut', async () => {
  const service = await open()
  const { receiver, path } = await openEndpoint(service)
  receiver.respond((response) => void response.writeHead(302, { location: '/hooks' }).end())
  await publish(service, [{ subject: 'a' }])
  const newest = async () => (await service.partner.get(`${path}/deliveries`)).body.data[0]
  await expect.poll(newest).toMatchObject({ error: 'HTTP 302: redirects are not followed' })
  expect(receiver.received).toHaveLength(1)

  receiver.respond((response) => {
    response.writeHead(500)
    const more = (): void => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
    }
    response.on('drain', more)
    more()
  })
  await publish(service, [{ subject: 'b' }])
  await expect.poll(newest).toMatchObject({ httpStatus: 500, response: 'x'.repeat(1_000) })
})

test('a paused endpoint gets nothing, and gets the waiting events once it is enabled', async () => {
  const service = await open()
  const { path, arrived } = await openEndpoint(service)
  await service.partner.send('PATCH', path, { body: { state: 'PAUSED' } })
  const published = await publish(service, [{ subject: 'a' }])
  const other = await openEndpoint(service)
  const later = await publish(service, [{ subject: 'b' }])
  await expect.poll(other.arrived).toEqual(later)
  expect(arrived()).toEqual([])

  await service.partner.send('PATCH', path, { body: { state: 'ENABLED' } })
  await expect.poll(arrived).toEqual([...published, ...later])
})

test('events are replayed by id and by time, in their order', async () => {
  const service = await open()
  const { partnerId } = service.partner
  const { path, arrived } = await openEndpoint(service)
  const at = clock.now() - 3_600_000
  const published = await publish(service, [
    { subject: 'a', atMs: at },
    { subject: 'a', atMs: at + 1_000 },
    { subject: 'a', atMs: at + 2_000 },
  ])
  await expect.poll(arrived).toEqual(published)

  const [first, second, third] = published
  const byId = await service.partner.post(`${path}/replay`, {
    eventIds: [`evt_${partnerId}_${second}`],
  })
  expect([byId.status, byId.body.data]).toEqual([202, { events: 1 }])
  await expect.poll(arrived).toEqual([first, second, third, second])

  const from = new Date(at).toISOString()
  const to = new Date(at + 2_000).toISOString()
  await service.partner.post(`${path}/replay`, { from, to })
  await expect.poll(arrived).toEqual([first, second, third, second, first, second])
})

test('a removed endpoint is shown as removed, and is not listed', async () => {
  const service = await open()
  const { endpoint, path } = await openEndpoint(service)

  const removed = await service.partner.send('POST', `${path}/remove`)

  expect(dataOf(removed)).toMatchObject({ id: endpoint.id, state: 'REMOVED' })
  expect((await service.partner.get('/v2/webhook-endpoints')).body.data).toEqual([])
})

test('a test returns the response of the receiver at once', async () => {
  const service = await open()
  const { receiver, endpoint, path } = await openEndpoint(service)
  receiver.respond((response) => void response.writeHead(401).end('wrong secret'))

  const { data } = (await service.partner.send('POST', `${path}/test`)).body
  expect(data).toMatchObject({
    succeeded: false,
    httpStatus: 401,
    error: 'HTTP 401',
    response: 'wrong secret',
  })
  const [received = expect.unreachable()] = receiver.received
  expect((await service.partner.get(`${path}/deliveries`)).body.data).toEqual([])
  expect(received.headers['webhook-id']).toBe(data.eventId)
  const event = JSON.parse(received.body)
  expect(event).toMatchObject({ type: 'webhook.test', data: { endpointId: endpoint.id } })
  expect(webhookFault(event)).toBeUndefined()
  expect(webhookFault({ ...event, data: {} })).toContain("must have required property 'endpointId'")
})
