import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Json, Reply } from '../../support/client.ts'
import { openService, type RunningService } from '../../support/service.ts'
import { expectSameAnswer, INSTANT } from '../v2/fixture.ts'
import {
  aCredit,
  aDebit,
  balancesOf,
  expectError,
  newCustomer,
  onAnotherProcess,
  race,
  times,
  transactionsOf,
} from './fixture.ts'

let service: RunningService

beforeAll(async () => {
  service = await openService()
})

afterAll(() => service.end())

test('CREDIT 200: the data has exactly the fields of the interface, walletId as an integer', async () => {
  const partner = await service.newPartner({ USD: '100.00' })
  const { walletId } = await newCustomer(partner, { initialFunds: 10 })

  const reply = await partner.post(transactionsOf(walletId), {
    amount: 2.5,
    transactionType: 'CREDIT',
    referenceId: 'reward 1',
    description: 'Employee of the month',
  })

  expect(reply.status).toBe(200)
  expect(reply.body).toEqual({
    success: true,
    data: {
      walletId: Number(walletId),
      currency: 'USD',
      previousBalance: 10,
      transactionAmount: 2.5,
      newBalance: 12.5,
      transactionType: 'CREDIT',
      referenceId: 'reward 1',
      description: 'Employee of the month',
      timestamp: expect.stringMatching(INSTANT),
    },
  })
  expect(walletId).toEqual(expect.any(String))
})

test('DEBIT 200: previousBalance, a positive transactionAmount, and the new balance', async () => {
  const partner = await service.newPartner({ USD: '100.00' })
  const { walletId } = await newCustomer(partner, { initialFunds: 10 })

  const { body } = await partner.post(transactionsOf(walletId), aDebit({ amount: 9.99 }))

  expect(body.data).toMatchObject({
    transactionType: 'DEBIT',
    previousBalance: 10,
    transactionAmount: 9.99,
    newBalance: 0.01,
  })
})

test('a description that was not sent is left out; an empty one is returned', async () => {
  const partner = await service.newPartner({ USD: '100.00' })
  const { walletId } = await newCustomer(partner)

  const without = await partner.post(transactionsOf(walletId), aCredit())
  const empty = await partner.post(transactionsOf(walletId), aCredit({ description: '' }))

  expect(Object.keys(without.body.data)).not.toContain('description')
  expect(empty.body.data.description).toBe('')
})

test('a credit is drawn from the partner funds, a debit returns to them', async () => {
  const partner = await service.newPartner({ USD: '100.00', JPY: '500' })
  const dollars = await newCustomer(partner)
  const yen = await newCustomer(partner, { currency: 'JPY' })

  await partner.post(transactionsOf(dollars.walletId), aCredit({ amount: 30.05 }))
  await partner.post(transactionsOf(yen.walletId), aCredit({ amount: 500 }))
  expect(await partner.funds()).toEqual({ USD: 69.95, JPY: 0 })

  await partner.post(transactionsOf(dollars.walletId), aDebit({ amount: 0.05 }))
  await partner.post(transactionsOf(yen.walletId), aDebit({ amount: 1 }))
  expect(await partner.funds()).toEqual({ USD: 70, JPY: 1 })
})

test('all of a wallet can be debited, down to zero', async () => {
  const partner = await service.newPartner({ KWD: '1.001' })
  const { id, walletId } = await newCustomer(partner, { currency: 'KWD', initialFunds: 1.001 })

  const { body } = await partner.post(transactionsOf(walletId), aDebit({ amount: 1.001 }))

  expect(body.data).toMatchObject({ previousBalance: 1.001, newBalance: 0 })
  expect(await balancesOf(partner, id)).toEqual([0])
  expect(await partner.funds()).toEqual({ KWD: 1.001 })
})

/** Expects each transaction to begin with the balance that the previous one ended with. */
function expectChain(replies: readonly Reply[], from: number, to: number): void {
  const steps: Json[] = replies.map(({ body }) => body.data)
  let balance = from
  for (const { previousBalance, newBalance } of steps) {
    expect(previousBalance).toBe(balance)
    balance = newBalance
  }
  expect(balance).toBe(to)
}

