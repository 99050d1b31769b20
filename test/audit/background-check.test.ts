import { afterAll, beforeAll, expect, test } from 'vitest'
import { followAuditFaults } from '../../src/alerts/watch-audit.ts'
import { checkNextDays, sealEntries } from '../../src/audit/mod.ts'
import type { Json } from '../support/client.ts'
import { dataOf, openService, type RunningService } from '../support/service.ts'
import { MS_PER_DAY, MS_PER_HOUR } from '../../src/core/mod.ts'

const FIVE_MINUTES_MS = 300_000

let now = Date.UTC(2026, 0, 30, 12)
let service: RunningService

beforeAll(async () => {
  service = await openService({
    clock: { now: () => now, monotonic: () => performance.now() },
    // The test seals and verifies.
    settings: { role: 'api' },
  })
  for (let day = 0; day < 3; day += 1) {
    for (const name of ['Acme', 'Bolt', 'Cord']) {
      dataOf(await service.admin.post('/admin/v1/partners', { name }))
    }
    await sealEntries(service.services)
    now += MS_PER_DAY
  }
  // It is the day after the last entries, and their day is still open.
  now -= MS_PER_HOUR
})
afterAll(() => service.end())

/** Verifies the next day, an hour later: with a limit of one entry, a call verifies one day. */
async function checkNextDay(): Promise<Json> {
  now += MS_PER_HOUR
  const { fault } = (await checkNextDays(service.services, 1)) ?? {}
  return { fault, through: await verifiedThrough() }
}

async function verifiedThrough(): Promise<unknown> {
  const { rows } = await service.db.pool.query(
    'select verified_through::text as day from audit_checks',
  )
  return rows[0]?.day
}

async function openAlerts(): Promise<Json[]> {
  const alerts = dataOf(await service.admin.get('/admin/v1/alerts?state=open'))
  return alerts.filter(({ kind }: Json) => kind === 'audit_broken')
}

async function setTarget(auditId: number, target: string): Promise<void> {
  await service.db.pool.query('update audit_entries set target = $2 where audit_id = $1', [
    auditId,
    target,
  ])
}

async function lastCheck(): Promise<Json> {
  return dataOf(await service.admin.get('/admin/v1/audit/verification/last'))
}

test('the days are verified one after the other, and from the first one again', async () => {
  expect(await lastCheck()).toEqual({})

  const results = []
  for (let check = 0; check < 4; check += 1) results.push(await checkNextDay())

  expect(results).toEqual([
    { fault: undefined, through: '2026-01-30' },
    { fault: undefined, through: '2026-01-31' },
    { fault: undefined, through: null },
    { fault: undefined, through: '2026-01-30' },
  ])
  expect(await lastCheck()).toEqual({
    checkedAt: new Date(now).toISOString(),
    completedAt: new Date(now - MS_PER_HOUR).toISOString(),
  })
})

test('if several processes check at once, one does, and none within the next hour', async () => {
  now += MS_PER_HOUR
  const both = [checkNextDays(service.services, 1), checkNextDays(service.services, 1)]
  const completed = (await Promise.all(both)).filter((one) => one !== undefined)
  now += MS_PER_HOUR - 1

  expect(completed).toHaveLength(1)
  expect(await checkNextDays(service.services, 1)).toBeUndefined()
})

test('an alert names a changed entry, and is resolved once the entry is restored', async () => {
  const { rows } = await service.db.pool.query(
    `select audit_id::int as id, target from audit_links join audit_entries using (audit_id)
     where day = '2026-01-31' and place = 2`,
  )
  const [{ id, target }] = rows
  await setTarget(id, 'partner:999')
  await service.db.pool.query("update audit_checks set verified_through = '2026-01-30'")

  now += MS_PER_HOUR
  await followAuditFaults(service.services, 1)

  const where = `day 2026-01-31, place 2, entry ${id}`
  const message = 'the entry was changed, or does not belong here'
  expect(await openAlerts()).toMatchObject([
    {
      subject: 'audit',
      severity: 'critical',
      message: `the audit log does not verify at ${where}: ${message}`,
      details: { day: '2026-01-31', place: 2, auditId: id, fault: message },
    },
  ])
  expect(await lastCheck()).toMatchObject({ fault: { auditId: id, message } })
  expect(await verifiedThrough()).toBe('2026-01-30')

  await setTarget(id, target)
  now += FIVE_MINUTES_MS
  await followAuditFaults(service.services, 1)

  expect(await openAlerts()).toEqual([])
  expect(await lastCheck()).not.toHaveProperty('fault')
  expect(await verifiedThrough()).toBe('2026-01-31')
})

test('a fault of the last day stays a fault when another day follows', async () => {
  const { rows } = await service.db.pool.query(
    `select audit_id::int as id, target from audit_links join audit_entries using (audit_id)
     where day = '2026-02-01' and place = 2`,
  )
  const [{ id, target }] = rows
  await setTarget(id, 'partner:999')
  await service.db.pool.query('update audit_checks set verified_through = null')
  expect(await checkNextDay()).toMatchObject({ fault: { day: '2026-02-01', auditId: id } })

  now += MS_PER_DAY
  dataOf(await service.admin.post('/admin/v1/partners', { name: 'Dove' }))
  await sealEntries(service.services)

  expect(await checkNextDay()).toMatchObject({ fault: { day: '2026-02-01', auditId: id } })
  await setTarget(id, target)
  expect(await checkNextDay()).toMatchObject({ fault: undefined })
})

test('a fault of the last day is found while other days are verified', async () => {
  await service.db.pool.query('update audit_checks set verified_through = null')
  const { rows } = await service.db.pool.query(
    `update audit_days set signature = '\\x00' where day = (select max(day) from audit_days)
     returning day::text`,
  )

  const { fault, through } = await checkNextDay()

  expect(fault).toEqual({
    day: rows[0]?.day,
    message: 'the signature of the head of the day does not match it',
  })
  expect(through).toBeNull()
})
