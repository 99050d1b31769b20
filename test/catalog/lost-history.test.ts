import { expect, onTestFinished, test } from 'vitest'
import { createCatalog, productsIn, readDatabaseTime, recordRates } from '../../src/catalog/mod.ts'
import { scaledRate } from '../../src/core/mod.ts'
import { oneRow, sql, transact } from '../../src/db/mod.ts'
import { currency, startDomainTest } from '../support/domain.ts'

test('a rate that the database has lost prices no order', async () => {
  const { db, clock, product, end } = await startDomainTest()
  onTestFinished(end)
  const catalog = createCatalog({ db, clock })
  await product({ currency: 'USD' })
  const record = (rate: bigint): Promise<unknown> =>
    transact(db, async (tx) => {
      const rates = [{ from: currency('USD'), to: currency('EUR'), rate: scaledRate(rate) }]
      const effectiveAt = await readDatabaseTime(tx)
      await recordRates(tx, { rates, source: 'test', actor: 'test', effectiveAt })
    })
  const rateNow = async (): Promise<bigint | undefined> =>
    productsIn(await catalog.asOf(db), { partnerId: 1, currency: currency('EUR') })[0]?.rate
  await record(90_000_000n)
  const before = await oneRow(db, sql<{ version: bigint }>`select version from catalog_version`)

  await record(80_000_000n)
  expect(await rateNow()).toBe(80_000_000n)
  // The state of a promoted standby that lacked the last commit. Then the catalog changes again.
  await db.rows(sql`delete from fx_rates where rate_no = (select max(rate_no) from fx_rates)`)
  await db.rows(sql`update catalog_version set version = ${before.version}`)
  await product({ currency: 'USD' })

  expect(await rateNow()).toBe(90_000_000n)
})
