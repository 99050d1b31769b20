import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Json } from '../../support/client.ts'
import { openService, type Partner, type RunningService } from '../../support/service.ts'
import { lastingHeaders } from '../v2/fixture.ts'
import {
  aCredit,
  aDebit,
  balancesOf,
  expectError,
  newCustomer,
  setWalletStatus,
  transactionsOf,
} from './fixture.ts'

let service: RunningService

beforeAll(async () => {
  service = await openService()
})

afterAll(() => service.end())

interface Made {
  readonly partner: Partner
  readonly customer: Json
  readonly target: string
  readonly body: Json
}

/** A wallet of 10 dollars and the credit of 2 that made it 12, of a partner that has 88 left. */
async function aMadeCredit(input: Json = {}): Promise<Made & { text: string; headers: object }> {
  const partner = await service.newPartner({ USD: '100.00' })
  const customer = await newCustomer(partner, { initialFunds: 10 })
  const target = transactionsOf(customer.walletId)
  const body = aCredit({ amount: 2, referenceId: 'reward', description: 'bonus', ...input })
  const reply = await partner.post(target, body)
  expect(reply).toMatchObject({ status: 200 })
  return { partner, customer, target, body, text: reply.text, headers: lastingHeaders(reply) }
}

async function expectNothingMoved({ partner, customer }: Made): Promise<void> {
  expect(await balancesOf(partner, customer.id)).toEqual([12])
  expect(await partner.funds()).toEqual({ USD: 88 })
}

describe('the same referenceId and payload get the first response, byte for byte', () => {
  test('at once, and moves nothing again', async () => {
    const made = await aMadeCredit()
    const { partner } = made

    const again = await partner.post(made.target, made.body)

    expect(again).toMatchObject({ status: 200, text: made.text })
    await expectNothingMoved(made)
  })

  test('however the JSON is spelled', async () => {
    const made = await aMadeCredit()
    const { partner } = made
    const spelled =
      '{ "description":"b\\u006fnus", "transactionType":"CREDIT","extra":1,' +
      ' "amount":20e-1, "referenceId":"reward" }'

    expect(await partner.post(made.target, spelled)).toMatchObject({ status: 200, text: made.text })
    await expectNothingMoved(made)
  })

  test('after other transactions have changed the balance', async () => {
    const made = await aMadeCredit()
    const { partner } = made
    await partner.post(made.target, aDebit({ amount: 12 }))

    expect((await partner.post(made.target, made.body)).text).toBe(made.text)
    expect(await balancesOf(partner, made.customer.id)).toEqual([0])
  })

  test('though the partner has no funds left for it', async () => {
    const made = await aMadeCredit()
    const { partner } = made
    await partner.post(made.target, aCredit({ amount: 88 }))

    expect((await partner.post(made.target, made.body)).text).toBe(made.text)
    expect(await partner.funds()).toEqual({ USD: 0 })
  })

  test.each(['FROZEN', 'CLOSED'])('though the wallet is %s since', async (status) => {
    const made = await aMadeCredit()
    const { partner } = made
    const { walletId } = made.customer
    await partner.post(made.target, aDebit({ amount: 12 }))
    expect((await setWalletStatus(service, partner.partnerId, { walletId, status })).status).toBe(
      200,
    )

    expect((await partner.post(made.target, made.body)).text).toBe(made.text)
  })

  test('for a debit too', async () => {
    const made = await aMadeCredit()
    const { partner } = made
    const debit = aDebit({ amount: 5, referenceId: 'clawback' })
    const first = await partner.post(made.target, debit)

    const again = await partner.post(made.target, debit)

    expect(again).toMatchObject({ status: 200, text: first.text })
    expect(await balancesOf(partner, made.customer.id)).toEqual([7])
  })

  test('signed with another credential of the partner', async () => {
    const made = await aMadeCredit()
    const { partner } = made

    const again = await (await partner.issue()).post(made.target, made.body)

    expect(again.text).toBe(made.text)
    expect(lastingHeaders(again)).toEqual(made.headers)
    await expectNothingMoved(made)
  })
})

