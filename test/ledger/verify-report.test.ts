import { expect, test } from 'vitest'
import { stateOf, type Difference } from '../../src/ledger/mod.ts'
import type { VerificationRow } from '../../src/ledger/verification-rows.ts'
import { VerifyReport, type VerifyProgress } from '../../src/ledger/verify-options.ts'

const DIFFERENCE: Difference = {
  partnerId: 7,
  currency: 'USD',
  account: 'book',
  field: 'sum',
  stored: '1',
  recomputed: '0',
}

test('all differences are counted, and the first thousand are listed', () => {
  const report = new VerifyReport(1, () => undefined)
  for (let no = 0; no < 1_001; no += 1) report.add({ ...DIFFERENCE, stored: String(no) })

  expect([report.count, report.differences.length]).toEqual([1_001, 1_000])
  expect(report.differences.at(-1)?.stored).toBe('999')
})

test('the progress is the sum over all books', () => {
  const reports: VerifyProgress[] = []
  const report = new VerifyReport(3, (progress) => void reports.push(progress))
  report.progress()
  Object.assign(report, { phase: 'stock', partners: 3, accounts: 5, transfers: 8 })
  report.progress()

  expect(reports).toEqual([
    { phase: 'books', partners: 0, partnersTotal: 3, accounts: 0, transfers: 0 },
    { phase: 'stock', partners: 3, partnersTotal: 3, accounts: 5, transfers: 8 },
  ])
})

test('a verification that runs is INTERRUPTED once its lease has expired', () => {
  const until = 5_000
  const at = (state: VerificationRow['state'], now: number) =>
    stateOf({ state, lease_until: new Date(until) } as VerificationRow, now)

  expect([at('RUNNING', until), at('RUNNING', until + 1)]).toEqual(['RUNNING', 'INTERRUPTED'])
  expect([at('DONE', until + 1), at('INTERRUPTED', until)]).toEqual(['DONE', 'INTERRUPTED'])
})
