import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { systemClock, type Clock } from '../../../src/core/mod.ts'
import { connect } from '../../../src/db/mod.ts'
import { startService } from '../../../src/process/service.ts'
import { startLossyProxy } from '../../ledger/lossy-proxy.ts'
import { Http, signedClient, type Reply } from '../../support/client.ts'
import { eventually } from '../../support/eventually.ts'
import { anOrder, dataOf, openService, startService as ownService } from '../../support/service.ts'
import type { RunningService } from '../../support/service.ts'
import { aDebit, newCustomer, transactionsOf } from '../partner-v1/fixture.ts'
import { completeOrder, placeOrder, reverse, SECOND, stoppedClock, UUID } from '../v2/fixture.ts'

let service: RunningService

/** Lead of the monotonic clock of the services, which read their figures once a second. */
let aheadMs = 0
const fastClock: Clock = {
  now: () => systemClock.now(),
  monotonic: () => systemClock.monotonic() + aheadMs,
}

beforeAll(async () => {
  service = await openService({ funds: { USD: '1000.00' }, clock: fastClock })
})

afterAll(() => service.end())

function get(target: string, instance: RunningService = service): Promise<Reply> {
  return instance.http.send({ method: 'GET', target })
}

/** The metrics of the service, as Prometheus reads them: `name{labels}` and a value. */
async function figures(instance: RunningService = service): Promise<Map<string, number>> {
  aheadMs += SECOND
  const { text } = await get('/metrics', instance)
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(' ')
      return [line.slice(0, at), Number(line.slice(at + 1))]
    }),
  )
}

describe('health', () => {
  test.each([
    ['/health/live', 'live'],
    ['/health/ready', 'ready'],
  ])('GET %s 200 without authentication', async (target, status) => {
    const reply = await get(target)

    expect(reply).toMatchObject({ status: 200, body: { status } })
    expect(reply.headers['x-request-id']).toMatch(UUID)
  })

  test('GET /health/ready: 503 while the database is away, then 200; /health/live: always 200', async () => {
    const clock = stoppedClock()
    const own = await ownService({ clock })
    const name = await databaseNameOf(own)
    expect((await get('/health/ready', own)).status).toBe(200)
    clock.advance(2 * SECOND)

    await onServer(`alter database ${name} allow_connections false`)
    await onServer(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
    )

    await eventually(async () => expect((await get('/health/ready', own)).status).toBe(503))
    expect((await get('/health/live', own)).status).toBe(200)

    await onServer(`alter database ${name} allow_connections true`)
    await eventually(async () => expect((await get('/health/ready', own)).status).toBe(200))
  })

  test('503 with Retry-After in both APIs while the database is away', async () => {
    const { partner, services } = service
    const proxy = await startLossyProxy({
      ...inject('postgres'),
      database: await databaseNameOf(service),
    })
    // This process does no background work, because the outcome of a lost COMMIT is looked up for
    // ten seconds.
    const config = { ...services.config, role: 'api' } as const
    const { url, stop } = await startService({ ...services, config, target: proxy.target })
    const http = new Http(url)
    const client = signedClient(http, partner.credentials)
    expect((await client.get('/v2/accounts/balances')).status).toBe(200)

    await proxy.close()

    for (const target of ['/v2/orders', '/api/partner/v1/customer']) {
      expect(await client.get(target)).toMatchObject({
        status: 503,
        body: { error: { code: 'INTERNAL_SERVER_ERROR' } },
        headers: { 'retry-after': expect.stringMatching(/^[1-9]\d*$/) },
      })
    }
    http.close()
    await stop().catch(() => undefined)
  })
})

async function databaseNameOf({ db }: RunningService): Promise<string> {
  const { rows } = await db.pool.query<{ name: string }>(`select current_database() as name`)
  return rows[0]?.name ?? ''
}

async function onServer(statement: string): Promise<void> {
  const server = connect(inject('postgres'), { connectionsMax: 1, onIdleError: () => undefined })
  await server.pool.query(statement)
  await server.close()
}

function refusalsOf(kind: string): string {
  return `tessera_refusals_total{kind="${kind}"}`
}

function openBatches(status: string): string {
  return `tessera_batches_open{status="${status}"}`
}

describe('GET /metrics 200', () => {
  test('is the text of Prometheus, without authentication', async () => {
    const reply = await get('/metrics')

    expect(reply.status).toBe(200)
    expect(reply.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
    expect(reply.headers['x-request-id']).toMatch(UUID)
  })

  test('labels requests by their route, never by an id in the path', async () => {
    const { productId } = await service.product()
    const { id } = await completeOrder(service, { productId })
    const route = 'route="GET /v2/orders/{orderId}",method="GET",status="200"'
    const count = `tessera_http_request_duration_seconds_count{${route}}`
    const before = (await figures()).get(count)

    await service.partner.get(`/v2/orders/${id}`)

    await eventually(async () => expect((await figures()).get(count)).toBe((before ?? 0) + 1))
    expect([...(await figures()).keys()].join('\n')).not.toContain(id)
  })

  test('counts the groups of writes and the durations of their commits, and sums their sizes', async () => {
    const names = [
      'tessera_ledger_group_writes_count',
      'tessera_ledger_commit_duration_seconds_count',
    ]
    const before = await figures()

    await newCustomer(service.partner)

    const after = await figures()
    for (const name of names) expect(after.get(name)).toBeGreaterThan(before.get(name) ?? Infinity)
    expect(after.get('tessera_ledger_group_writes_sum')).toBeGreaterThan(0)
    expect(after.get('tessera_ledger_queued_writes')).toBe(0)
  })

  test('counts refusals by their kind: a debit above the balance is a refusal, not a fault', async () => {
    const { walletId } = await newCustomer(service.partner)
    const before = await figures()

    await service.partner.post(transactionsOf(walletId), aDebit())
    await service.partner.post('/v2/orders', anOrder({ items: [] }))
    await get('/v2/accounts/balances')

    const after = await figures()
    for (const name of ['wallet_insufficient', 'invalid_request', 'unauthenticated']) {
      expect(after.get(refusalsOf(name))).toBe((before.get(refusalsOf(name)) ?? 0) + 1)
    }
  })

  test('shows the open batches by their status, and no batch of a cancelled order', async () => {
    const own = await ownService({ funds: { USD: '10.00' }, clock: fastClock })
    const { productId } = await own.product({ supplier: 'vault' })
    const openCounts = async (): Promise<unknown[]> => {
      const all = await figures(own)
      return ['PENDING', 'PROCESSING', 'FAILED'].map((status) => all.get(openBatches(status)))
    }
    expect(await openCounts()).toEqual([0, 0, 0])

    const { id } = await placeOrder(own.partner, { productId })
    await own.waitForOrder(id, 'OUT_OF_STOCK')
    expect(await openCounts()).toEqual([1, 0, 0])

    await reverse(own, ['USD', 10])
    await own.waitForOrder(id, 'ON_HOLD')
    expect(await openCounts()).toEqual([1, 0, 0])

    dataOf(await own.admin.post(`/admin/v1/orders/${id}/cancel`, { reason: 'not wanted' }))
    expect(await openCounts()).toEqual([0, 0, 0])
  })
})
