import { expect, test } from 'vitest'
import { Accounts, type Account } from '../../src/ledger/accounts.ts'
import type { AccountKind } from '../../src/ledger/chart.ts'

const NONE = {
  debitsPending: 0n,
  debitsPosted: 0n,
  creditsPending: 0n,
  creditsPosted: 0n,
  creditLimit: 0n,
}

function anAccount(id: number, kind: AccountKind): Account {
  return { id, kind, currency: 'USD', ...NONE }
}

test('a new book has no accounts', () => {
  expect([...new Accounts().all()]).toEqual([])
})

test('the least recently used wallets are evicted first, the chart never', () => {
  const wallets = [2, 3, 4].map((id) => anAccount(id, 'wallet'))
  const accounts = new Accounts([anAccount(1, 'funds'), ...wallets])
  accounts.absorb(wallets.slice(0, 1))

  expect(accounts.evictDownTo(2)).toEqual([3, 4])
  expect([...accounts.all()].map(({ id }) => id)).toEqual([1, 2])
  expect(accounts.evictDownTo(0)).toEqual([2])
  expect(accounts.find(1)).toBe(accounts.inChart('funds', 'USD'))
})
