import { afterEach, beforeEach, expect, test } from 'vitest'
import { createFundsCheck, listAlerts, type Alert } from '../../src/alerts/mod.ts'
import { deleteFundsLevels, spendingAfter } from '../../src/alerts/fund-level-rows.ts'
import { sql } from '../../src/db/mod.ts'
import { compile } from '../../src/db/sql.ts'
import { planNodes } from '../support/plans.ts'
import { startFulfillmentFixture, type FulfillmentFixture } from '../support/fulfillment-fixture.ts'
import { MS_PER_DAY } from '../../src/core/mod.ts'
import { useSmallDatabases } from '../support/database-pool.ts'

useSmallDatabases()

let fixture: FulfillmentFixture

beforeEach(async () => {
  fixture = await startFulfillmentFixture()
  await fixture.product()
  fixture.worker()
})
afterEach(() => fixture.end())

function checkOf(accountsPerCheck?: number): () => Promise<void> {
  const { db, clock } = fixture
  return createFundsCheck({ db, clock, lowFundsDays: 3, lowFundsMarginDays: 2 }, accountsPerCheck)
}

async function spend(amount: number): Promise<void> {
  const order = await fixture.place({ items: [{ productId: 1, amount, quantity: 1 }] })
  await fixture.reaches(order, 'COMPLETED')
}

async function alerts(state: 'open' | 'resolved' = 'open'): Promise<Alert[]> {
  const { rows } = await listAlerts(fixture.db, { state, page: 1, pageSize: 10 })
  return rows.filter(({ kind }) => kind === 'low_funds')
}

async function levels(): Promise<unknown[]> {
  return fixture.db.rows(sql`select spent_minor::text from funds_levels order by day`)
}

test('funds that last for fewer than three days raise an alert, with the days left', async () => {
  const check = checkOf()
  await fixture.deposit(400)
  await check()
  await spend(100)
  await check()
  expect(await alerts()).toEqual([])

  await spend(10)
  await check()

  expect(await alerts()).toMatchObject([
    {
      subject: `partner:${fixture.partnerId}:USD`,
      severity: 'warning',
      message: 'Acme has 290.00 USD to spend, enough for 2.6 days at 110.00 USD a day',
      details: { currency: 'USD', available: '290.00', perDay: '110.00', daysLeft: 2.6 },
      count: 1,
    },
  ])
})

test('the alert stays until the funds last for two days more', async () => {
  const check = checkOf()
  await fixture.deposit(110)
  await spend(100)
  await check()
  await check()
  expect(await alerts()).toMatchObject([{ details: { daysLeft: 0.1 } }])

  await fixture.deposit(480)
  await check()
  expect(await alerts()).toMatchObject([{ details: { daysLeft: 4.9 } }])
  await fixture.deposit(10)
  await check()
  expect(await alerts()).toEqual([])
  expect(await alerts('resolved')).toHaveLength(1)

  await fixture.reverse(50)
  await check()
  expect(await alerts()).toEqual([])
})

test('spending of the last week counts; reversals and holds do not', async () => {
  const check = checkOf()
  await fixture.deposit(1_000)
  await check()
  await fixture.reverse(300)
  await check()
  expect(await alerts()).toEqual([])
  await spend(500)
  fixture.clock.advance(2 * MS_PER_DAY)
  await check()
  expect(await alerts()).toMatchObject([{ details: { daysLeft: 0.8, perDay: '250.00' } }])

  fixture.clock.advance(10 * MS_PER_DAY)
  await check()
  expect(await alerts()).toEqual([])
})

test('a level is recorded on each day after spending, and deleted after a week', async () => {
  const check = checkOf()
  await fixture.deposit(1_000)
  for (let day = 0; day < 12; day += 1) {
    await check()
    await check()
    if (day !== 5) await spend(1)
    fixture.clock.advance(MS_PER_DAY)
  }
  await check()
  const remaining = [500, 600, 700, 800, 900, 1_000, 1_100]
  expect(await levels()).toEqual(remaining.map((spent) => ({ spent_minor: String(spent) })))
})

