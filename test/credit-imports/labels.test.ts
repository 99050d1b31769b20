import { expect, onTestFinished, test } from 'vitest'
import {
  checkCreditFile,
  findCreditImport,
  listCreditErrors,
  startCreditImports,
  startCredits,
} from '../../src/credit-imports/mod.ts'
import { CREDIT_COLUMNS } from '../../src/credit-imports/credit-row.ts'
import { readHeader } from '../../src/csv/mod.ts'
import { openFixture } from '../consumers/fixture.ts'
import { eventually } from '../support/eventually.ts'
import { TESTER } from '../support/tester.ts'

const HEADER = 'email,fullName,amount,currency,reference,metadata.team,metadata.cost center'

test('a credit has the labels of its row; other labels are not a replay, and faults name the line', async () => {
  const fixture = await openFixture()
  onTestFinished(() => fixture.close())
  const { db } = fixture
  const partnerId = await fixture.partner({ USD: 100_00n })
  const check = async (team: string) => {
    const rows = ['a@example.com,Ann,1,USD,row-1,', 'b@example.com,Ben,1,USD,row-2,,7']
    const csv = `${HEADER}\n${rows[0]}${team},\n${rows[1]}\n`
    async function* file() {
      yield await Promise.resolve(Buffer.from(csv))
    }
    const terms = { isDryRun: false, createsConsumers: true, fileReference: 'pay' }
    return await checkCreditFile(fixture, { ...terms, partnerId, actor: TESTER }, file())
  }
  const key = await check('HR')
  await startCredits(fixture, key, TESTER)
  const worker = startCreditImports(
    { ...fixture, leaseSeconds: 30, isBusy: () => false },
    () => undefined,
  )
  onTestFinished(() => worker.stop())
  await eventually(async () =>
    expect(await findCreditImport(db, key)).toMatchObject({ state: 'DONE', credited: 2 }),
  )
  const { rows } = await db.pool.query(
    `select metadata from transfers where partner_id = ${partnerId} and metadata is not null
     order by transfer_no`,
  )
  expect(rows).toEqual([{ metadata: { team: 'HR' } }, { metadata: { 'cost center': '7' } }])
  expect(await findCreditImport(db, await check('HR'))).toMatchObject({ state: 'CHECKED' })
  for (const [team, field] of [
    ['IT', 'reference'],
    ['x'.repeat(201), 'metadata'],
  ] as const) {
    const errors = await listCreditErrors(db, await check(team))
    expect(errors).toMatchObject([{ line: 2, field }])
  }
})

const faultsOf = (name: string) => {
  const names = ['amount', 'currency', 'reference', 'metadata.team', name]
  try {
    return readHeader(names, CREDIT_COLUMNS).labels.size
  } catch (error) {
    return error
  }
}
const fault = (message: unknown) => ({ extras: { details: [{ field: 'columns[4]', message }] } })

test('a repeated label is named; the fault of an unknown column says how labels begin', () => {
  expect(faultsOf('metadata.Team')).toBe(2)
  expect(faultsOf(' metadata.team ')).toMatchObject(fault('is a label again'))
  const faults = fault(expect.stringMatching(/, description, metadata\.…$/))
  expect(faultsOf('Metadata.team')).toMatchObject(faults)
})
