import { afterEach, beforeEach, expect, test } from 'vitest'
import { listAlerts } from '../../src/alerts/mod.ts'
import { createCatalog, readDatabaseTime, readRates, recordRates } from '../../src/catalog/mod.ts'
import { checkRates } from '../../src/catalog/rate-watch.ts'
import { transact } from '../../src/db/mod.ts'
import { startDomainTest, type Domain } from '../support/domain.ts'
import { MS_PER_HOUR } from '../../src/core/mod.ts'

let domain: Domain

beforeEach(async () => {
  domain = await startDomainTest()
  await domain.deposit(10, 'EUR')
  await domain.deposit(10, 'JPY')
  await domain.product({ currency: 'USD' })
})
afterEach(() => domain.end())

const STALE_HOURS = 96

/** Records rates of pairs such as `USD/EUR`, in force since `hoursAgo`. */
async function record(source: string, pairs: readonly string[], hoursAgo = 0): Promise<void> {
  const rates = readRates(
    pairs.map((pair) => ({ from: pair.slice(0, 3), to: pair.slice(4), rate: 2 })),
  )
  await transact(domain.db, async (tx) => {
    const effectiveAt = (await readDatabaseTime(tx)) - hoursAgo * MS_PER_HOUR
    await recordRates(tx, { rates, source, actor: 'test', effectiveAt })
  })
}

async function openAfterCheck(rateStaleHours = STALE_HOURS): Promise<unknown[]> {
  const { db, clock } = domain
  await checkRates({ db, clock, catalog: createCatalog(domain), rateStaleHours })
  const { rows } = await listAlerts(db, { state: 'open', page: 1, pageSize: 100 })
  return rows.map(({ kind, subject, details }) => ({ kind, subject, details }))
}

function stale(source: string, pairs: readonly string[]) {
  const since: unknown = expect.any(String)
  const details = { source, hours: STALE_HOURS, pairs, stale: pairs.length, since }
  return { kind: 'rate_stale', subject: `rates:${source}`, details }
}

test('one alert for all stale pairs of a source, until other rates are in force', async () => {
  await record('ECB 2026-10-02', ['USD/EUR', 'USD/JPY'], STALE_HOURS + 1)
  expect(await openAfterCheck()).toEqual([stale('ECB 2026-10-02', ['USD/EUR', 'USD/JPY'])])
  expect(await openAfterCheck(STALE_HOURS + 2)).toEqual([])
  expect(await openAfterCheck()).toHaveLength(1)
  expect(await openAfterCheck(0)).toEqual([])

  await openAfterCheck()
  await record('by hand', ['USD/EUR'])
  expect(await openAfterCheck()).toEqual([stale('ECB 2026-10-02', ['USD/JPY'])])
  await record('ECB 2026-10-06', ['USD/EUR', 'USD/JPY'])
  expect(await openAfterCheck()).toEqual([])
})

test('a list is as old as its day, however often it is imported', async () => {
  const { db } = domain
  const rates = readRates([{ from: 'USD', to: 'EUR', rate: 2 }])
  const listDay = (await readDatabaseTime(db)) - (STALE_HOURS + 1) * MS_PER_HOUR
  const list = { rates, source: 'ECB', listDay, effectiveAt: undefined, actor: 'test' }
  for (let day = 0; day < 2; day += 1) await transact(db, (tx) => recordRates(tx, list))

  expect(await openAfterCheck()).toMatchObject([stale('ECB', ['USD/EUR'])])
  expect(await openAfterCheck(STALE_HOURS + 2)).toEqual([])
})

test('a rate that no order used is not stale, however old', async () => {
  const pairs = ['EUR/USD', 'USD/GBP', 'GBP/EUR', 'USD/EUR']
  await domain.product({ currency: 'GBP', active: false })
  await record('list', pairs, STALE_HOURS + 1)

  expect(await openAfterCheck()).toEqual([stale('list', ['USD/EUR'])])
})

test('a future rate does not end the alert of a stale one', async () => {
  await record('old', ['USD/EUR'], STALE_HOURS)
  await record('to come', ['USD/EUR'], -1)

  expect(await openAfterCheck()).toEqual([stale('old', ['USD/EUR'])])
})
