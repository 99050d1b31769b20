import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  announceAlerts,
  raiseAlert,
  resolveAlert,
  type Alert,
  type NewAlert,
} from '../../src/alerts/mod.ts'
import { repeat } from '../../src/core/mod.ts'
import { transact } from '../../src/db/mod.ts'
import type { Json } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { openService, type RunningService } from '../support/service.ts'
import { expectError } from '../conformance/v2/fixture.ts'

const ALERTS = '/admin/v1/alerts'
const ABOUT = { kind: 'supplier_unfunded', severity: 'critical', message: 'is empty' } as const

let service: RunningService

beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.end())

async function raise(subject: string, alert: Partial<NewAlert> = {}): Promise<void> {
  const at = alert.at ?? service.services.clock.now()
  await transact(service.db, async (tx) => {
    await Promise.resolve(raiseAlert(tx, { ...ABOUT, subject, ...alert, at }))
  })
}

async function alertsAbout(subject: string, query = ''): Promise<Json[]> {
  const { body } = await service.admin.get(`${ALERTS}${query}`)
  return body.data.filter((alert: Json) => alert.subject === subject)
}

test('one alert is open per kind and subject, counted, with the latest message', async () => {
  await raise('product:1', { at: 1_000, message: 'first', details: { supplier: 'a' } })
  await raise('product:1', { at: 3_000, message: 'second', severity: 'warning' })
  await raise('product:2')

  expect(await alertsAbout('product:1')).toEqual([
    {
      alertId: expect.any(Number),
      state: 'open',
      kind: 'supplier_unfunded',
      subject: 'product:1',
      severity: 'warning',
      message: 'second',
      details: {},
      raisedAt: '1970-01-01T00:00:01.000Z',
      lastSeenAt: '1970-01-01T00:00:03.000Z',
      count: 2,
    },
  ])
})

test('an alert whose transaction is rolled back is not raised', async () => {
  const failed = transact(service.db, (tx) => {
    raiseAlert(tx, { ...ABOUT, subject: 'undone', at: 1_000 })
    return Promise.reject(new Error('undone'))
  })

  await expect(failed).rejects.toThrow('undone')
  expect(await alertsAbout('undone')).toEqual([])
})

test('an alert that recurs after its resolution is a new one; states are listed separately', async () => {
  await raise('product:3')
  await transact(service.db, async (tx) => {
    await Promise.resolve(resolveAlert(tx, { kind: ABOUT.kind, subject: 'product:3', at: 5_000 }))
  })
  await raise('product:3')

  expect(await alertsAbout('product:3')).toMatchObject([{ count: 1 }, { count: 1 }])
  expect(await alertsAbout('product:3', '?state=resolved')).toMatchObject([
    { state: 'resolved', resolvedAt: '1970-01-01T00:00:05.000Z' },
  ])
  expect(await alertsAbout('product:3', '?state=open')).toEqual([
    expect.not.objectContaining({ resolvedAt: expect.anything() }),
  ])
})

test('the operator resolves an alert once; the audit log says who and why', async () => {
  const { admin } = service
  await raise('product:4')
  const [{ alertId } = {} as Json] = await alertsAbout('product:4')
  const path = `${ALERTS}/${alertId}/resolve`

  const reply = await admin.post(path, { reason: 'funded' })
  expect(reply).toMatchObject({ status: 200, body: { data: { alertId, kind: ABOUT.kind } } })
  expectError(await admin.post(path, { reason: 'again' }), 409, 'BUSINESS_RULE_VIOLATION')

  expect(await alertsAbout('product:4', '?state=open')).toEqual([])
  const { body } = await admin.get(`/admin/v1/audit?target=alert:${alertId}`)
  expect(body.data).toMatchObject([
    { actor: 'operator', action: 'alert.resolve', reason: 'funded', before: { count: 1 } },
  ])
})

test('each alert is logged once, however often it is raised and by however many processes', async () => {
  const { db, services } = service
  const seen: string[] = []
  const announcer = {
    db,
    clock: services.clock,
    channels: [],
    announce: ({ subject }: Alert) => void seen.push(subject),
  }
  const other = repeat(
    () => announceAlerts(announcer),
    100,
    (error) => void seen.push(String(error)),
  )
  for (const subject of ['product:5', 'product:5', 'product:6']) await raise(subject)
  await eventually(async () => {
    const { rows } = await db.pool.query('select from alerts where announced_at is null')
    expect(rows).toEqual([])
  })
  await other.stop()
  // Only the service announces this alert. Once it is logged, so are the alerts before it.
  await raise('product:7')
  const logged = await eventually(() => {
    const lines = service.logged.map((line) => JSON.parse(line))
    const alerts = lines.flatMap(({ alert, level, msg }) => (alert ? [{ alert, level, msg }] : []))
    expect(alerts.map(({ alert }) => alert.subject)).toContain('product:7')
    return alerts
  })

  const all = [...seen, ...logged.map(({ alert }) => alert.subject)]
  for (const subject of ['product:5', 'product:6', 'product:7']) {
    expect(all.filter((one) => one === subject)).toEqual([subject])
  }
  expect(logged[0]).toMatchObject({ level: 40, msg: expect.any(String) })
})

test('GET /metrics counts open alerts by kind', async () => {
  const { rows } = await service.db.pool.query('select from alerts where resolved_at is null')

  const { text } = await service.http.send({ method: 'GET', target: '/metrics' })

  expect(text).toContain(`tessera_alerts_open{kind="supplier_unfunded"} ${rows.length}\n`)
})
