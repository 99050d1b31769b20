import { afterEach, beforeEach, expect, test } from 'vitest'
import { setWalletStatus, transactWallet } from '../../src/consumers/mod.ts'
import { AMOUNT_MINOR_MAX } from '../../src/core/mod.ts'
import { deposit } from '../../src/partners/mod.ts'
import { refusalOf } from '../support/refusal.ts'
import {
  aConsumer,
  credit,
  currencyOf,
  debit,
  fieldOf,
  fundsOf,
  kindOf,
  openFixture,
  USD,
  type Fixture,
} from './fixture.ts'
import { TESTER } from '../support/tester.ts'

let fixture: Fixture

beforeEach(async () => {
  fixture = await openFixture()
})
afterEach(() => fixture.close())

test('a credit moves partner funds into the wallet, and a debit moves them back', async () => {
  const partnerId = await fixture.partner({ USD: 100_00n })
  const { walletId } = await aConsumer(fixture, partnerId, { initialFunds: 10_00n })

  const credited = await credit(fixture.ledger, partnerId, {
    walletId,
    amount: 25.5,
    referenceId: 'bonus',
    description: 'For the launch',
  })
  const debited = await debit(fixture.ledger, partnerId, {
    walletId,
    amount: 5,
    referenceId: 'back',
  })

  expect(credited).toEqual({
    walletId: Number(walletId),
    currency: USD,
    previousBalanceMinor: 10_00n,
    transactionAmountMinor: 25_50n,
    newBalanceMinor: 35_50n,
    transactionType: 'CREDIT',
    referenceId: 'bonus',
    description: 'For the launch',
    timestampMs: expect.any(Number) as number,
  })
  expect(debited).toMatchObject({ previousBalanceMinor: 35_50n, newBalanceMinor: 30_50n })
  expect(debited.description).toBeUndefined()
  expect(await fundsOf(fixture, partnerId)).toEqual({ USD: 69_50n })
})

test('the amount is read in the currency of the wallet', async () => {
  const partnerId = await fixture.partner({ USD: 100_00n, JPY: 500n, KWD: 5_000n })
  const walletOf = async (code: string) =>
    (await aConsumer(fixture, partnerId, { currency: currencyOf(code) })).walletId
  const dollars = await walletOf('USD')
  const yen = await walletOf('JPY')
  const dinars = await walletOf('KWD')
  const faultOf = async (walletId: string, amount: number) =>
    (await refusalOf(credit(fixture.ledger, partnerId, { walletId, amount, referenceId: 'f' })))
      .extras

  const one = await credit(fixture.ledger, partnerId, {
    walletId: dinars,
    amount: 1.005,
    referenceId: 'k',
  })
  expect(one.newBalanceMinor).toBe(1_005n)
  for (const [walletId, amount] of [
    [dollars, 1.005],
    [yen, 1.5],
    [dollars, 0],
    [dollars, -1],
    [dollars, Number.NaN],
    [dollars, Infinity],
    [dollars, 0.1 + 0.2],
    [dollars, 1e300],
  ] as const) {
    expect(await faultOf(walletId, amount)).toEqual({
      details: [{ field: 'amount', message: expect.any(String) as string }],
    })
  }
})

test('a replay returns the first response, even if the wallet was closed since', async () => {
  const partnerId = await fixture.partner({ USD: 100_00n })
  const { walletId } = await aConsumer(fixture, partnerId)
  const request = { walletId, amount: 10, referenceId: 'r', description: '' }
  const original = await credit(fixture.ledger, partnerId, request)
  const debited = await debit(fixture.ledger, partnerId, { walletId, amount: 10, referenceId: 'd' })
  fixture.clock.advance(60_000)
  const change = { status: 'CLOSED', reason: 'left', actor: TESTER } as const
  await setWalletStatus(fixture.ledger, partnerId, walletId, change)

  expect(await credit(fixture.ledger, partnerId, request)).toEqual(original)
  const again = { walletId, amount: 10, referenceId: 'd' }
  expect(await debit(fixture.secondLedger(), partnerId, again)).toEqual(debited)
  expect(await fundsOf(fixture, partnerId)).toEqual({ USD: 100_00n })
})

test('a referenceId with another payload is refused, and changes nothing', async () => {
  const partnerId = await fixture.partner({ USD: 100_00n })
  const { walletId } = await aConsumer(fixture, partnerId)
  const other = await aConsumer(fixture, partnerId, { email: 'bob@example.com' })
  const request = {
    walletId,
    amount: 10,
    transactionType: 'CREDIT',
    referenceId: 'r',
    description: 'note',
  } as const
  await transactWallet(fixture.ledger, partnerId, request)

  for (const change of [
    { walletId: other.walletId },
    { walletId: '999' },
    { walletId: 'none' },
    { amount: 10.01 },
    { transactionType: 'DEBIT' },
    { description: 'Note' },
    { description: '' },
    { description: undefined },
  ] as const) {
    const refused = transactWallet(fixture.ledger, partnerId, { ...request, ...change })
    expect(await kindOf(refused)).toBe('reference_conflict')
  }
  expect(await fundsOf(fixture, partnerId)).toEqual({ USD: 90_00n })
})

