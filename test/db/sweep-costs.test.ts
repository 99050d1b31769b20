import { expect, onTestFinished, test } from 'vitest'
import {
  nextPartners,
  sql,
  type Database,
  type PartnerRange,
  type Statement,
} from '../../src/db/mod.ts'
import { partnersWithOldEvents } from '../../src/events/event-rows.ts'
import { feedsToRelay } from '../../src/events/feed-rows.ts'
import { nextTestPartners, partnersToRebalance } from '../../src/orders/sweep-rows.ts'
import { booksAhead, partnersDue } from '../../src/consumers/notification-rows.ts'
import { freshDatabase } from '../support/database.ts'
import { useSmallDatabases } from '../support/database-pool.ts'

useSmallDatabases()

interface AnalyzedPlan {
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly AnalyzedPlan[]
}

/** Adds partners that do nothing: half of them test partners, all with a feed. */
async function addPartners(db: Database, count: number): Promise<void> {
  await db.rows(sql`
    with new_partners as (
      insert into partners (name, created_at)
      select 'partner', now() from generate_series(1, ${count / 2}::integer)
      returning partner_id
    )
    insert into books (partner_id, last_instant) select partner_id, now() from new_partners`)
  await db.rows(sql`
    with new_partners as (
      insert into partners (name, created_at, test_of)
      select 'test', now(), partner_id from partners p
      where test_of is null
        and not exists (select from partners t where t.test_of = p.partner_id)
      returning partner_id
    )
    insert into books (partner_id, last_instant) select partner_id, now() from new_partners`)
  await db.rows(sql`
    insert into feeds (partner_id, last_transfer, listened_at)
    select partner_id, 0, now() from partners on conflict do nothing`)
  await db.rows(sql`analyze`)
}

/** Returns how many rows a statement reads, with those that it filters out. */
async function rowsRead(db: Database, statement: Statement<unknown>): Promise<number> {
  const [row] = await db.rows(
    sql<{ 'QUERY PLAN': [{ Plan: AnalyzedPlan }] }>`explain (analyze, format json) ${statement}`,
  )
  if (!row) throw new Error('no plan')
  return readBy(row['QUERY PLAN'][0].Plan)
}

function readBy({ Plans: below = [], ...node }: AnalyzedPlan): number {
  const removed = node['Rows Removed by Filter'] ?? 0
  const own = (node['Actual Rows'] + removed) * node['Actual Loops']
  return own + below.reduce((sum, one) => sum + readBy(one), 0)
}

test('the reads of sweeps every second do not grow with the number of partners', async () => {
  const database = await freshDatabase()
  onTestFinished(() => database.drop())
  const { db } = database
  const read = async (range: PartnerRange): Promise<number[]> => [
    await rowsRead(db, partnersToRebalance()),
    await rowsRead(db, nextTestPartners(0)),
    await rowsRead(db, feedsToRelay(range)),
    await rowsRead(db, partnersWithOldEvents(range, 0)),
    await rowsRead(db, booksAhead(range)),
    await rowsRead(db, partnersDue(range, Date.now())),
  ]

  await addPartners(db, 4_000)
  const range = await nextPartners(db, 'books', { after: 0, limit: 2_000 })
  const few = await read(range)
  await addPartners(db, 8_000)

  expect(range.next).toBe(range.last)
  expect(few[0]).toBe(0)
  expect(few[1]).toBeGreaterThan(400)
  expect(await read(range)).toEqual(few)
})
