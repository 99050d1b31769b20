import { afterEach, beforeEach, expect, test } from 'vitest'
import { connect, type Database } from '../../src/db/mod.ts'
import {
  listAllOrders,
  listOrders,
  ORDER_STATUSES,
  type OrderStatus,
} from '../../src/orders/mod.ts'
import { freshDatabase, type FreshDatabase } from '../support/database.ts'
import { useSmallDatabases } from '../support/database-pool.ts'

useSmallDatabases()

const PARTNER = 1
const DAY = 86_400_000
const FIRST_DAY = Date.parse('2026-03-01T00:00:00Z')

let database: FreshDatabase
/** A database with one connection, so that the reads of its statements can be counted. */
let db: Database

beforeEach(async () => {
  database = await freshDatabase()
  db = connect(database.target, { connectionsMax: 1, onIdleError: () => undefined })
})
afterEach(async () => {
  await db.close()
  await database.drop()
})

/** Inserts orders with these statuses, numbered from 1, ten a day. */
async function insertOrders(statuses: readonly OrderStatus[]): Promise<void> {
  await db.pool.query(
    `insert into partners (partner_id, name, created_at) overriding system value
     values ($1, 'Acme', now())`,
    [PARTNER],
  )
  await db.pool.query(
    `insert into books (partner_id, last_order, last_instant) values ($1, $2, now())`,
    [PARTNER, statuses.length],
  )
  await db.pool.query(
    `insert into orders (
       partner_id, order_no, client_reference, fingerprint, currency, total_minor, unit_count,
       status, previous_status, status_since, hold_no, created_at, completed_at)
     select $1, no, no, '', 'USD', 1, 1, status,
       case status when 'PENDING' then null when 'COMPLETED' then 'PROCESSING' else 'PENDING' end,
       now(), case status when 'ON_HOLD' then null else no end,
       to_timestamp($2::double precision / 1000) + (no - 1) / 10 * interval '1 day',
       case status when 'COMPLETED' then now() end
     from unnest($3::text[]) with ordinality as numbered (status, no)`,
    [PARTNER, FIRST_DAY, statuses],
  )
}

/** Returns statuses that are the same at every run, some repeated and some alternating. */
function mixedStatuses(count: number): OrderStatus[] {
  return Array.from({ length: count }, (_, at) => {
    const index = (at * at * 7 + Math.floor(at / 5) * 3) % 11
    return ORDER_STATUSES[index] ?? 'COMPLETED'
  })
}

test('pages of each status agree with the whole list, at any depth, with and without days', async () => {
  const statuses = mixedStatuses(60)
  await insertOrders(statuses)
  const days: { createdFromMs?: number; createdBeforeMs?: number }[] = [
    {},
    { createdFromMs: FIRST_DAY + DAY },
    { createdFromMs: FIRST_DAY + DAY, createdBeforeMs: FIRST_DAY + 4 * DAY },
    { createdBeforeMs: FIRST_DAY },
  ]

  for (const status of ORDER_STATUSES) {
    for (const day of days) {
      const { createdFromMs = 0, createdBeforeMs = Infinity } = day
      const expectedNos = statuses
        .map((one, at) => ({ one, no: at + 1, at: FIRST_DAY + Math.floor(at / 10) * DAY }))
        .filter(({ one, at }) => one === status && at >= createdFromMs && at < createdBeforeMs)
        .map(({ no }) => no)
        .toReversed()
      for (const pageSize of [1, 4]) {
        for (let page = 1; page <= Math.ceil(expectedNos.length / pageSize) + 1; page += 1) {
          const request = { filter: { status, ...day }, page, pageSize }
          const { orders, totalRecords } = await listOrders(db, PARTNER, request)
          const offset = (page - 1) * pageSize
          expect(orders.map((order) => order.orderNo)).toEqual(
            expectedNos.slice(offset, offset + pageSize),
          )
          expect(totalRecords).toBe(expectedNos.length)
        }
      }
    }
  }
})

test('a page of COMPLETED orders among many reads few index entries, at any depth', async () => {
  await insertOrders(
    Array.from({ length: 1_000 }, (_, at) => (at % 300 === 7 ? 'CANCELLED' : 'COMPLETED')),
  )

  for (const page of [1, 90]) {
    const before = await entriesRead()
    const request = { filter: { status: 'COMPLETED' }, page, pageSize: 10 } as const
    expect(await listOrders(db, PARTNER, request)).toMatchObject({ totalRecords: 996 })
    expect((await entriesRead()) - before).toBeLessThan(50)
  }
})

test('the first order of a day is found among many, with few reads of index entries', async () => {
  const count = 1_000
  await insertOrders(Array.from({ length: count }, () => 'COMPLETED'))
  await db.pool.query('analyze orders')

  for (let day = 0; day <= count / 10; day += 3) {
    const [since, before] = [{ createdFromMs: dayAt(day) }, { createdBeforeMs: dayAt(day) }]
    const page = { page: 1, pageSize: 1 }
    const entries = await entriesRead()
    const later = await listOrders(db, PARTNER, { filter: since, ...page })
    expect((await entriesRead()) - entries).toBeLessThan(80)
    const earlier = await listOrders(db, PARTNER, { filter: before, ...page })
    expect([earlier.totalRecords, later.totalRecords]).toEqual([10 * day, count - 10 * day])
    expect(earlier.orders.map(({ orderNo }) => orderNo)).toEqual(day === 0 ? [] : [10 * day])
  }
})

test('the list of all partners counts each status, also when it continues after an order', async () => {
  const statuses = mixedStatuses(150)
  await insertOrders(statuses)
  const orderNo = 131
  const after = { partnerId: PARTNER, orderNo, createdMs: dayAt((orderNo - 1) / 10) }

  for (const status of ORDER_STATUSES) {
    for (const [from, last] of [
      [undefined, 150],
      [after, orderNo - 1],
    ] as const) {
      const page = await listAllOrders(db, { status, after: from, page: 1, pageSize: 5 })
      const numbers = statuses.flatMap((one, at) => (one === status && at < last ? at + 1 : []))
      expect(page.totalRecords).toBe(numbers.length)
      expect(page.orders.map((order) => order.orderNo)).toEqual(numbers.toReversed().slice(0, 5))
    }
  }
})

function dayAt(day: number): number {
  return FIRST_DAY + day * DAY
}

/** Returns the number of entries of all indexes of `orders` that were read so far. */
async function entriesRead(): Promise<number> {
  await db.pool.query('select pg_stat_force_next_flush()')
  const { rows } = await db.pool.query<{ read: string }>(
    `select sum(idx_tup_read)::text as read from pg_stat_user_indexes where relname = 'orders'`,
  )
  return Number(rows[0]?.read)
}
