import { afterEach, beforeEach, expect, test } from 'vitest'
import { createConsumer, listConsumers, listWallets } from '../../src/consumers/mod.ts'
import { minorUnits } from '../../src/core/mod.ts'
import { reverse } from '../../src/partners/mod.ts'
import { refusalOf } from '../support/refusal.ts'
import {
  aConsumer,
  count,
  currencyOf,
  EUR,
  fundsOf,
  kindOf,
  openFixture,
  settle,
  USD,
  type Fixture,
} from './fixture.ts'
import { TESTER } from '../support/tester.ts'

let fixture: Fixture

beforeEach(async () => {
  fixture = await openFixture()
})
afterEach(() => fixture.close())

const FIRST_PAGE = { page: 0, size: 50 }

test('a consumer is created with a wallet that the initial funds are moved into', async () => {
  const partnerId = await fixture.partner({ USD: 100_00n })

  const consumer = await aConsumer(fixture, partnerId, {
    email: ' Ann@Example.com ',
    initialFunds: 25_50n,
  })

  expect(consumer).toEqual({
    consumerId: expect.any(Number) as number,
    walletId: expect.stringMatching(/^[1-9][0-9]+$/) as string,
    fullName: 'Ann Lee',
    email: 'ann@example.com',
    walletBalanceMinor: 25_50n,
    currency: USD,
  })
  expect(Number(consumer.walletId)).toBeLessThan(2 ** 53)
  expect(await fundsOf(fixture, partnerId)).toEqual({ USD: 74_50n })
})

test('initial funds of zero need no funds, even if the funds are below zero', async () => {
  const partnerId = await fixture.partner({ USD: 1_00n })
  await reverse(fixture.ledger, {
    partnerId,
    currency: 'USD',
    amountMinor: minorUnits(5_00n),
    reference: 'r',
    reason: 'bounced',
    actor: TESTER,
  })

  await aConsumer(fixture, partnerId)
  const other = await aConsumer(fixture, partnerId, { currency: currencyOf('JPY') })

  expect(other.walletBalanceMinor).toBe(0n)
  expect(await fundsOf(fixture, partnerId)).toEqual({ USD: -4_00n })
})

test('a known e-mail in a new currency gets one more wallet, and the stored name stays', async () => {
  const partnerId = await fixture.partner({ USD: 10_00n, EUR: 10_00n })
  const first = await aConsumer(fixture, partnerId)

  const second = await createConsumer(fixture, partnerId, {
    fullName: 'Ann Other',
    email: 'ANN@example.com',
    currency: EUR,
    initialFundsMinor: minorUnits(3_00n),
  })

  expect(second).toMatchObject({
    consumerId: first.consumerId,
    fullName: 'Ann Lee',
    walletBalanceMinor: 3_00n,
    currency: EUR,
  })
  const { content } = await listWallets(fixture.db, partnerId, first.consumerId, FIRST_PAGE)
  expect(content.map((one) => one.walletId)).toEqual([first.walletId, second.walletId])
})

test('a known e-mail in the same currency is refused naming email, before funds', async () => {
  const partnerId = await fixture.partner()
  await aConsumer(fixture, partnerId)

  const refusal = await refusalOf(
    aConsumer(fixture, partnerId, { email: 'ANN@EXAMPLE.COM', initialFunds: 1n }),
  )

  expect(refusal.kind).toBe('wallet_exists')
  expect(refusal.extras.details).toEqual([expect.objectContaining({ field: 'email' })])
})

test('one cent short refuses the whole creation and leaves no trace', async () => {
  const partnerId = await fixture.partner({ USD: 10_00n })
  const accountsBefore = await count(fixture, 'accounts')

  // The refused creation shares a group with accepted ones, whose commit must not have its wallet.
  const { answers, refusals } = await settle([
    aConsumer(fixture, partnerId, { email: 'first@example.com' }),
    aConsumer(fixture, partnerId, { email: 'short@example.com', initialFunds: 10_01n }),
    aConsumer(fixture, partnerId, { email: 'second@example.com', initialFunds: 10_00n }),
  ])

  expect(refusals).toEqual(['insufficient_funds'])
  expect(answers).toHaveLength(2)
  expect(await count(fixture, 'accounts')).toBe(accountsBefore + 2)
  expect(await count(fixture, 'wallets')).toBe(2)
  const { content } = await listConsumers(fixture, partnerId, FIRST_PAGE)
  expect(content.map((one) => one.consumerEmail)).toEqual([
    'first@example.com',
    'second@example.com',
  ])
})

