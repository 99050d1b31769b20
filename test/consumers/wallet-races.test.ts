import { afterEach, beforeEach, expect, test } from 'vitest'
import { setWalletStatus, transactWallet } from '../../src/consumers/mod.ts'
import {
  aConsumer,
  count,
  credit,
  debit,
  fundsOf,
  openFixture,
  settle,
  type Fixture,
} from './fixture.ts'
import { TESTER } from '../support/tester.ts'

let fixture: Fixture

beforeEach(async () => {
  fixture = await openFixture()
})
afterEach(() => fixture.close())

test('two requests of one referenceId in one group move money once and have equal responses', async () => {
  const partnerId = await fixture.partner({ USD: 100_00n })
  const { walletId } = await aConsumer(fixture, partnerId)
  const warmUp = credit(fixture.ledger, partnerId, { walletId, amount: 1, referenceId: 'first' })

  const twins = Array.from({ length: 20 }, () =>
    credit(fixture.ledger, partnerId, { walletId, amount: 7, referenceId: 'twin' }),
  )
  const other = credit(fixture.ledger, partnerId, { walletId, amount: 8, referenceId: 'twin' })

  const { answers } = await settle(twins)
  expect((await settle([other])).refusals).toEqual(['reference_conflict'])
  expect(answers).toEqual(Array(20).fill(answers[0]))
  expect((await warmUp).newBalanceMinor).toBe(1_00n)
  expect(await fundsOf(fixture, partnerId)).toEqual({ USD: 92_00n })
})

test('two requests of one referenceId in two processes have one effect and equal responses', async () => {
  const partnerId = await fixture.partner({ USD: 1_000_00n })
  const { walletId } = await aConsumer(fixture, partnerId, { initialFunds: 500_00n })
  const ledgers = [fixture.ledger, fixture.secondLedger()]

  for (const transactionType of ['CREDIT', 'DEBIT'] as const) {
    const races = Array.from({ length: 40 }, (_, at) =>
      transactWallet(ledgers[at % 2] ?? fixture.ledger, partnerId, {
        walletId,
        amount: 7,
        transactionType,
        referenceId: `${transactionType} ${(at % 4) >> 1}`,
      }),
    )
    const { answers, refusals } = await settle(races)
    expect(refusals).toEqual([])
    expect(new Set(answers.map((one) => String(one.newBalanceMinor))).size).toBe(2)
    for (const one of answers) {
      expect(one).toEqual(answers.find((first) => first.referenceId === one.referenceId))
    }
  }
  expect(await fundsOf(fixture, partnerId)).toEqual({ USD: 500_00n })
})

test('credits that race for the last funds succeed exactly as often as the funds pay for', async () => {
  const partnerId = await fixture.partner({ USD: 100_00n })
  const { walletId } = await aConsumer(fixture, partnerId)
  const ledgers = [fixture.ledger, fixture.secondLedger()]

  const races = Array.from({ length: 60 }, (_, at) =>
    credit(ledgers[at % 2] ?? fixture.ledger, partnerId, {
      walletId,
      amount: 3.33,
      referenceId: `r${at}`,
    }),
  )
  const { answers, refusals } = await settle(races)

  expect(answers).toHaveLength(30)
  expect(refusals).toEqual(Array(30).fill('insufficient_funds'))
  expect(await fundsOf(fixture, partnerId)).toEqual({ USD: 10n })
})

test('previous and new balances of a wallet form one chain, in order of time', async () => {
  const partnerId = await fixture.partner({ USD: 1_000_00n })
  const wallets = await Promise.all(
    ['a', 'b', 'c'].map((name) =>
      aConsumer(fixture, partnerId, { email: `${name}@example.com`, initialFunds: 20_00n }),
    ),
  )
  const ledgers = [fixture.ledger, fixture.secondLedger()]
  const races = Array.from({ length: 240 }, (_, at) => {
    const write = at % 5 < 3 ? credit : debit
    return write(ledgers[at % 2] ?? fixture.ledger, partnerId, {
      walletId: wallets[at % 3]?.walletId ?? '',
      amount: 1 + (at % 7),
      referenceId: `r${at}`,
    })
  })
  const { answers, refusals } = await settle(races)

  expect(refusals.filter((kind) => kind !== 'wallet_insufficient')).toEqual([])
  for (const { walletId } of wallets) {
    const own = answers.filter((one) => one.walletId === Number(walletId))
    const { rows } = await fixture.db.pool.query<{ reference: string }>(
      `select reference from transfers
       where reference is not null and (debit_account = $1 or credit_account = $1)
       order by transfer_no`,
      [walletId],
    )
    const chain = rows.map((row) => own.find((one) => one.referenceId === row.reference))
    expect(chain).toHaveLength(own.length)
    let balance = 20_00n
    let last = 0
    for (const link of chain) {
      expect(link?.previousBalanceMinor).toBe(balance)
      expect(link?.timestampMs).toBeGreaterThanOrEqual(last)
      balance = link?.newBalanceMinor ?? 0n
      last = link?.timestampMs ?? 0
    }
  }
})

test('closing that races with credits never leaves a closed wallet with a balance', async () => {
  const partnerId = await fixture.partner({ USD: 1_000_00n })
  const ledgers = [fixture.ledger, fixture.secondLedger()]
  const consumers = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      aConsumer(fixture, partnerId, { email: `c${at}@example.com` }),
    ),
  )

  const races = consumers.flatMap<Promise<unknown>>(({ walletId }, at) => {
    const close = () =>
      setWalletStatus(ledgers[at % 2] ?? fixture.ledger, partnerId, walletId, {
        status: 'CLOSED',
        reason: 'left',
        actor: TESTER,
      })
    const pay = () =>
      credit(ledgers[(at >> 1) % 2] ?? fixture.ledger, partnerId, {
        walletId,
        amount: 1,
        referenceId: walletId,
      })
    return at % 3 === 0 ? [pay(), close()] : [close(), pay()]
  })
  const { answers, refusals } = await settle(races)

  expect(answers).toHaveLength(20)
  expect(new Set(refusals)).toEqual(new Set(['wallet_not_enabled', 'wallet_not_empty']))
  const full = `wallets join accounts on account_id = wallet_id
                where status = 'CLOSED' and credits_posted <> debits_posted`
  expect(await count(fixture, full)).toBe(0)
})
