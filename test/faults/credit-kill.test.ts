import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import type { Json } from '../support/client.ts'
import { inTurn } from '../support/turns.ts'
import { onRunningDatabase } from './account-for.ts'
import { HaltingDatabase } from './halting-database.ts'
import { OperatorCalls } from './operator-calls.ts'
import { makeInstallation, type Installation } from './service-process.ts'

/** Three parts: two of 1,000 rows, and a small one. */
const ROWS = 2_020
const CONSUMERS = 101
const FUNDS = 10_000
/** Makes the file long enough that the check stores a part before it has ended. */
const PADDING = 'x'.repeat(60)
const FILE = [
  'email,fullName,amount,currency,reference,description',
  ...Array.from(
    { length: ROWS },
    (_, row) => `p${row % CONSUMERS}@example.com,A,1.25,USD,r${row},${PADDING}`,
  ),
  '',
].join('\n')

/**
 * The moment at which the service is killed: a statement, and the outcomes that are committed
 * before it.
 */
interface Moment {
  readonly statement: 'outcome' | 'end'
  readonly outcomes: number
  /** True if PostgreSQL commits, but the service does not learn of it. */
  readonly isCommitted: boolean
}

const MOMENTS: readonly Moment[] = [
  { statement: 'outcome', outcomes: 0, isCommitted: false },
  { statement: 'outcome', outcomes: 1, isCommitted: true },
  { statement: 'outcome', outcomes: 2, isCommitted: false },
  { statement: 'end', outcomes: 3, isCommitted: false },
]

test('kill -9 while a file is checked, credited and ended: each row is credited once', async () => {
  const installation = makeInstallation()
  let service = await installation.start()
  let operator = new OperatorCalls(service.url)
  const partnerId = await newPartner(operator)
  const path = `partners/${partnerId}/credit-imports`
  const upload = () =>
    operator.post(`${path}?fileReference=may&createConsumers=true`, FILE, 'text/csv')
  const find = (importId: string) => operator.get(`${path}/${importId}`)
  const untilDone = (importId: string): Promise<Json> =>
    eventually(async () => {
      const creditImport = await find(importId)
      expect(creditImport).toMatchObject({ state: 'DONE' })
      return creditImport
    })
  const { importId } = await upload()
  const cutOff = '019dc2b1-0000-7000-8000-000000000001'
  operator.beginUpload(`${path}?fileReference=june&createConsumers=true&importId=${cutOff}`, {
    text: FILE,
    bytesSent: FILE.length - 100,
  })
  await eventually(async () => expect(await find(cutOff)).toMatchObject({ rows: 1_000 }))
  const database = new HaltingDatabase(installation)
  await database.prepare(TRIGGERS)

  const creditedAtKills: number[] = []
  const moments = inTurn(MOMENTS, 2)
  for (const [at, moment] of moments.entries()) {
    await database.haltAt(moment.statement, afterOutcomes(moment))
    if (at === 0) await operator.post(`${path}/${importId}/start`, {})
    else {
      service = await installation.start()
      operator.http.close()
      operator = new OperatorCalls(service.url)
    }
    await database.untilHalted()
    creditedAtKills.push((await find(importId)).credited)
    expect(await service.end('SIGKILL')).toEqual({ code: null, signal: 'SIGKILL' })
    await database.goOn(moment)
  }
  await forget(installation, cutOff)
  service = await installation.start()
  operator.http.close()
  operator = new OperatorCalls(service.url)

  expect(creditedAtKills).toEqual(moments.map(({ outcomes }) => Math.min(outcomes * 1_000, ROWS)))
  expect(await untilDone(importId)).toMatchObject({ credited: ROWS, repeated: 0, refused: 0 })
  const report = await operator.text(`${path}/${importId}/report`)
  const cells = report
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','))
  expect(cells.map(([line, reference, outcome]) => [line, reference, outcome])).toEqual(
    Array.from({ length: ROWS }, (_, row) => [`${row + 2}`, `r${row}`, 'credited']),
  )
  const distinct = (column: number) => new Set(cells.map((row) => row[column])).size
  expect({ wallets: distinct(3), transfers: distinct(6) }).toEqual({
    wallets: CONSUMERS,
    transfers: ROWS,
  })
  await eventually(async () => expect(await find(cutOff)).toMatchObject({ state: 'REJECTED' }))

  const again = await upload()
  expect(again).toMatchObject({ state: 'CHECKED', left: [] })
  await operator.post(`${path}/${again.importId}/start`, {})
  expect(await untilDone(again.importId)).toMatchObject({ credited: 0, repeated: ROWS })
  const [{ available }] = await operator.get(`partners/${partnerId}/funds`)
  expect(FUNDS - available).toBe(ROWS * 1.25)
  expect(await operator.get('ledger/verify')).toMatchObject({ balanced: true, differences: [] })
  expect(service.log.filter(({ level }) => level >= 50)).toEqual([])
  operator.http.close()
  expect(await service.end('SIGTERM')).toEqual({ code: 0, signal: null })
})

function afterOutcomes({ outcomes }: Moment): string {
  return `${outcomes} = (select count(*) from credit_import_outcomes)`
}

async function newPartner(operator: OperatorCalls): Promise<number> {
  const { partnerId } = await operator.post('partners', { name: 'Payroll' })
  const deposit = { currency: 'USD', amount: FUNDS, reference: 'May' }
  await operator.post(`partners/${partnerId}/deposits`, deposit)
  return partnerId
}

const TRIGGERS = `
  create trigger outcome before insert on credit_import_outcomes
    for each row execute function halt('outcome');
  create trigger ends before update on credit_imports for each row
    when (new.state = 'DONE') execute function halt('end');`

/** Lets two minutes pass for an import whose check has stopped. */
function forget(installation: Installation, importId: string): Promise<unknown> {
  return onRunningDatabase(installation, (db) =>
    db.pool.query(
      `update credit_imports set progress_at = progress_at - interval '3 minutes'
       where import_id = $1`,
      [importId],
    ),
  )
}
