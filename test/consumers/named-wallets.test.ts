import { expect, test } from 'vitest'
import { storedCurrency } from '../../src/core/mod.ts'
import type { WalletRecord } from '../../src/consumers/state.ts'
import { creditFault, NamedWallets } from '../../src/consumers/wallet-supplier-recipients.ts'

const USD = storedCurrency('USD')
const EUR = storedCurrency('EUR')
const NOBODY = 'names no consumer with a wallet in USD'

function aWallet(fields: Partial<WalletRecord> = {}): WalletRecord {
  const standard = { currency: USD, campaignId: undefined, status: 'ENABLED' as const }
  return { walletId: 10, consumerId: 1, ...standard, ...fields }
}

const ANN = aWallet()
const BOB = aWallet({ walletId: 20, consumerId: 2 })
const CAMPAIGN = aWallet({ walletId: 11, campaignId: 5 })

/** Ann's address has two spellings, `a@x` and `A@x`. */
const wallets = new NamedWallets(
  [
    { wallet: ANN, emailBlind: undefined },
    { wallet: ANN, emailBlind: 'blind of ann' },
    { wallet: BOB, emailBlind: undefined },
    { wallet: CAMPAIGN, emailBlind: undefined },
  ],
  new Map([
    ['a@x', 'blind of ann'],
    ['A@x', 'blind of ann'],
    ['b@x', 'blind of nobody'],
  ]),
)

test('a wallet is named by its id, by its consumer, or by the address of the consumer', () => {
  const names = [{ walletId: '10' }, { consumerId: '1' }, { email: 'a@x' }, { email: 'A@x' }]

  expect(names.map((name) => wallets.locate(name, USD))).toEqual([
    { wallet: ANN, field: 'walletId' },
    { wallet: ANN, field: 'consumerId' },
    { wallet: ANN, field: 'email' },
    { wallet: ANN, field: 'email' },
  ])
  expect(wallets.locate({ email: 'a@x', walletId: '10', consumerId: '1' }, USD)).toEqual({
    wallet: ANN,
    field: 'walletId',
  })
})

test('an unknown name is a fault of its field, and so is a malformed id', () => {
  for (const walletId of ['12', '010', 'x', '']) {
    expect(wallets.locate({ walletId }, USD)).toEqual({
      field: 'walletId',
      message: 'names no wallet',
    })
  }
  expect(wallets.locate({ consumerId: '3' }, USD)).toEqual({ field: 'consumerId', message: NOBODY })
  expect(wallets.locate({ consumerId: 'x' }, USD)).toEqual({ field: 'consumerId', message: NOBODY })
  for (const email of ['b@x', 'c@x']) {
    expect(wallets.locate({ email }, USD)).toEqual({ field: 'email', message: NOBODY })
  }
  const inEuro = 'names no consumer with a wallet in EUR'
  expect(wallets.locate({ consumerId: '1' }, EUR)).toEqual({ field: 'consumerId', message: inEuro })
  expect(wallets.locate({ email: 'a@x' }, EUR)).toEqual({ field: 'email', message: inEuro })
})

test('two names must name the same wallet, and one must be given', () => {
  expect(wallets.locate({ walletId: '10', consumerId: '2' }, USD)).toEqual({
    field: 'consumerId',
    message: 'names another wallet than walletId',
  })
  expect(wallets.locate({}, USD)).toEqual({
    field: undefined,
    message: 'must name a wallet by walletId, consumerId, email',
  })
})

test('a wallet that no order can credit is a fault of the field that named it first', () => {
  expect(wallets.faultOf({ walletId: '10' }, USD)).toBeUndefined()
  expect(wallets.faultOf({ walletId: '11' }, USD)).toEqual({
    field: 'walletId',
    message: 'names a CAMPAIGN wallet, which no order credits',
  })
  expect(wallets.faultOf({ walletId: '12' }, USD)).toEqual({
    field: 'walletId',
    message: 'names no wallet',
  })
})

test('an order credits ENABLED wallets of its currency that belong to no campaign', () => {
  expect(creditFault(ANN, USD)).toBeUndefined()
  expect(creditFault(CAMPAIGN, EUR)).toBe('names a wallet in USD, not in EUR')
  expect(creditFault(aWallet({ campaignId: 5, status: 'CLOSED' }), USD)).toContain('CAMPAIGN')
  for (const status of ['FROZEN', 'CLOSED'] as const) {
    expect(creditFault(aWallet({ status }), USD)).toBe(`names a wallet that is ${status}`)
  }
})
