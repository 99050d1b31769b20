import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openService, type RunningService } from '../../support/service.ts'
import {
  aCustomer,
  balancesOf,
  contentOf,
  CUSTOMERS,
  expectError,
  newCustomer,
  onAnotherProcess,
  race,
  tally,
  times,
  walletsOf,
} from './fixture.ts'

let service: RunningService

beforeAll(async () => {
  service = await openService({ funds: { USD: '1000.00', EUR: '1000.00' } })
})

afterAll(() => service.end())

describe('an e-mail is stored trimmed and in lower case', () => {
  test.each([
    ['  Ann@Example.COM\t', 'ann@example.com'],
    ['plain@example.com', 'plain@example.com'],
    ['first.last+tag@sub.example.co.uk', 'first.last+tag@sub.example.co.uk'],
    ["o'brien_99@ex-ample.org", "o'brien_99@ex-ample.org"],
    ['JOSÉ@EXAMPLE.COM', 'josé@example.com'],
    ['1@2.de', '1@2.de'],
    [`${'l'.repeat(64)}@example.com`, `${'l'.repeat(64)}@example.com`],
  ])('%j', async (email, stored) => {
    const partner = await service.newPartner()

    expect(await newCustomer(partner, { email })).toMatchObject({ email: stored })
    expect(await contentOf(partner, CUSTOMERS)).toMatchObject([{ consumerEmail: stored }])
  })
})

describe('400 VALIDATION_ERROR naming email: not an address', () => {
  test.each([
    '',
    ' ',
    'ann',
    '@example.com',
    'ann@',
    'ann@example',
    'ann@@example.com',
    'a nn@example.com',
    'ann@exam ple.com',
    'ann@-example.com',
    'ann@example-.com',
    'ann@example..com',
    'ann@.example.com',
    'ann@example.com.',
    '.ann@example.com',
    'ann.@example.com',
    'an..n@example.com',
    'ann@example.com, bob@example.com',
    'Ann <ann@example.com>',
    'ann@[127.0.0.1]',
    'ann@exam_ple.com',
    'ann\n@example.com',
    'ann@example.com\u0000',
    `${'l'.repeat(65)}@example.com`,
    `${'l'.repeat(64)}@${'d'.repeat(60)}.${'d'.repeat(60)}.${'d'.repeat(60)}.example.com`,
    `ann@${'d'.repeat(64)}.com`,
  ])('%j', async (email) => {
    const before = await contentOf(service.partner, CUSTOMERS)

    const reply = await service.partner.post(CUSTOMERS, aCustomer({ email }))

    expectError(reply, 400, 'VALIDATION_ERROR', ['email'])
    expect(await contentOf(service.partner, CUSTOMERS)).toEqual(before)
  })
})

test('400 VALIDATION_ERROR naming email: a consumer has one wallet per currency', async () => {
  const partner = await service.newPartner({ USD: '100.00' })
  const email = 'ann@example.com'
  const { id } = await newCustomer(partner, { email, initialFunds: 10 })

  for (const spelling of [email, ' ANN@example.com ', 'Ann@Example.Com']) {
    const reply = await partner.post(CUSTOMERS, aCustomer({ email: spelling, initialFunds: 1 }))
    expectError(reply, 400, 'VALIDATION_ERROR', ['email'])
  }

  expect(await contentOf(partner, CUSTOMERS)).toHaveLength(1)
  expect(await balancesOf(partner, id)).toEqual([10])
  expect(await partner.funds()).toEqual({ USD: 90 })
})

test('400 naming email for a second wallet in one currency, even if the funds are short', async () => {
  const partner = await service.newPartner()
  const { email } = await newCustomer(partner)

  const reply = await partner.post(CUSTOMERS, aCustomer({ email, initialFunds: 1_000 }))

  expectError(reply, 400, 'VALIDATION_ERROR', ['email'])
})