test('empty funds are critical, and a partner that is suspended has no alert', async () => {
  const check = checkOf()
  await fixture.deposit(100)
  await spend(100)
  await check()
  expect(await alerts()).toMatchObject([{ severity: 'critical', details: { daysLeft: 0 } }])

  await fixture.db.rows(sql`update partners set status = 'SUSPENDED'`)
  await check()

  expect(await alerts()).toEqual([])
})

test('a pass over all accounts ends after several checks', async () => {
  await fixture.deposit(100, 'EUR')
  await fixture.deposit(100)
  await spend(100)
  const check = checkOf(1)

  await check()
  await check()
  expect(await alerts()).toEqual([])
  await check()

  expect(await alerts()).toMatchObject([{ subject: `partner:${fixture.partnerId}:USD` }])
})

test('after the first pass of a day, only accounts of changed books and low ones are read', async () => {
  const { db, clock, partnerId } = fixture
  await db.pool.query(`
    with new_partners as (
      insert into partners (name, created_at) select 'idle', now() from generate_series(1, 50)
      returning partner_id),
    opened as (
      insert into books (partner_id, last_instant) select partner_id, '-infinity' from new_partners)
    insert into accounts (partner_id, account_id, kind, currency)
    select partner_id, 1, 'funds', 'USD' from new_partners`)
  const read: number[][] = []
  const rows: typeof db.rows = async (statement) => {
    const result = await db.rows(statement)
    if (compile(statement).text.includes('as base_seen_at')) {
      read.push(result.map((row) => Number(Object(row).partner_id)))
    }
    return result
  }
  const options = { clock, lowFundsDays: 3, lowFundsMarginDays: 2 }
  const check = createFundsCheck({ ...options, db: { ...db, rows } })
  const accountsRead = async (): Promise<number[]> => {
    read.length = 0
    await check()
    return read.flat()
  }
  await fixture.deposit(1_000)
  expect(await accountsRead()).toHaveLength(51)

  clock.advance(120_000)
  expect(await accountsRead()).toEqual([partnerId])
  clock.advance(120_000)
  expect(await accountsRead()).toEqual([])

  await spend(900)
  expect(await accountsRead()).toEqual([partnerId])
  clock.advance(120_000)
  await check()
  clock.advance(120_000)
  expect(await accountsRead()).toEqual([partnerId])
  expect(await alerts()).toMatchObject([{ details: { daysLeft: 0.1 } }])

  clock.advance(MS_PER_DAY)
  expect(await accountsRead()).toHaveLength(51)
})

test('processes that check at once raise one alert', async () => {
  await fixture.deposit(100)
  await spend(100)

  await Promise.all(Array.from({ length: 8 }, () => checkOf()()))

  expect(await alerts()).toHaveLength(1)
  expect(await alerts('resolved')).toEqual([])
})

test('accounts and levels are read by their indexes', async () => {
  const { db } = fixture
  await db.pool.query(`
    insert into accounts (partner_id, account_id, kind, currency)
    select partner_id, account_id, 'funds', 'USD'
    from generate_series(100, 200) as partner_id, generate_series(1, 1) as account_id`)
  await db.pool.query('analyze accounts')
  const statement = spendingAfter({ partner_id: 0, currency: '' }, { since: 0, limit: 10 })

  const nodes = await planNodes(db, compile(statement).text)

  const scans = nodes.filter((node) => node['Relation Name'] !== undefined)
  expect(scans.map((node) => node['Index Name'])).toEqual([
    'accounts_chart',
    'accounts_chart',
    ...Array.from({ length: 3 }, () => 'funds_levels_pkey'),
  ])
  expect(scans[0]?.['Index Cond']).toContain('ROW(partner_id, currency) >')
})

test('the levels to delete are found by account, also in a plan for an empty table', async () => {
  const places = [{ partner_id: 1, currency: 'USD' }]
  await fixture.db.pool.query('analyze funds_levels')

  const nodes = await planNodes(fixture.db, compile(deleteFundsLevels(places, 0)).text)

  expect(nodes.filter((node) => node['Join Filter'] !== undefined)).toEqual([])
  expect(nodes.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([])
})
