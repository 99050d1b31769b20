import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { MS_PER_DAY, systemClock, type Clock } from '../../src/core/mod.ts'
import { sql, type Database } from '../../src/db/mod.ts'
import { addDays, startOfDay, turnDays } from '../../src/requests/days.ts'
import { listRequests, RequestLog, requestIds, type LoggedRequest } from '../../src/requests/mod.ts'
import { startDomainTest } from '../support/domain.ts'

const TODAY = Date.UTC(2031, 4, 17)

function clockAt(ms: number): Clock {
  return { ...systemClock, now: () => ms }
}

function requestAt(ms: number): LoggedRequest {
  return {
    requestId: requestIds(clockAt(ms))(),
    callerRequestId: undefined,
    clientId: randomUUID(),
    isAuthenticated: true,
    method: 'GET',
    path: '/v2/orders',
    status: 200,
    code: undefined,
    micros: 1_250,
    address: '::1',
    orderId: undefined,
    codesShown: undefined,
    userId: undefined,
    failed: undefined,
  }
}

async function days(db: Database): Promise<string[]> {
  const rows = await db.rows(sql<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits
    where inhparent = 'requests'::regclass and inhrelid::regclass::text like 'requests_203%'
    order by 1`)
  return rows.map(({ name }) => name)
}

test('a request is stored as it was noted, in the partition of its day', async () => {
  const { db, end } = await startDomainTest()
  const log = new RequestLog({ db, requestLogDays: 7 })
  const failed = { check: 'signature', message: 'no', stringToSign: 'GET\n\u{1F511}' } as const
  const callerRequestId = 'their-1'
  const [late, early] = [
    { ...requestAt(TODAY), callerRequestId },
    { ...requestAt(TODAY - 1), failed, status: undefined },
  ]
  log.note(late)
  log.note(early)
  await log.write()

  const stored = await listRequests(db, { limit: 10 })
  expect(stored).toEqual([
    { ...late, atMs: TODAY, partnerId: undefined, user: undefined },
    { ...early, atMs: TODAY - 1, partnerId: undefined, user: undefined },
  ])
  expect(await days(db)).toEqual(['requests_20310516', 'requests_20310517'])
  await end()
})

test('days that are too old are dropped, and tomorrow is there before it begins', async () => {
  const { db, end } = await startDomainTest()
  await addDays(db, [TODAY - 8 * MS_PER_DAY, TODAY - 7 * MS_PER_DAY, TODAY - MS_PER_DAY])
  await turnDays({ db, clock: clockAt(TODAY + 1), requestLogDays: 7 })
  const kept = ['requests_20310510', 'requests_20310516', 'requests_20310517', 'requests_20310518']
  expect(await days(db)).toEqual(kept)

  await turnDays({ db, clock: clockAt(TODAY + MS_PER_DAY), requestLogDays: 1 })
  expect(await days(db)).toEqual(['requests_20310517', 'requests_20310518', 'requests_20310519'])
  await end()
})

test('a day that another process dropped is added again', async () => {
  const { db, end } = await startDomainTest()
  const log = new RequestLog({ db, requestLogDays: 7 })
  log.note(requestAt(TODAY))
  await log.write()
  await db.pool.query('drop table requests_20310517')
  const request = requestAt(TODAY + 5)
  log.note(request)
  await expect(log.write()).rejects.toThrow('no partition')
  await log.write()
  expect(await listRequests(db, { limit: 10 })).toMatchObject([{ requestId: request.requestId }])
  await end()
})

test('requests beyond what may wait are left out and counted, the others are written', async () => {
  const { db, end } = await startDomainTest()
  const log = new RequestLog({ db, requestLogDays: 7 })
  const request = requestAt(TODAY)
  for (let at = 0; at < 50_003; at += 1) log.note(request)
  expect(log.unlogged()).toBe(3)
  await log.write()
  const [counted] = await db.rows(sql<{ rows: bigint }>`select count(*) as rows from requests`)
  expect(counted?.rows).toBe(50_000n)
  await end()
})

test('0 days: nothing is noted, and all days are dropped', async () => {
  const { db, end } = await startDomainTest()
  const log = new RequestLog({ db, requestLogDays: 0 })
  log.note(requestAt(TODAY))
  await log.write()
  expect(await days(db)).toEqual([])
  await addDays(db, [TODAY - MS_PER_DAY])
  await turnDays({ db, clock: clockAt(TODAY), requestLogDays: 0 })
  expect(await days(db)).toEqual([])
  expect(startOfDay(TODAY + 1)).toBe(TODAY)
  await end()
})
