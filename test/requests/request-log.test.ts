import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { MS_PER_DAY, systemClock, type Clock } from '../../src/core/mod.ts'
import { sql, type Database } from '../../src/db/mod.ts'
import { addDays, startOfDay, rotateDays } from '../../src/requests/days.ts'
import {
  findRequests,
  listCreations,
  listDownloads,
  listRequests,
  RequestLog,
  requestIds,
  type LoggedRequest,
} from '../../src/requests/mod.ts'
import { firstIdAt } from '../../src/requests/request-id.ts'
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
    rows: undefined,
    userId: undefined,
    failed: undefined,
  }
}

async function partitions(db: Database): Promise<string[]> {
  const rows = await db.rows(sql<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits
    where inhparent in ('request_blocks'::regclass, 'requests'::regclass)
      and inhrelid::regclass::text like 'request%s_203%'
    order by 1`)
  return rows.map(({ name }) => name)
}

function blocksOf(...daysOfMay: readonly string[]): string[] {
  return daysOfMay.map((day) => `request_blocks_203105${day}`)
}

test('a request is stored with all its fields, in the partition of its day', async () => {
  const { db, end } = await startDomainTest()
  const log = new RequestLog({ db, requestLogDays: 7 })
  const failed = { check: 'signature', message: 'no', stringToSign: 'GET\n\u{1F511}' } as const
  const callerRequestId = 'their-1'
  const [late, early] = [
    { ...requestAt(TODAY), callerRequestId, orderId: 'o', codesShown: 0, userId: 2 ** 31 - 1 },
    { ...requestAt(TODAY - 1), failed, status: undefined, code: 'C', micros: 2 ** 33 },
  ]
  log.add(late)
  log.add(early)
  await log.write()

  const stored = await listRequests(db, { limit: 10 })
  expect(stored).toEqual([
    { ...late, atMs: TODAY, partnerId: undefined, user: undefined },
    { ...early, atMs: TODAY - 1, partnerId: undefined, user: undefined },
  ])
  expect(await partitions(db)).toEqual(blocksOf('16', '17'))
  await end()
})

test('pages have each request once, whichever processes and blocks have it', async () => {
  const { db, end } = await startDomainTest()
  const logs = [1, 2, 3].map(() => new RequestLog({ db, requestLogDays: 7 }))
  const clientIds: readonly (string | undefined)[] = [randomUUID(), randomUUID(), undefined]
  const all: LoggedRequest[] = []
  for (let at = 0; at < 120; at += 1) {
    const [clientId, status] = [clientIds[(at * 7) % 3], at % 5 === 0 ? 402 : 200]
    // Not in the order in which they arrived, over three seconds.
    const request = { ...requestAt(TODAY + ((at * 37) % 120) * 25), clientId, status }
    all.push(request)
    logs[at % 3]?.add(request)
    if (at % 10 === 9) for (const log of logs) await log.write()
  }
  for (const log of logs) await log.write()
  all.sort((one, other) => (one.requestId < other.requestId ? 1 : -1))

  for (const isFailed of [false, true]) {
    for (const selectedIds of [undefined, clientIds.slice(0, 1), clientIds.slice(0, 2)]) {
      const range = { fromMs: TODAY + 100, beforeMs: TODAY + 2_500 }
      const filter = { ...range, isFailed, clientIds: selectedIds?.map(String), limit: 7 }
      const expected = all.filter(
        ({ requestId, clientId, status = 0 }) =>
          (selectedIds === undefined || selectedIds.includes(clientId)) &&
          (!isFailed || status >= 400) &&
          requestId >= firstIdAt(range.fromMs) &&
          requestId < firstIdAt(range.beforeMs),
      )
      const read: string[] = []
      for (let after: string | undefined; ; after = read.at(-1)) {
        const page = await listRequests(db, { ...filter, after })
        read.push(...page.map(({ requestId }) => requestId))
        if (page.length < 7) break
      }
      expect(read).toEqual(expected.map(({ requestId }) => requestId))
    }
  }
  const [newestRequest] = all
  expect(await findRequests(db, newestRequest?.requestId ?? '')).toMatchObject([newestRequest])
  await end()
})

test('an identifier finds its own requests only, though another identifier has the same hash', async () => {
  const { db, end } = await startDomainTest()
  const log = new RequestLog({ db, requestLogDays: 7 })
  // Their FNV-1a hashes are equal.
  const [one, other] = ['costarring', 'liquid']
  const creation = { ...requestAt(TODAY), orderId: one }
  const download = { ...requestAt(TODAY + 1), orderId: one, codesShown: 3 }
  log.add(creation)
  log.add(download)
  log.add({ ...requestAt(TODAY + 2), orderId: other, codesShown: 1 })
  log.add({ ...requestAt(TODAY + 3), callerRequestId: other })
  await log.write()
  expect(await listCreations(db, one)).toMatchObject([creation])
  expect(await listDownloads(db, one)).toMatchObject([download])
  expect(await findRequests(db, one)).toEqual([])
  expect(await findRequests(db, other)).toMatchObject([{ callerRequestId: other }])
  await end()
})

test('requests that were logged before there were blocks are found and listed', async () => {
  const { db, end } = await startDomainTest()
  const [older, newer] = [requestAt(TODAY), requestAt(TODAY + 1)]
  const clientId = older.clientId ?? ''
  await db.pool.query(`
    create table requests_20310517 partition of requests
      for values from ('2031-05-17Z') to ('2031-05-18Z');
    insert into requests (request_id, at, client_id, is_authenticated, method, path, status,
      micros, address, order_id, caller_request_id)
    values ('${older.requestId}', '2031-05-17Z', '${clientId}', true, 'GET', '/v2/orders', 500,
      1250, '::1', 'ord_1', 'their-1')`)
  const names = { orderId: 'ord_1', callerRequestId: 'their-1' }
  const log = new RequestLog({ db, requestLogDays: 7 })
  log.add({ ...newer, ...names })
  await log.write()
  const [first, second] = [
    { ...newer, ...names, atMs: TODAY + 1 },
    { ...older, ...names, atMs: TODAY, status: 500 },
  ]
  expect(await listRequests(db, { limit: 10 })).toMatchObject([first, second])
  expect(await listRequests(db, { limit: 1, after: newer.requestId })).toMatchObject([second])
  expect(await listRequests(db, { limit: 2, clientIds: [clientId] })).toMatchObject([second])
  expect(await listRequests(db, { limit: 2, isFailed: true })).toMatchObject([second])
  expect(await findRequests(db, older.requestId)).toMatchObject([second])
  expect(await findRequests(db, 'their-1')).toMatchObject([first, second])
  expect(await listCreations(db, 'ord_1')).toMatchObject([first, second])
  await rotateDays({ db, clock: clockAt(TODAY + 8 * MS_PER_DAY), requestLogDays: 7 })
  expect(await listRequests(db, { limit: 10 })).toEqual([])
  await end()
})

test('days that are too old are dropped, and each day is added before it begins', async () => {
  const { db, end } = await startDomainTest()
  await addDays(db, [TODAY - 8 * MS_PER_DAY, TODAY - 7 * MS_PER_DAY, TODAY - MS_PER_DAY])
  await rotateDays({ db, clock: clockAt(TODAY + 1), requestLogDays: 7 })
  expect(await partitions(db)).toEqual(blocksOf('10', '16', '17', '18'))

  await rotateDays({ db, clock: clockAt(TODAY + MS_PER_DAY), requestLogDays: 1 })
  expect(await partitions(db)).toEqual(blocksOf('17', '18', '19'))
  await end()
})

test('a day that another process dropped is added again', async () => {
  const { db, end } = await startDomainTest()
  const log = new RequestLog({ db, requestLogDays: 7 })
  log.add(requestAt(TODAY))
  await log.write()
  await db.pool.query('drop table request_blocks_20310517')
  const request = requestAt(TODAY + 5)
  log.add(request)
  await expect(log.write()).rejects.toThrow('no partition')
  await log.write()
  expect(await listRequests(db, { limit: 10 })).toMatchObject([{ requestId: request.requestId }])
  await end()
})

test('requests beyond the limit of the queue are dropped and counted, the others are written', async () => {
  const { db, end } = await startDomainTest()
  const log = new RequestLog({ db, requestLogDays: 7 })
  const [request, nextId] = [requestAt(TODAY), requestIds(clockAt(TODAY))]
  for (let at = 0; at < 50_003; at += 1) log.add({ ...request, requestId: nextId() })
  expect(log.unlogged()).toBe(3)
  await log.write()
  const newest = await listRequests(db, { limit: 60_000 })
  expect(new Set(newest.map(({ requestId }) => requestId)).size).toBe(50_000)
  await end()
})

test('0 days: nothing is logged, and all days are dropped', async () => {
  const { db, end } = await startDomainTest()
  const log = new RequestLog({ db, requestLogDays: 0 })
  log.add(requestAt(TODAY))
  await log.write()
  expect(await partitions(db)).toEqual([])
  await addDays(db, [TODAY - MS_PER_DAY])
  await rotateDays({ db, clock: clockAt(TODAY), requestLogDays: 0 })
  expect(await partitions(db)).toEqual([])
  expect(startOfDay(TODAY + 1)).toBe(TODAY)
  await end()
})
