import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  endLedgerFixture,
  moves,
  newLedger,
  put,
  startLedgerFixture,
  type LedgerFixture,
} from './fixture.ts'

let fixture: LedgerFixture
beforeEach(async () => {
  fixture = await startLedgerFixture()
  await newLedger(fixture.db).submit(moves, fixture.partnerId, put(10n, 'a'))
})
afterEach(() => endLedgerFixture(fixture))

/** Returns the constraint that refuses the statement; undefined if none does. */
function constraintAgainst(text: string): Promise<string | undefined> {
  return fixture.db.pool.query(text).then(
    () => undefined,
    (error: { constraint?: string }) => error.constraint,
  )
}

test.each([
  ['debits_pending = -1', 'accounts_totals_check'],
  ['debits_posted = -1', 'accounts_totals_check'],
  ['credits_pending = -1', 'accounts_totals_check'],
  ['credits_posted = -1', 'accounts_totals_check'],
  [`kind = 'other'`, 'accounts_kind_check'],
  [`kind = 'wallet', debits_posted = credits_posted, debits_pending = 1`, 'accounts_check'],
])('an account with %s is never stored', async (change, constraint) => {
  expect(await constraintAgainst(`update accounts set ${change} where kind = 'funds'`)).toBe(
    constraint,
  )
})

test.each([
  ['amount = -1', 'transfers_amount_check'],
  ['scope = null', 'transfers_check1'],
  ['reference = null', 'transfers_check1'],
  ...[
    'state = -1',
    'state = -1, pending_no = 1',
    'state = 0, pending_no = 1',
    'state = 1, pending_no = 1',
    'state = 2',
    'state = 3',
    'state = 4',
    'state = 4, pending_no = 1',
  ].map((change) => [change, 'transfers_state_check']),
])('a transfer with %s is never stored', async (change, constraint) => {
  expect(await constraintAgainst(`update transfers set ${change}`)).toBe(constraint)
})

test.each(['state = 0', 'state = 1', 'state = 2, pending_no = 1', 'state = 3, pending_no = 1'])(
  'a transfer with %s may be stored',
  async (change) => {
    expect(
      await constraintAgainst(`begin; update transfers set ${change}; rollback`),
    ).toBeUndefined()
  },
)
