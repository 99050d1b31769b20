import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Json } from '../../support/client.ts'
import { openService, type RunningService } from '../../support/service.ts'
import {
  aCustomer,
  balancesOf,
  contentOf,
  CUSTOMERS,
  expectError,
  newCustomer,
  times,
} from './fixture.ts'
import { expectFaults } from './rows.ts'

let service: RunningService

beforeAll(async () => {
  service = await openService()
})

afterAll(() => service.end())

test('200: the data has exactly the fields of the interface, id a number and walletId text', async () => {
  const partner = await service.newPartner({ USD: '100.00' })

  const reply = await partner.post(CUSTOMERS, {
    fullName: 'Ann Lee',
    email: 'ann@example.com',
    currency: 'USD',
    initialFunds: 12.34,
  })

  expect(reply.status).toBe(200)
  expect(reply.body).toEqual({
    success: true,
    data: {
      id: expect.any(Number),
      walletId: expect.stringMatching(/^[1-9]\d*$/),
      fullName: 'Ann Lee',
      email: 'ann@example.com',
      walletBalance: 12.34,
      currency: 'USD',
    },
  })
  const { id, walletId } = reply.body.data
  expect([id, Number(walletId)].every(Number.isSafeInteger)).toBe(true)
})

test('initialFunds is taken from the partner funds in its currency, and from no other', async () => {
  const partner = await service.newPartner({ USD: '100.00', EUR: '50.00', JPY: '1000' })

  const { id, walletBalance } = await newCustomer(partner, { initialFunds: 0.01 })
  const yen = await newCustomer(partner, { currency: 'JPY', initialFunds: 999 })

  expect([walletBalance, yen.walletBalance]).toEqual([0.01, 999])
  expect(await partner.funds()).toEqual({ USD: 99.99, EUR: 50, JPY: 1 })
  expect(await balancesOf(partner, id)).toEqual([0.01])
})

test('the whole of the partner funds may be loaded, down to zero', async () => {
  const partner = await service.newPartner({ KWD: '7.125' })

  const { walletBalance } = await newCustomer(partner, { currency: 'KWD', initialFunds: 7.125 })

  expect(walletBalance).toBe(7.125)
  expect(await partner.funds()).toEqual({ KWD: 0 })
})

test('initialFunds 0 opens an empty wallet for a partner that has nothing at all', async () => {
  const partner = await service.newPartner()

  const customer = await newCustomer(partner, { initialFunds: 0 })

  expect(customer).toMatchObject({ walletBalance: 0, currency: 'USD' })
  expect(await balancesOf(partner, customer.id)).toEqual([0])
})

test('initialFunds 0 needs no funds, even where a reversal took them below zero', async () => {
  const partner = await service.newPartner({ USD: '1.00' })
  const reversal = { currency: 'USD', amount: 5, reference: 'chargeback', reason: 'chargeback' }
  await service.admin.post(`/admin/v1/partners/${partner.partnerId}/reversals`, reversal)

  await newCustomer(partner, { initialFunds: 0 })

  expect(await partner.funds()).toEqual({ USD: -4 })
})

test('402 BUSINESS_RULE_ERROR: one cent short creates no consumer and takes no money', async () => {
  const partner = await service.newPartner({ USD: '100.00' })

  const reply = await partner.post(CUSTOMERS, aCustomer({ initialFunds: 100.01 }))

  expectError(reply, 402, 'BUSINESS_RULE_ERROR', ['initialFunds'])
  expect(await contentOf(partner, CUSTOMERS)).toEqual([])
  expect(await partner.funds()).toEqual({ USD: 100 })
})

test('402 BUSINESS_RULE_ERROR: funds in one currency do not cover another', async () => {
  const partner = await service.newPartner({ USD: '100.00' })

  const reply = await partner.post(CUSTOMERS, aCustomer({ currency: 'EUR', initialFunds: 1 }))

  expectError(reply, 402, 'BUSINESS_RULE_ERROR', ['initialFunds'])
  expect(await contentOf(partner, CUSTOMERS)).toEqual([])
})

test('402 BUSINESS_RULE_ERROR: money that an order holds cannot be loaded', async () => {
  const partner = await service.newPartner({ USD: '100.00' })
  const { productId } = await service.product({ supplier: 'vault' })
  const items = [{ productId, amount: 60, quantity: 1 }]
  const order = { clientReference: 'held', currency: 'USD', items }
  expect((await partner.post('/v2/orders', order)).status).toBe(201)

  const tooMuch = await partner.post(CUSTOMERS, aCustomer({ initialFunds: 40.01 }))
  const enough = await partner.post(CUSTOMERS, aCustomer({ initialFunds: 40 }))

  expectError(tooMuch, 402, 'BUSINESS_RULE_ERROR', ['initialFunds'])
  expect(enough.status).toBe(200)
})