test('a referenceId belongs to one partner and is compared character by character', async () => {
  const partnerId = await fixture.partner({ USD: 100_00n })
  const other = await fixture.partner({ USD: 100_00n })
  const own = await aConsumer(fixture, partnerId)
  const foreign = await aConsumer(fixture, other)

  const references = [
    'r',
    'R',
    ' r',
    'r ',
    'ｒ',
    'NULL',
    '{r}',
    'r","r',
    'r\\',
    "r'",
    '0'.repeat(255),
  ]
  for (const referenceId of references) {
    await credit(fixture.ledger, partnerId, { walletId: own.walletId, amount: 1, referenceId })
    await credit(fixture.ledger, other, { walletId: foreign.walletId, amount: 1, referenceId })
  }

  expect(await fundsOf(fixture, partnerId)).toEqual({ USD: 89_00n })
})

test('a wallet that is unknown, foreign or not a number is refused alike', async () => {
  const partnerId = await fixture.partner({ USD: 100_00n })
  const foreign = await aConsumer(fixture, await fixture.partner())
  const refusals = await Promise.all(
    [foreign.walletId, '1', '0', '-1', '01', '1.5', 'wallet', '', '9007199254740993'].map(
      (walletId) =>
        refusalOf(credit(fixture.ledger, partnerId, { walletId, amount: 1, referenceId: 'r' })),
    ),
  )

  for (const { kind, message, extras } of refusals) {
    expect({ kind, message, extras }).toEqual({
      kind: 'wallet_unknown',
      message: refusals[0]?.message,
      extras: {},
    })
  }
})

test('refusals come in a fixed order: reference, description, amount, status, money', async () => {
  const partnerId = await fixture.partner()
  const { walletId } = await aConsumer(fixture, partnerId)
  const freeze = { status: 'FROZEN', reason: 'fraud', actor: TESTER } as const
  const thaw = { status: 'ENABLED', reason: 'cleared', actor: TESTER } as const
  const attempt = (referenceId: string, amount: number, description = '') =>
    credit(fixture.ledger, partnerId, { walletId, amount, referenceId, description })
  const attemptDebit = (referenceId: string) =>
    debit(fixture.ledger, partnerId, { walletId, amount: 1, referenceId })

  expect(await fieldOf(attempt('', 0, '\0'))).toBe('referenceId')
  expect(await fieldOf(attempt('r'.repeat(256), 0, '\0'))).toBe('referenceId')
  expect(await fieldOf(attempt('\udfff', 0, '\0'))).toBe('referenceId')
  expect(await fieldOf(attempt('r', 0, '\0'))).toBe('description')
  expect(await fieldOf(attempt('r', 0, 'd'.repeat(1_001)))).toBe('description')
  await setWalletStatus(fixture.ledger, partnerId, walletId, freeze)
  expect(await fieldOf(attempt('r', 0))).toBe('amount')
  expect(await kindOf(attempt('r', 1))).toBe('wallet_not_enabled')
  expect(await kindOf(attemptDebit('r'))).toBe('wallet_not_enabled')
  await setWalletStatus(fixture.ledger, partnerId, walletId, thaw)
  expect(await kindOf(attempt('r', 1))).toBe('insufficient_funds')
  expect(await kindOf(attemptDebit('r'))).toBe('wallet_insufficient')
})

test('a refused transaction does not use its referenceId up', async () => {
  const partnerId = await fixture.partner({ USD: 10_00n })
  const { walletId } = await aConsumer(fixture, partnerId)
  const refused = [
    credit(fixture.ledger, partnerId, { walletId, amount: 10.01, referenceId: 'r' }),
    debit(fixture.ledger, partnerId, { walletId, amount: 0.01, referenceId: 'r' }),
    credit(fixture.ledger, partnerId, { walletId: '5', amount: 1, referenceId: 'r' }),
    credit(fixture.ledger, partnerId, { walletId, amount: 0, referenceId: 'r' }),
  ]
  for (const one of refused) await refusalOf(one)

  const accepted = await credit(fixture.ledger, partnerId, {
    walletId,
    amount: 10,
    referenceId: 'r',
  })

  expect(accepted.newBalanceMinor).toBe(10_00n)
})

test('a debit of the whole balance passes, and one cent more is wallet_insufficient', async () => {
  const partnerId = await fixture.partner({ USD: 10_00n })
  const { walletId } = await aConsumer(fixture, partnerId, { initialFunds: 10_00n })

  const refusal = await refusalOf(
    debit(fixture.ledger, partnerId, { walletId, amount: 10.01, referenceId: 'over' }),
  )
  const whole = await debit(fixture.ledger, partnerId, { walletId, amount: 10, referenceId: 'all' })

  expect(refusal).toMatchObject({
    kind: 'wallet_insufficient',
    message: 'available 10.00 USD, required 10.01 USD',
  })
  expect(whole.newBalanceMinor).toBe(0n)
})

test('a balance that a JSON number cannot represent exactly is refused on both sides', async () => {
  const partnerId = await fixture.partner({ USD: AMOUNT_MINOR_MAX })
  const { walletId } = await aConsumer(fixture, partnerId, { initialFunds: AMOUNT_MINOR_MAX })
  await deposit(fixture.ledger, {
    partnerId,
    currency: 'USD',
    amountMinor: AMOUNT_MINOR_MAX,
    reference: 'second',
    actor: TESTER,
  })
  const move = { walletId, amount: 0.01, referenceId: 'r' }

  expect(await kindOf(credit(fixture.ledger, partnerId, move))).toBe('balance_limit')
  expect(await kindOf(debit(fixture.ledger, partnerId, move))).toBe('balance_limit')
  expect(await fundsOf(fixture, partnerId)).toEqual({ USD: AMOUNT_MINOR_MAX })
})
