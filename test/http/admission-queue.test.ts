import { ServerResponse, IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { systemClock } from '../../src/core/mod.ts'
import { AdmissionQueue } from '../../src/http/limits/admission-queue.ts'
import { eventually } from '../support/eventually.ts'
import { metricOf } from '../support/current-metrics.ts'
import { anOrder, startService } from '../support/service.ts'
import { aCredit, transactionsOf } from '../conformance/partner-v1/fixture.ts'
import { stoppedClock } from '../conformance/v2/fixture.ts'

const FULL = 1_024
const WAITING_MAX = 8_192
const WAIT_MS_MAX = 2_000

const CLIENTS: Readonly<Record<string, number>> = { ours: 1, theirs: 2 }

describe('the admission queue', () => {
  let queued: number[] = []
  let now = 0
  let seen: string[] = []
  let queue: AdmissionQueue

  beforeEach(() => {
    vi.useFakeTimers()
    seen = []
    now = 1_000
    queued = [0, FULL, 0]
    const clock = { now: () => now, monotonic: () => now }
    const ledger = {
      queued: (partnerId?: number) =>
        partnerId === undefined ? queued.reduce((sum, one) => sum + one) : (queued[partnerId] ?? 0),
    }
    const credentials = { partnerOf: (clientId: string) => CLIENTS[clientId] }
    queue = new AdmissionQueue({ ledger, credentials, clock })
  })
  afterEach(() => void vi.useRealTimers())

  function enter(name: string, clientId = 'ours'): ServerResponse {
    const response = new ServerResponse(new IncomingMessage(new Socket()))
    queue.enter(clientId, response, (error) => seen.push(error ? `${name} refused` : name))
    return response
  }

  test('lets writes through at once while the ledger has fewer than it can use', () => {
    queued[1] = FULL - 1
    enter('one')

    expect([seen, queue.waiting(), vi.getTimerCount()]).toEqual([['one'], 0, 0])
  })

  test('lets as many waiting writes go on as the ledger can use, in the order of arrival', () => {
    for (const name of ['one', 'two', 'three']) enter(name)
    vi.advanceTimersByTime(100)
    expect(seen).toEqual([])

    queued[1] = FULL - 2
    // A write that arrives now waits behind the earlier ones.
    enter('four')
    vi.advanceTimersByTime(5)
    expect([seen, queue.waiting()]).toEqual([['one', 'two'], 2])

    vi.advanceTimersByTime(5)
    expect(seen).toEqual(['one', 'two', 'three', 'four'])
    expect([queue.waiting(), vi.getTimerCount()]).toEqual([0, 0])
  })

  test('refuses exactly the writes that have waited for too long', () => {
    enter('one')
    now += 1
    enter('two')
    now += WAIT_MS_MAX - 1
    vi.advanceTimersByTime(5)

    expect([seen, queue.waiting()]).toEqual([['one refused'], 1])
  })

  test('refuses at once if the queue is full', () => {
    for (let at = 0; at < WAITING_MAX; at += 1) enter('waiting')
    enter('late')

    expect(seen).toEqual(['late refused'])
  })

  test('the flood of one partner does not delay or refuse the writes of others', () => {
    for (let at = 0; at < WAITING_MAX; at += 1) enter('waiting')
    enter('at once', 'theirs')
    enter('nobody known', 'unknown')
    expect(seen).toEqual(['at once', 'nobody known'])

    queued[2] = FULL
    enter('in its turn', 'theirs')
    vi.advanceTimersByTime(5)
    queued[2] = FULL - 1
    vi.advanceTimersByTime(5)

    expect(seen).toEqual(['at once', 'nobody known', 'in its turn'])
    expect(queue.waiting()).toBe(WAITING_MAX)
  })

  test('does nothing for a client that went away, and keeps no place for it', () => {
    enter('gone').destroy()
    enter('here')
    queued[1] = FULL - 1
    vi.advanceTimersByTime(5)

    expect([seen, queue.waiting()]).toEqual([['here'], 0])
  })
})

test('writes wait while the ledger is full; reads, the operator and the probes do not', async () => {
  const service = await startService({ funds: { USD: '100.00' }, clock: stoppedClock() })
  const { partner, admin, http, product, services } = service
  await product()
  await partner.orders()
  const queued = vi.spyOn(services.ledger, 'queued').mockReturnValue(FULL)

  const placing = partner.post('/v2/orders', anOrder())
  await eventually(async () => {
    expect(await metricOf(services, 'tessera_http_writes_waiting')).toBe(1)
  })
  expect(await partner.orders()).toEqual([])
  expect((await admin.post('/admin/v1/partners', { name: 'Other' })).status).toBe(201)
  expect((await http.send({ method: 'GET', target: '/health/ready' })).status).toBe(200)

  queued.mockRestore()
  expect((await placing).status).toBe(201)
})

test('503 with Retry-After in the error format of the path for writes that wait too long; no order is placed', async () => {
  let passed = 0
  const clock = { now: systemClock.now, monotonic: () => systemClock.monotonic() + passed }
  const service = await startService({ funds: { USD: '100.00' }, clock })
  const { partner, http, product, services } = service
  await product()
  await partner.orders()
  vi.spyOn(services.ledger, 'queued').mockReturnValue(FULL)

  const waiting = [
    partner.post('/v2/orders', anOrder()),
    partner.post(transactionsOf('1'), aCredit()),
  ]
  await eventually(async () => {
    expect(await metricOf(services, 'tessera_http_writes_waiting')).toBe(2)
  })
  const unsigned = await http.send({ method: 'POST', target: '/v2/orders', body: '{' })
  passed = WAIT_MS_MAX
  const [order, credit] = await Promise.all(waiting)

  const error = { code: 'INTERNAL_SERVER_ERROR', message: 'too many requests are waiting' }
  expect(order).toMatchObject({ status: 503, headers: { 'retry-after': '1' }, body: { error } })
  expect(credit).toMatchObject({ status: 503, body: { success: false, error } })
  expect(unsigned.status).toBe(401)
  expect(await partner.orders()).toEqual([])
})
