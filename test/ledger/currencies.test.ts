import { afterEach, beforeEach, expect, test } from 'vitest'
import { adoptStoredCurrencies, storedCurrency } from '../../src/core/mod.ts'
import { fundedCurrencies, storeCurrencies } from '../../src/ledger/mod.ts'
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
})
afterEach(() => endLedgerFixture(fixture))

async function warnings(): Promise<string[]> {
  const messages: string[] = []
  await storeCurrencies(fixture.db, (message) => void messages.push(message))
  return messages
}

test('a currency keeps the decimals of its stored amounts, and a difference is logged', async () => {
  const krona = storedCurrency('ISK')
  expect(await warnings()).toEqual([])
  await fixture.db.pool.query(`update currencies set exponent = 2 where code = 'ISK'`)
  try {
    expect(await warnings()).toEqual([
      'ISK has 0 decimals by the list, but amounts stored here keep 2',
    ])
    expect(storedCurrency('ISK')).toEqual({ code: 'ISK', exponent: 2 })
  } finally {
    // Restores the decimals for later tests in this process.
    adoptStoredCurrencies([krona])
  }
})

test('a currency is funded once any partner has had funds of it', async () => {
  expect(await fundedCurrencies(fixture.db)).toEqual([])
  await newLedger(fixture.db).submit(moves, fixture.otherId, put(1n))

  expect(await fundedCurrencies(fixture.db)).toEqual(['USD'])
})
