import { afterEach, beforeEach, expect, test } from 'vitest'
import { createInstantCheck, listAlerts, type Alert } from '../../src/alerts/mod.ts'
import { systemClock } from '../../src/core/mod.ts'
import { freshDatabase, type FreshDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { startService } from '../support/service.ts'

const OPEN = { state: 'open', page: 1, pageSize: 10 } as const

let database: FreshDatabase

beforeEach(async () => {
  database = await freshDatabase()
})
afterEach(() => database.drop())

/**
 * Inserts the books of partners 1, 2, 3 ...; the last instant of each is that many seconds ahead.
 */
async function booksAhead(...seconds: number[]): Promise<void> {
  const { pool } = database.db
  await pool.query(
    `insert into partners (partner_id, name, status, created_at)
     overriding system value
     select no, 'Partner ' || no, 'ACTIVE', now() from generate_series(1, $1) as no`,
    [seconds.length],
  )
  await pool.query(
    `insert into books (partner_id, last_instant)
     select no, now() + make_interval(secs => ahead)
     from unnest($1::float8[]) with ordinality as inserted (ahead, no)`,
    [seconds],
  )
}

function checkOf(booksPerCheck?: number): () => Promise<void> {
  const { db } = database
  return createInstantCheck({ db, clock: systemClock, clockSkewSecondsMax: 5 }, booksPerCheck)
}

async function open(): Promise<Alert[]> {
  return (await listAlerts(database.db, OPEN)).rows
}

test('one alert counts the books that are further ahead than the setting, and names the furthest', async () => {
  await booksAhead(0, 3_600, -3_600, 345_600, 1)

  await checkOf()()

  expect(await open()).toMatchObject([
    {
      kind: 'instant_ahead',
      subject: 'books',
      severity: 'critical',
      message: expect.stringMatching(/2 books .* partner 4 by 34\d{4} s:/),
      details: { books: 2, partnerId: 4 },
      count: 1,
    },
  ])
})

test('a check reads a bounded number of books; the alert changes after a round over all', async () => {
  await booksAhead(3_600, 0, 0, 0, 7_200)
  const check = checkOf(2)

  await check()
  await check()
  expect(await open()).toEqual([])
  await check()
  expect(await open()).toMatchObject([{ details: { books: 2, partnerId: 5 }, count: 1 }])

  await database.db.pool.query('update books set last_instant = now()')
  await check()
  await check()
  expect(await open()).toHaveLength(1)
  await check()
  expect(await open()).toEqual([])
})

test('a service checks as it starts', async () => {
  const { db, admin, partner, another } = await startService({ funds: { USD: '1.00' } })
  await db.pool.query(`update books set last_instant = last_instant + interval '4 days'`)
  await another()

  await eventually(async () => {
    const { body } = await admin.get('/admin/v1/alerts?state=open')
    expect(body.data).toMatchObject([
      { kind: 'instant_ahead', details: { partnerId: partner.partnerId } },
    ])
  })
})
