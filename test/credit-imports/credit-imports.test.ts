import { EventEmitter, once } from 'node:events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  cancelCredits,
  checkCreditFile,
  creditsLeft,
  findCreditImport,
  followStopped,
  listCreditErrors,
  readCreditReport,
  rejectStalledChecks,
  startCreditImports,
  startCredits,
  type CreditImportKey,
} from '../../src/credit-imports/mod.ts'
import { minorUnits } from '../../src/core/mod.ts'
import { deposit } from '../../src/partners/mod.ts'
import { aConsumer, fundsOf, kindOf, openFixture, type Fixture } from '../consumers/fixture.ts'
import { TESTER } from '../support/tester.ts'

let fixture: Fixture

beforeEach(async () => {
  fixture = await openFixture()
})
afterEach(() => fixture.close())

async function alertsNow(): Promise<string[]> {
  await followStopped(fixture)
  const { rows } = await fixture.db.pool.query<{ subject: string }>(
    `select subject from alerts where kind = 'credits_stopped' and resolved_at is null`,
  )
  return rows.map(({ subject }) => subject)
}

const isBusy = (): boolean => false
const HEADER = 'email,fullName,amount,currency,reference,description\n'

interface CheckOptions {
  readonly reference?: string
  readonly isDryRun?: boolean
  readonly createsConsumers?: boolean
}

async function check(partnerId: number, csv: string | Uint8Array, options: CheckOptions = {}) {
  const { reference: fileReference = 'pay', isDryRun = false, createsConsumers = false } = options
  async function* file() {
    await Promise.resolve()
    // A part may end in the middle of a row.
    const bytes = Buffer.from(csv)
    for (let at = 0; at < bytes.length; at += 100_003) yield bytes.subarray(at, at + 100_003)
  }
  const terms = { partnerId, actor: TESTER, fileReference, isDryRun, createsConsumers }
  return await checkCreditFile(fixture, terms, file())
}

/** Runs workers until the import has the state. */
async function runUntil(key: CreditImportKey, state = 'DONE', ledgers = [fixture.ledger]) {
  const faults: unknown[] = []
  const workers = ledgers.map((ledger) =>
    startCreditImports({ ...fixture, ledger, leaseSeconds: 30, isBusy }, (error) =>
      faults.push(error),
    ),
  )
  await vi.waitFor(
    async () => expect(await findCreditImport(fixture.db, key)).toMatchObject({ state }),
    { timeout: 60_000 },
  )
  await Promise.all(workers.map((worker) => worker.stop()))
  expect(faults).toEqual([])
  return await findCreditImport(fixture.db, key)
}

async function reportOf(key: CreditImportKey): Promise<string> {
  let report = ''
  for await (const part of readCreditReport(fixture.db, key)) report += part
  return report
}

function rowsOf(count: number, amount = '1.50'): string {
  return Array.from(
    { length: count },
    (_, at) => `p${at}@example.com,Person ${at},${amount},USD,row-${at},May\n`,
  ).join('')
}

test('a file is credited once, whoever sends it again, and creates consumers only if asked', async () => {
  const partnerId = await fixture.partner({ USD: 10_000_00n })
  const csv = HEADER + rowsOf(1_203)
  const refused = await check(partnerId, csv)
  expect(await findCreditImport(fixture.db, refused)).toMatchObject({
    state: 'REJECTED',
    errors: 1_203,
  })
  const key = await check(partnerId, csv, { createsConsumers: true })
  expect(await creditsLeft(fixture.db, key)).toMatchObject([
    { rows: 1_203, amountMinor: 1_804_50n },
  ])
  expect(await fundsOf(fixture, partnerId)).toEqual({ USD: 10_000_00n })
  await startCredits(fixture, key, TESTER)
  expect(await runUntil(key)).toMatchObject({ credited: 1_203, repeated: 0, refused: 0 })
  expect(await fundsOf(fixture, partnerId)).toEqual({ USD: 8_195_50n })

  const again = await check(partnerId, csv)
  expect(await creditsLeft(fixture.db, again)).toEqual([])
  await startCredits(fixture, again, TESTER)
  expect(await runUntil(again)).toMatchObject({ credited: 0, repeated: 1_203, refused: 0 })
  expect(await fundsOf(fixture, partnerId)).toEqual({ USD: 8_195_50n })
  const lines = (await reportOf(key)).trimEnd().split('\n')
  expect(lines).toHaveLength(1_204)
  expect(lines[1]).toMatch(/^2,row-0,credited,\d+,1\.50,USD,trf_\d+_\d+,$/)
  expect(new Set(lines.map((line) => line.split(',')[6])).size).toBe(1_204)
})