test('the balances of successive transactions form one chain that ends at the listed balance', async () => {
  const partner = await service.newPartner({ USD: '100.00' })
  const { id, walletId } = await newCustomer(partner, { initialFunds: 5 })
  const replies: Reply[] = []
  for (const make of [aCredit, aDebit, aCredit, aCredit, aDebit]) {
    replies.push(await partner.post(transactionsOf(walletId), make({ amount: 1.1 })))
  }

  expectChain(replies, 5, 6.1)
  expect(await balancesOf(partner, id)).toEqual([6.1])
})

test('the balances of racing credits on two processes form one chain as well', async () => {
  const partner = await service.newPartner({ USD: '100.00' })
  const { id, walletId } = await newCustomer(partner)
  const clients = [partner, await onAnotherProcess({ ...service, partner })]
  const credits = times(20, () => ({ target: transactionsOf(walletId), body: aCredit() }))

  const replies = await race(clients, credits)

  replies.sort((one, other) => one.body.data.newBalance - other.body.data.newBalance)
  expectChain(replies, 0, 20)
  expect(await balancesOf(partner, id)).toEqual([20])
})

describe('402 BUSINESS_RULE_ERROR: a credit above the partner funds', () => {
  test('one cent short moves nothing', async () => {
    const partner = await service.newPartner({ USD: '10.00' })
    const { id, walletId } = await newCustomer(partner)

    const reply = await partner.post(transactionsOf(walletId), aCredit({ amount: 10.01 }))

    expectError(reply, 402, 'BUSINESS_RULE_ERROR', ['amount'])
    expect(await balancesOf(partner, id)).toEqual([0])
    expect(await partner.funds()).toEqual({ USD: 10 })
  })

  test('funds of another currency do not count', async () => {
    const partner = await service.newPartner({ USD: '10.00' })
    const { walletId } = await newCustomer(partner, { currency: 'EUR' })

    const reply = await partner.post(transactionsOf(walletId), aCredit())

    expectError(reply, 402, 'BUSINESS_RULE_ERROR', ['amount'])
  })
})

describe('500 SYSTEM_ERROR: a debit above the balance of the wallet', () => {
  test('one cent above moves nothing, and nothing is logged as an error', async () => {
    const partner = await service.newPartner({ USD: '10.00' })
    const { id, walletId } = await newCustomer(partner, { initialFunds: 4 })
    const linesBefore = service.logged.length

    const reply = await partner.post(transactionsOf(walletId), aDebit({ amount: 4.01 }))

    expectError(reply, 500, 'SYSTEM_ERROR', ['amount'])
    expect(await balancesOf(partner, id)).toEqual([4])
    expect(await partner.funds()).toEqual({ USD: 6 })
    const levels = service.logged.slice(linesBefore).map((line) => JSON.parse(line).level)
    expect(levels.length).toBeGreaterThan(0)
    expect(levels.filter((level) => level > 30)).toEqual([])
  })

  test('an empty wallet has nothing to debit, whatever the partner has', async () => {
    const partner = await service.newPartner({ USD: '10.00' })
    const { walletId } = await newCustomer(partner)

    const reply = await partner.post(transactionsOf(walletId), aDebit({ amount: 0.01 }))

    expectError(reply, 500, 'SYSTEM_ERROR', ['amount'])
  })
})

test('404 RESOURCE_NOT_FOUND: a wallet of another partner gets the response of an absent wallet', async () => {
  const [partner, other] = [await service.newPartner({ USD: '10.00' }), await service.newPartner()]
  const { id, walletId } = await newCustomer(other)

  const foreign = await partner.post(transactionsOf(walletId), aCredit())
  const absent = await partner.post(transactionsOf(Number(walletId) + 1_000), aCredit())
  const malformed = await partner.post(transactionsOf('wallet'), aCredit())

  expectError(foreign, 404, 'RESOURCE_NOT_FOUND')
  expectSameAnswer(foreign, absent)
  expectSameAnswer(foreign, malformed)
  expect(await balancesOf(other, id)).toEqual([0])
  expect(await partner.funds()).toEqual({ USD: 10 })
})

test('404 for another spelling of a walletId than plain decimal digits', async () => {
  const partner = await service.newPartner({ USD: '10.00' })
  const { walletId } = await newCustomer(partner)

  for (const spelling of [`0${walletId}`, `+${walletId}`, `${walletId}.0`, `${walletId}%20`]) {
    const reply = await partner.post(transactionsOf(spelling), aCredit())
    expectError(reply, 404, 'RESOURCE_NOT_FOUND')
  }
})