test('a refused request does not use up its e-mail: it succeeds once the funds are there', async () => {
  const partner = await service.newPartner({ USD: '1.00' })
  const customer = aCustomer({ initialFunds: 5 })
  expectError(await partner.post(CUSTOMERS, customer), 402, 'BUSINESS_RULE_ERROR', ['initialFunds'])

  const deposit = { currency: 'USD', amount: 4, reference: 'top up' }
  await service.admin.post(`/admin/v1/partners/${partner.partnerId}/deposits`, deposit)

  expect((await partner.post(CUSTOMERS, customer)).status).toBe(200)
})

test('fields that the interface does not name are ignored, and not returned', async () => {
  const partner = await service.newPartner({ USD: '1.00' })

  const data = await newCustomer(partner, { id: 7, walletId: '7', vip: true, walletBalance: 100 })

  expect(Object.keys(data).toSorted()).toEqual(
    ['currency', 'email', 'fullName', 'id', 'walletBalance', 'walletId'].toSorted(),
  )
  expect(data).toMatchObject({ walletBalance: 0 })
  expect(data.id).not.toBe(7)
})

test.each([
  ['in any script', '李小龍', '李小龍'],
  ['with an apostrophe', "Aoife O'Brien-Núñez", "Aoife O'Brien-Núñez"],
  ['without the spaces around it', '  Ann Lee ', 'Ann Lee'],
  ['of a single letter', 'A', 'A'],
  ['of 200 characters', 'n'.repeat(200), 'n'.repeat(200)],
])('fullName is stored %s', async (_rule, fullName, stored) => {
  const partner = await service.newPartner()

  expect(await newCustomer(partner, { fullName })).toMatchObject({ fullName: stored })
  expect(await contentOf(partner, CUSTOMERS)).toMatchObject([{ consumerName: stored }])
})

test('POST .../customer/bulk: a row gets the response of a single call after the rows before it', async () => {
  const partner = await service.newPartner({ USD: '10.00' })
  const existing = aCustomer({ fullName: 'Known' })
  await partner.post(CUSTOMERS, existing)
  const repeated = aCustomer({ initialFunds: 4 })
  const email = repeated.email.toUpperCase()
  const customers = [
    repeated,
    { ...repeated, email: ` ${email} ` },
    { ...repeated, email, currency: 'EUR', initialFunds: 0, fullName: 'Other' },
    { ...existing, currency: 'EUR', fullName: 'Other' },
    existing,
    aCustomer({ initialFunds: 7 }),
    aCustomer({ email: 'nobody' }),
    aCustomer({ currency: 'usd', initialFunds: 0.001 }),
    aCustomer({ initialFunds: 6 }),
  ]

  const { body } = await partner.post(`${CUSTOMERS}/bulk`, { customers })

  const results: Json[] = body.data.results
  expect(results.map(({ status }) => status)).toEqual([200, 400, 200, 200, 400, 402, 400, 400, 200])
  const [first, , second, third] = results.map((one) => one.body.data)
  expect(second).toMatchObject({ id: first.id, fullName: first.fullName, currency: 'EUR' })
  expect(third).toMatchObject({ fullName: 'Known' })
  expect(await contentOf(partner, CUSTOMERS)).toHaveLength(3)
  expect(await partner.funds()).toEqual({ USD: 0 })
  const single = await partner.post(CUSTOMERS, existing)
  expect(results[4].body).toEqual(single.body)
})

test('POST .../customer/bulk, atomic: a refused request leaves no consumer, wallet or id', async () => {
  const partner = await service.newPartner({ USD: '10.00' })
  const customers = [aCustomer({ initialFunds: 6 }), aCustomer({ initialFunds: 6 }), { email: 7 }]
  const [first] = customers

  const reply = await partner.post(`${CUSTOMERS}/bulk`, { customers, mode: 'atomic' })

  expectFaults(reply, 402, 'BUSINESS_RULE_ERROR', [
    'customers[1].initialFunds',
    'customers[2].fullName',
    'customers[2].currency',
    'customers[2].initialFunds',
    'customers[2].email',
  ])
  expect(await contentOf(partner, CUSTOMERS)).toEqual([])
  const [before, after] = [await newCustomer(partner), await newCustomer(partner, first)]
  expect(after.id - before.id).toBe(2)
  const all = await partner.post(`${CUSTOMERS}/bulk`, {
    customers: times(3, () => aCustomer({ initialFunds: 1 })),
    mode: 'atomic',
  })
  expect(all).toMatchObject({ status: 200 })
  expect(await partner.funds()).toEqual({ USD: 1 })
})