test('the same e-mail in another currency: one more wallet for the consumer, whose name stays', async () => {
  const partner = await service.newPartner({ EUR: '20.00' })
  const email = 'ann@example.com'
  const first = await newCustomer(partner, { email, fullName: 'Ann Lee' })

  const second = await newCustomer(partner, {
    email: 'ANN@example.com',
    fullName: 'Somebody Else',
    currency: 'EUR',
    initialFunds: 20,
  })

  expect(second).toEqual({
    id: first.id,
    walletId: expect.any(String),
    fullName: 'Ann Lee',
    email,
    walletBalance: 20,
    currency: 'EUR',
  })
  expect(second.walletId).not.toBe(first.walletId)
  expect(await contentOf(partner, CUSTOMERS)).toEqual([
    {
      consumerId: first.id,
      consumerName: 'Ann Lee',
      consumerEmail: email,
      totalStandardWallets: 2,
      totalCampaignWallets: 0,
    },
  ])
  expect(await contentOf(partner, walletsOf(first.id))).toMatchObject([
    { walletId: first.walletId, currency: 'USD', balance: 0 },
    { walletId: second.walletId, currency: 'EUR', balance: 20 },
  ])
})

test('402 for the second currency adds no wallet to the consumer', async () => {
  const partner = await service.newPartner()
  const { id, email } = await newCustomer(partner)

  const reply = await partner.post(
    CUSTOMERS,
    aCustomer({ email, currency: 'EUR', initialFunds: 1 }),
  )

  expectError(reply, 402, 'BUSINESS_RULE_ERROR', ['initialFunds'])
  expect(await contentOf(partner, walletsOf(id))).toHaveLength(1)
})

test('an e-mail is unique per partner: another partner may have its own consumer with it', async () => {
  const [one, other] = [await service.newPartner(), await service.newPartner()]
  const email = 'ann@example.com'

  const here = await newCustomer(one, { email })
  const there = await newCustomer(other, { email, fullName: 'Another Ann' })

  expect(there.id).not.toBe(here.id)
  expect(there.fullName).toBe('Another Ann')
})

test('equal requests race at two processes: one consumer, one wallet, funds taken once', async () => {
  const { partner } = service
  const before = await partner.funds()
  const clients = [partner, await onAnotherProcess(service)]
  const email = 'twins@example.com'
  const requests = times(12, (at) => ({
    target: CUSTOMERS,
    body: aCustomer({ email: at % 2 ? email : email.toUpperCase(), initialFunds: 5 }),
  }))

  const replies = await race(clients, requests)

  expect(tally(replies)).toEqual({ 200: 1, 400: 11 })
  for (const reply of replies) {
    if (reply.status !== 200) expectError(reply, 400, 'VALIDATION_ERROR', ['email'])
  }
  expect(await partner.funds()).toEqual({ ...before, USD: Number(before['USD']) - 5 })
  const customers = await contentOf(partner, `${CUSTOMERS}?size=50`)
  expect(customers.filter(({ consumerEmail }) => consumerEmail === email)).toHaveLength(1)
})

test('requests of one e-mail in several currencies race: one consumer with all the wallets', async () => {
  const clients = [service.partner, await onAnotherProcess(service)]
  const currencies = ['USD', 'EUR', 'GBP', 'JPY', 'KWD', 'CHF', 'SEK', 'AUD']
  const requests = currencies.map((currency) => ({
    target: CUSTOMERS,
    body: aCustomer({ email: 'many@example.com', currency }),
  }))

  const replies = await race(clients, requests)

  expect(tally(replies)).toEqual({ 200: 8 })
  const ids = new Set(replies.map(({ body }) => body.data.id))
  expect(ids.size).toBe(1)
  const wallets = await contentOf(service.partner, walletsOf([...ids][0]))
  expect(new Set(wallets.map(({ currency }) => currency))).toEqual(new Set(currencies))
  expect(wallets).toHaveLength(currencies.length)
})