test('refusals come in a fixed order: name, e-mail, wallet, funds', async () => {
  const partnerId = await fixture.partner()
  await aConsumer(fixture, partnerId)
  const attempt = (fullName: string, email: string, funds: bigint) =>
    refusalOf(
      createConsumer(fixture, partnerId, {
        fullName,
        email,
        currency: USD,
        initialFundsMinor: minorUnits(funds),
      }),
    )

  expect((await attempt(' ', 'none', 1n)).extras.details?.[0]?.field).toBe('fullName')
  expect((await attempt('A\u0000', 'none', 1n)).extras.details?.[0]?.field).toBe('fullName')
  expect((await attempt('A\ud800', 'none', 1n)).extras.details?.[0]?.field).toBe('fullName')
  expect((await attempt('a'.repeat(201), 'none', 1n)).extras.details?.[0]?.field).toBe('fullName')
  expect((await attempt('Ann', 'none', 1n)).extras.details?.[0]?.field).toBe('email')
  expect((await attempt('Ann', 'ann@example.com', 1n)).kind).toBe('wallet_exists')
  expect((await attempt('Bob', 'bob@example.com', 1n)).kind).toBe('insufficient_funds')
})

test('an e-mail is unique per partner, not over partners', async () => {
  const one = await fixture.partner()
  const other = await fixture.partner()

  const ofOne = await aConsumer(fixture, one)
  const ofOther = await aConsumer(fixture, other)

  expect(ofOne.consumerId).not.toBe(ofOther.consumerId)
  expect(ofOne.walletId).not.toBe(ofOther.walletId)
})

test('an unknown partner is not found', async () => {
  expect(await kindOf(aConsumer(fixture, 4_711))).toBe('not_found')
})

test('two requests of one e-mail in one group create one consumer', async () => {
  const partnerId = await fixture.partner({ USD: 10_00n })

  const { answers, refusals } = await settle([
    aConsumer(fixture, partnerId, { email: 'other@example.com' }),
    ...Array.from({ length: 5 }, () => aConsumer(fixture, partnerId, { initialFunds: 1_00n })),
    aConsumer(fixture, partnerId, { currency: EUR }),
  ])

  expect(refusals).toEqual(Array(4).fill('wallet_exists'))
  expect(new Set(answers.slice(1).map((one) => one.consumerId)).size).toBe(1)
  expect(await count(fixture, 'consumers')).toBe(2)
  expect(await fundsOf(fixture, partnerId)).toEqual({ USD: 9_00n })
})

test('two requests of one e-mail in two processes create one consumer', async () => {
  const partnerId = await fixture.partner({ USD: 100_00n, EUR: 100_00n })
  const ledgers = [fixture.ledger, fixture.secondLedger()]

  const races = Array.from({ length: 40 }, (_, at) =>
    createConsumer({ ...fixture, ledger: ledgers[at % 2] ?? fixture.ledger }, partnerId, {
      fullName: 'Ann Lee',
      email: at % 3 === 0 ? 'Ann@Example.com' : 'ann@example.com',
      currency: at % 4 < 2 ? USD : EUR,
      initialFundsMinor: minorUnits(7_00n),
    }),
  )
  const { answers, refusals } = await settle(races)

  expect(answers.map((one) => one.currency.code).toSorted()).toEqual(['EUR', 'USD'])
  expect(new Set(answers.map((one) => one.consumerId)).size).toBe(1)
  expect(refusals).toEqual(Array(38).fill('wallet_exists'))
  expect(await count(fixture, 'consumers')).toBe(1)
  expect(await fundsOf(fixture, partnerId)).toEqual({ EUR: 93_00n, USD: 93_00n })
})

test('creations that race for the last funds succeed exactly as often as the funds pay for', async () => {
  const partnerId = await fixture.partner({ USD: 50_00n })
  const ledgers = [fixture.ledger, fixture.secondLedger()]

  const races = Array.from({ length: 30 }, (_, at) =>
    createConsumer({ ...fixture, ledger: ledgers[at % 2] ?? fixture.ledger }, partnerId, {
      fullName: 'Ann Lee',
      email: `ann${at}@example.com`,
      currency: USD,
      initialFundsMinor: minorUnits(7_00n),
    }),
  )
  const { answers, refusals } = await settle(races)

  expect(answers).toHaveLength(7)
  expect(refusals).toEqual(Array(23).fill('insufficient_funds'))
  expect(await fundsOf(fixture, partnerId)).toEqual({ USD: 1_00n })
})