describe('403 BUSINESS_RULE_ERROR: the same referenceId with another payload moves nothing', () => {
  test.each<[string, Json]>([
    ['amount', { amount: 2.01 }],
    ['transactionType', { transactionType: 'DEBIT' }],
    ['description', { description: 'Bonus' }],
    ['description, an empty one', { description: '' }],
    ['description, none', { description: undefined }],
    ['amount that the funds do not cover', { amount: 1_000 }],
    ['amount that the wallet does not cover', { transactionType: 'DEBIT', amount: 1_000 }],
  ])('another %s', async (_what, change) => {
    const made = await aMadeCredit()
    const { partner } = made

    const reply = await partner.post(made.target, { ...made.body, ...change })

    expectError(reply, 403, 'BUSINESS_RULE_ERROR')
    await expectNothingMoved(made)
  })

  test('400 for an amount that the wallet cannot have, as with a new referenceId', async () => {
    const made = await aMadeCredit()
    const { partner } = made

    const reply = await partner.post(made.target, { ...made.body, amount: 2.001 })

    expectError(reply, 400, 'VALIDATION_ERROR', ['amount'])
    await expectNothingMoved(made)
  })

  test('a description where there was none', async () => {
    const made = await aMadeCredit({ description: undefined })
    const { partner } = made

    const reply = await partner.post(made.target, { ...made.body, description: '' })

    expectError(reply, 403, 'BUSINESS_RULE_ERROR')
  })

  test('another wallet: the referenceId belongs to the partner', async () => {
    const made = await aMadeCredit()
    const { partner } = made
    const other = await newCustomer(partner)

    const reply = await partner.post(transactionsOf(other.walletId), made.body)

    expectError(reply, 403, 'BUSINESS_RULE_ERROR')
    expect(await balancesOf(partner, other.id)).toEqual([0])
    await expectNothingMoved(made)
  })

  test('another wallet of the same consumer, in another currency', async () => {
    const made = await aMadeCredit()
    const { partner } = made
    const { email } = made.customer
    const { walletId } = await newCustomer(partner, { email, currency: 'EUR' })

    const reply = await partner.post(transactionsOf(walletId), made.body)

    expectError(reply, 403, 'BUSINESS_RULE_ERROR')
  })
})

test('a referenceId of one partner is free for another', async () => {
  const made = await aMadeCredit()
  const other = await service.newPartner({ USD: '5.00' })
  const { id, walletId } = await newCustomer(other)

  const reply = await other.post(transactionsOf(walletId), made.body)

  expect(reply.status).toBe(200)
  expect(await balancesOf(other, id)).toEqual([2])
  await expectNothingMoved(made)
})

test('a referenceId that differs in one character is another one', async () => {
  const made = await aMadeCredit({ referenceId: 'Reward é 1' })
  const { partner } = made

  for (const referenceId of ['reward é 1', 'Reward e\u0301 1', 'Reward é 1 ', 'Reward é  1']) {
    const reply = await partner.post(made.target, { ...made.body, referenceId })
    expect(reply.body.data).toMatchObject({ referenceId })
  }
  expect(await balancesOf(partner, made.customer.id)).toEqual([20])
})

test('a referenceId of 255 characters is stored whole', async () => {
  const referenceId = 'r'.repeat(255)
  const made = await aMadeCredit({ referenceId })
  const { partner } = made

  expect((await partner.post(made.target, made.body)).text).toBe(made.text)
  const shorter = { ...made.body, referenceId: referenceId.slice(1) }
  expect((await partner.post(made.target, shorter)).body.data).toMatchObject({ newBalance: 14 })
})

describe('a transaction that was refused does not use its referenceId up', () => {
  test.each<[number, Json]>([
    [402, { amount: 1_000 }],
    [500, { amount: 1_000, transactionType: 'DEBIT' }],
    [400, { amount: 0.001 }],
    [400, { amount: -1 }],
  ])('%i', async (status, refused) => {
    const made = await aMadeCredit()
    const { partner } = made
    const body = aCredit({ referenceId: 'second' })
    expect((await partner.post(made.target, { ...body, ...refused })).status).toBe(status)

    expect((await partner.post(made.target, body)).body.data).toMatchObject({ newBalance: 13 })
  })

  test('404', async () => {
    const made = await aMadeCredit()
    const { partner } = made
    const body = aCredit({ referenceId: 'second' })
    expect((await partner.post(transactionsOf(1), body)).status).toBe(404)

    expect((await partner.post(made.target, body)).status).toBe(200)
  })

  test('409', async () => {
    const made = await aMadeCredit()
    const { partner } = made
    const { walletId } = made.customer
    const body = aCredit({ referenceId: 'second' })
    await setWalletStatus(service, partner.partnerId, { walletId, status: 'FROZEN' })
    expectError(await partner.post(made.target, body), 409, 'BUSINESS_RULE_ERROR')
    await setWalletStatus(service, partner.partnerId, { walletId, status: 'ENABLED' })

    expect((await partner.post(made.target, body)).status).toBe(200)
  })

  test('403: a refused conflict leaves the first payload unchanged', async () => {
    const made = await aMadeCredit()
    const { partner } = made
    expect((await partner.post(made.target, { ...made.body, amount: 3 })).status).toBe(403)

    expect((await partner.post(made.target, made.body)).text).toBe(made.text)
  })
})
