import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../../src/core/mod.ts'
import { transact } from '../../src/db/mod.ts'
import { findTransfers, partnerFunds, type KeyedTransfer } from '../../src/ledger/mod.ts'
import {
  endLedgerSetting,
  moves,
  newLedger,
  put,
  startLedgerSetting,
  type LedgerSetting,
} from './setting.ts'

const NOW = Date.UTC(2026, 2, 1)

let setting: LedgerSetting
beforeEach(async () => {
  setting = await startLedgerSetting()
  const ledger = newLedger(setting.db, { clock: { ...systemClock, now: () => NOW } })
  for (const reference of ['a', 'b', "c'd"]) {
    await ledger.submit(moves, setting.partnerId, put(10n, reference))
  }
  await ledger.submit(moves, setting.partnerId, put(10n))
  await ledger.submit(moves, setting.otherId, put(10n, 'of another partner'))
})
afterEach(() => endLedgerSetting(setting))

function find(references: string[], scope: 'deposit' | 'reversal' = 'deposit') {
  return transact(setting.db, (tx) => findTransfers(tx, setting.partnerId, scope, references))
}

test('a transfer is found by its partner, its scope and its reference only', async () => {
  const found = await find(['b', "c'd", 'of another partner', 'B', ''])

  expect([...found.keys()].toSorted()).toEqual(['b', "c'd"])
  expect(found.get('b')).toEqual({
    reference: 'b',
    no: 2,
    code: 'deposit',
    debitAccount: expect.any(Number) as number,
    creditAccount: expect.any(Number) as number,
    amount: 10n,
    debitAvailable: -20n,
    creditAvailable: 20n,
    memo: undefined,
    createdAt: NOW,
  } satisfies Record<keyof KeyedTransfer, unknown>)
  expect(await find(['b'], 'reversal')).toEqual(new Map())
  expect(await find([])).toEqual(new Map())
})

test('funds are those of the partner alone, and of none where nothing was ever moved', async () => {
  expect(await partnerFunds(setting.db, setting.partnerId)).toEqual([
    { currency: 'USD', fundsMinor: 40n },
  ])
  expect(await partnerFunds(setting.db, 12_345)).toEqual([])
})