test('each error is named by line and column, and one row with an error stops the whole file', async () => {
  const partnerId = await fixture.partner({ USD: 100_00n })
  const other = await fixture.partner({ USD: 100_00n })
  await aConsumer(fixture, partnerId, { email: 'ada@example.com', initialFunds: 0n })
  const { consumerId: stranger } = await aConsumer(fixture, other, { initialFunds: 0n })
  const header = '\uFEFFconsumerId,email,amount,currency,reference,description\n'
  const key = await check(
    partnerId,
    Buffer.concat([
      Buffer.from(header),
      Buffer.from(',ada@example.com,1,USD,good,"two\nlines"\n'),
      Buffer.from(`${stranger},,1,USD,stranger,\n`),
      Buffer.from(',ada@example.com,-1,USD,negative,\n'),
      Buffer.from(',ada@example.com,1.005,USD,precise,\n'),
      Buffer.from(',ada@example.com,1,ABC,currency,\n'),
      Buffer.from(',ada@example.com,1,EUR,wallet,\n'),
      Buffer.from(',ada@example.com,1,USD,good,\n'),
      Buffer.from(',ada@example.com,0,USD,,\n'),
      Buffer.from(',M\u00FCller@example.com,1,USD,latin,', 'latin1'),
      Buffer.from('\n,ada@example.com,1,USD\n'),
    ]),
  )
  expect(await findCreditImport(fixture.db, key)).toMatchObject({ state: 'REJECTED', rows: 10 })
  expect(await listCreditErrors(fixture.db, key)).toEqual([
    { line: 4, field: 'consumerId', message: 'is not a consumer of the partner' },
    { line: 5, field: 'amount', message: 'must not be negative' },
    { line: 6, field: 'amount', message: 'must have at most 2 decimals for USD' },
    { line: 7, field: 'currency', message: 'must be an active ISO 4217 code' },
    { line: 8, field: 'currency', message: 'is EUR, in which the consumer has no wallet' },
    { line: 9, field: 'reference', message: 'is that of line 2 again' },
    { line: 10, field: 'amount', message: 'must be greater than 0' },
    { line: 10, field: 'reference', message: 'must not be blank' },
    { line: 11, field: 'email', message: 'is not UTF-8' },
    { line: 11, field: 'email', message: expect.any(String) as string },
    { line: 12, field: '', message: 'has 4 columns where the header has 6' },
  ])
  expect(await kindOf(startCredits(fixture, key, TESTER))).toBe('state_conflict')
  expect(await reportOf(key)).toContain('\n5,,rejected,,,,,amount must not be negative\n')
})

test('a file without a column, or with a broken quote, is refused or rejected by its line', async () => {
  const partnerId = await fixture.partner()
  expect(await kindOf(check(partnerId, 'email,amount,currency\n'))).toBe('invalid_request')
  const key = await check(partnerId, `${HEADER}a@example.com,A,1,USD,"open,\n`)
  expect(await listCreditErrors(fixture.db, key)).toMatchObject([
    { line: 1, field: '' },
    { line: 2, field: '', message: 'opens a quote that is never closed' },
  ])
})

test('a check ends at once if its upload breaks off, or by the next sweep if its process died', async () => {
  const partnerId = await fixture.partner({ USD: 10_000_00n })
  const begin = (importId: string, rest: () => Promise<Uint8Array>) => {
    async function* file() {
      yield Buffer.from(HEADER + rowsOf(1_500))
      yield await rest()
    }
    const terms = { fileReference: 'pay', isDryRun: false, createsConsumers: true }
    const checking = checkCreditFile(
      fixture,
      { ...terms, partnerId, importId, actor: TESTER },
      file(),
    )
    return { key: { partnerId, importId }, checking }
  }
  const stateOf = (key: CreditImportKey) => findCreditImport(fixture.db, key)
  const cut = begin('019dc2b1-0000-7000-8000-000000000001', () =>
    Promise.reject(new Error('the connection was reset')),
  )
  await expect(cut.checking).rejects.toThrow('the connection was reset')
  const rejected = { state: 'REJECTED', failure: 'the file was cut off before its end' }
  expect(await stateOf(cut.key)).toMatchObject(rejected)

  const slow = new EventEmitter()
  const stalled = begin('019dc2b1-0000-7000-8000-000000000002', async () => {
    const [bytes] = (await once(slow, 'rest')) as [Uint8Array]
    return bytes
  })
  await vi.waitFor(async () => expect(await stateOf(stalled.key)).toMatchObject({ rows: 1_000 }))
  await rejectStalledChecks(fixture)
  expect(await stateOf(stalled.key)).toMatchObject({ state: 'CHECKING' })
  fixture.clock.advance(3 * 60_000)
  await rejectStalledChecks(fixture)
  expect(await stateOf(stalled.key)).toMatchObject(rejected)
  // The sender was only slow. What it sends now is not stored.
  slow.emit('rest', Buffer.from('z@example.com,Zoe,1.50,USD,row-z,May\n'))
  expect(await kindOf(stalled.checking)).toBe('state_conflict')
  const remainingParts = await fixture.db.pool.query<{ rows: string }>(
    'select count(*)::text as rows from credit_import_parts where sealed is not null',
  )
  expect(remainingParts.rows).toEqual([{ rows: '0' }])
})

