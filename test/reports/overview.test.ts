import { afterEach, beforeEach, expect, test } from 'vitest'
import { compile, distributedOf } from '../../src/db/sql.ts'
import '../../src/distribution/mod.ts'
import { readOverview } from '../../src/reports/mod.ts'
import { fundsByCurrency } from '../../src/reports/overview-rows.ts'
import { freshDatabase, type FreshDatabase } from '../support/database.ts'
import { indexesOf, planNodes } from '../support/plans.ts'
import { useSmallDatabases } from '../support/database-pool.ts'

useSmallDatabases()

let database: FreshDatabase

beforeEach(async () => {
  database = await freshDatabase()
  await database.db.pool.query(`
    insert into partners (partner_id, name, test_of, created_at) overriding system value
    values (1, 'one', null, now()), (2, 'other', null, now()), (3, 'one (test)', 1, now());
    insert into books (partner_id, last_instant) select partner_id, now() from partners;
    insert into accounts (partner_id, account_id, kind, currency, credits_posted, debits_posted,
                          debits_pending)
    values (1, 1, 'funds', 'USD', 1000, 100, 50), (1, 2, 'deposits', 'USD', 0, 1000, 0),
           (1, 3, 'funds', 'JPY', 0, 0, 0), (2, 1, 'funds', 'USD', 7, 9, 1),
           (3, 1, 'funds', 'USD', 5000, 20, 3), (3, 2, 'funds', 'EUR', 600, 0, 0)`)
})
afterEach(() => database.drop())

async function funds(): Promise<unknown> {
  const { funds: found } = await readOverview(database.db, 0)
  return found.map(({ currency, ...row }) => [currency.code, row.postedMinor, row.heldMinor])
}

test('the funds of the overview are those of all partners but test partners, after each write', async () => {
  const { db } = database
  expect(await funds()).toEqual([
    ['JPY', 0n, 0n],
    ['USD', 898n, 51n],
  ])
  await db.pool.query(
    'update accounts set credits_posted = credits_posted + 2 where account_id = 1',
  )
  expect(await funds()).toContainEqual(['USD', 902n, 51n])

  const [other] = distributedOf(fundsByCurrency())
  expect(other && (await db.rows(other))).toEqual(await db.rows(fundsByCurrency()))
})

test('the funds of the overview are added up without a lookup of each partner', async () => {
  const nodes = await planNodes(database.db, compile(fundsByCurrency()).text)

  expect(indexesOf(nodes)).toContain('partners_test')
  expect(indexesOf(nodes)).not.toContain('partners_pkey')
})
