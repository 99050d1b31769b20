import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../../src/core/mod.ts'
import { transact } from '../../src/db/mod.ts'
import { findTransfers, partnerFunds, type KeyedTransfer } from '../../src/ledger/mod.ts'
import {
  endLedgerFixture,
  moves,
  newLedger,
  put,
  startLedgerFixture,
  type LedgerFixture,
} from './fixture.ts'

const NOW = Date.UTC(2026, 2, 1)
/** PostgreSQL could read a backslash as the escape of another byte, and hash that instead. */
const BACKSLASHES = ['A', String.raw`\x41`, String.raw`\101`, '\\', String.raw`\\`, 'é\\']

let fixture: LedgerFixture
beforeEach(async () => {
  fixture = await startLedgerFixture()
  const ledger = newLedger(fixture.db, { clock: { ...systemClock, now: () => NOW } })
  for (const reference of ['a', 'b', "c'd", ...BACKSLASHES]) {
    await ledger.submit(moves, fixture.partnerId, put(10n, reference))
  }
  await ledger.submit(moves, fixture.partnerId, put(10n))
  await ledger.submit(moves, fixture.otherId, put(10n, 'of another partner'))
})
afterEach(() => endLedgerFixture(fixture))

function find(references: string[], scope: 'deposit' | 'reversal' = 'deposit') {
  return transact(fixture.db, (tx) => findTransfers(tx, fixture.partnerId, scope, references))
}

test('a transfer is found by its partner, its scope and its reference only', async () => {
  const found = await find(['b', "c'd", 'of another partner', 'B', ''])

  expect([...found.keys()].toSorted()).toEqual(['b', "c'd"])
  expect(found.get('b')).toEqual({
    reference: 'b',
    number: 2,
    code: 'deposit',
    debitAccount: expect.any(Number) as number,
    creditAccount: expect.any(Number) as number,
    amount: 10n,
    debitAvailable: -20n,
    creditAvailable: 20n,
    memo: undefined,
    metadata: undefined,
    createdAt: NOW,
  } satisfies Record<keyof KeyedTransfer, unknown>)
  expect(await find(['b'], 'reversal')).toEqual(new Map())
  expect(await find([])).toEqual(new Map())
})

test('a reference with backslashes matches only itself', async () => {
  const found = await find([...BACKSLASHES, '\\101\\'])

  expect([...found.keys()].toSorted()).toEqual(BACKSLASHES.toSorted())
})

/** Inserts the transfer with the reference `a` again, with this SQL expression as its scope. */
function repeat(scope: string): Promise<unknown> {
  return fixture.db.pool.query(
    `insert into transfers
     select partner_id, 100, debit_account, credit_account, amount, debit_available,
            credit_available, pending_no, state, code, ${scope}, reference, memo, created_at
     from transfers where partner_id = $1 and reference = 'a'`,
    [fixture.partnerId],
  )
}

test('the database allows a key once in its scope', async () => {
  await expect(repeat('scope')).rejects.toMatchObject({ constraint: 'transfers_key' })
  await repeat('scope + 1')
  await fixture.db.pool.query('delete from transfers where transfer_no = 100')
})

test('funds are those of this partner only, and there are none before the first movement', async () => {
  expect(await partnerFunds(fixture.db, fixture.partnerId)).toEqual([
    { currency: 'USD', fundsMinor: 100n },
  ])
  expect(await partnerFunds(fixture.db, 12_345)).toEqual([])
})