test('a dry run stores no row and is never credited', async () => {
  const partnerId = await fixture.partner({ USD: 100_00n })
  const options = { isDryRun: true, createsConsumers: true }
  const key = await check(partnerId, HEADER + rowsOf(2), options)
  expect(await findCreditImport(fixture.db, key)).toMatchObject({ state: 'CHECKED' })
  expect(await kindOf(startCredits(fixture, key, TESTER))).toBe('state_conflict')
})

test('funds that do not suffice stop a file between two parts, and it goes on after a deposit', async () => {
  const partnerId = await fixture.partner({ USD: 2_000_00n })
  const key = await check(partnerId, HEADER + rowsOf(1_500, '1'), { createsConsumers: true })
  await startCredits(fixture, key, TESTER)
  // The other file spends funds after the start and before the second part.
  const rival = await check(partnerId, HEADER + rowsOf(900, '1'), {
    reference: 'rival',
    createsConsumers: true,
  })
  await startCredits(fixture, rival, TESTER)
  const worker = startCreditImports({ ...fixture, leaseSeconds: 30, isBusy }, () => undefined)
  const states = await vi.waitFor(
    async () => {
      const both = await Promise.all([key, rival].map((one) => findCreditImport(fixture.db, one)))
      expect(both.map(({ state }) => state)).not.toContain('RUNNING')
      return both
    },
    { timeout: 60_000 },
  )
  await worker.stop()
  const stopped = states.find(({ state }) => state === 'STOPPED')
  if (!stopped) throw new Error('one of them must have stopped')
  expect(stopped.failure).toContain('were not credited: available')
  expect(stopped.credited % 100).toBe(0)
  expect(await kindOf(startCredits(fixture, stopped, TESTER))).toBe('insufficient_funds')
  const subject = `credit_import:${partnerId}:${stopped.importId}`
  expect(await alertsNow()).toEqual([subject])
  const more = { currency: 'USD', amountMinor: minorUnits(1_000_00n), reference: 'more' }
  await deposit(fixture.ledger, { partnerId, ...more, actor: TESTER })
  await startCredits(fixture, stopped, TESTER)
  expect(await alertsNow()).toEqual([])
  expect(await runUntil(stopped)).toMatchObject({ credited: stopped.rows, repeated: 0 })
  expect(await fundsOf(fixture, partnerId)).toEqual({ USD: 600_00n })
})

test('two workers at once, and two files of one reference, credit each row once', async () => {
  const partnerId = await fixture.partner({ USD: 10_000_00n })
  const csv = HEADER + rowsOf(1_100, '1')
  const keys = await Promise.all(
    [1, 2].map(() => check(partnerId, csv, { createsConsumers: true })),
  )
  for (const key of keys) await startCredits(fixture, key, TESTER)
  const ledgers = [fixture.ledger, fixture.secondLedger()]
  const imports = await Promise.all(keys.map((key) => runUntil(key, 'DONE', ledgers)))
  const sum = (field: 'credited' | 'repeated') => imports.reduce((all, one) => all + one[field], 0)
  expect([sum('credited'), sum('repeated')]).toEqual([1_100, 1_100])
  expect(await fundsOf(fixture, partnerId)).toEqual({ USD: 8_900_00n })
})

test('after a lease has ended, two workers credit a part, and it is credited once', async () => {
  const partnerId = await fixture.partner({ USD: 10_000_00n })
  const csv = HEADER + rowsOf(1_100, '1')
  const key = await check(partnerId, csv, { createsConsumers: true })
  await startCredits(fixture, key, TESTER)
  const ledgers = [fixture.ledger, fixture.secondLedger()]
  const workers = ledgers.map((ledger) =>
    // The lease ends at once, so both workers work on each part.
    startCreditImports({ ...fixture, ledger, leaseSeconds: 0, isBusy }, () => undefined),
  )
  await vi.waitFor(
    async () => expect(await findCreditImport(fixture.db, key)).toMatchObject({ state: 'DONE' }),
    { timeout: 60_000 },
  )
  await Promise.all(workers.map((worker) => worker.stop()))
  const completed = await findCreditImport(fixture.db, key)
  expect(completed).toMatchObject({ credited: 1_100, repeated: 0, refused: 0 })
  expect(await fundsOf(fixture, partnerId)).toEqual({ USD: 8_900_00n })
})

test('nothing is credited after a file was cancelled', async () => {
  const partnerId = await fixture.partner({ USD: 100_00n })
  const key = await check(partnerId, HEADER + rowsOf(3), { createsConsumers: true })
  await startCredits(fixture, key, TESTER)
  await cancelCredits(fixture, key, TESTER)
  const rival = await check(partnerId, HEADER + rowsOf(2), {
    reference: 'rival',
    createsConsumers: true,
  })
  await startCredits(fixture, rival, TESTER)
  await runUntil(rival)
  expect(await findCreditImport(fixture.db, key)).toMatchObject({ state: 'CANCELLED', credited: 0 })
  expect(await fundsOf(fixture, partnerId)).toEqual({ USD: 97_00n })
  expect(await kindOf(cancelCredits(fixture, key, TESTER))).toBe('state_conflict')
})
