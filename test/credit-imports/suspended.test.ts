import { expect, onTestFinished, test, vi } from 'vitest'
import {
  checkCreditFile,
  findCreditImport,
  startCreditImports,
  startCredits,
} from '../../src/credit-imports/mod.ts'
import { aConsumer, fundsOf, openFixture } from '../consumers/fixture.ts'
import { untilOneWaits } from '../support/lock-waits.ts'
import { TESTER } from '../support/tester.ts'

test('a part that meets a suspension waits for it, and is not credited', async () => {
  const fixture = await openFixture()
  onTestFinished(() => fixture.close())
  const { db } = fixture
  const partnerId = await fixture.partner({ USD: 100_00n })
  await aConsumer(fixture, partnerId, { email: 'ada@example.com' })
  const rows = 'email,amount,currency,reference\nada@example.com,5,USD,row-1\n'
  const terms = { partnerId, actor: TESTER, fileReference: 'pay' }
  const options = { isDryRun: false, createsConsumers: false }
  async function* file() {
    yield await Promise.resolve(Buffer.from(rows))
  }
  const key = await checkCreditFile(fixture, { ...terms, ...options }, file())
  await startCredits(fixture, key, TESTER)
  const operator = await db.pool.connect()
  onTestFinished(() => operator.release())
  await operator.query('begin')
  await operator.query(`update partners set status = 'SUSPENDED' where partner_id = $1`, [
    partnerId,
  ])

  const worker = startCreditImports(
    { ...fixture, leaseSeconds: 30, isBusy: () => false },
    () => undefined,
  )
  await untilOneWaits(db)
  await operator.query('commit')

  await vi.waitFor(async () =>
    expect(await findCreditImport(db, key)).toMatchObject({
      state: 'STOPPED',
      failure: 'the partner is SUSPENDED',
      credited: 0,
    }),
  )
  await worker.stop()
  expect(await fundsOf(fixture, partnerId)).toEqual({ USD: 100_00n })
})
