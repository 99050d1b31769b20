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

interface PostedCredit {
  readonly partner: Partner
  readonly customer: Json
  readonly target: string
  readonly body: Json
}

/** Credits 2 dollars to a wallet of 10, of a partner that has 88 dollars left. */
async function postCredit(
  input: Json = {},
): Promise<PostedCredit & { text: string; headers: object }> {
  const partner = await service.newPartner({ USD: '100.00' })
  const customer = await newCustomer(partner, { initialFunds: 10 })
  const target = transactionsOf(customer.walletId)
  const body = aCredit({ amount: 2, referenceId: 'reward', description: 'bonus', ...input })
  const reply = await partner.post(target, body)
  expect(reply).toMatchObject({ status: 200 })
  return { partner, customer, target, body, text: reply.text, headers: lastingHeaders(reply) }
}

async function expectNothingMoved({ partner, customer }: PostedCredit): Promise<void> {
  expect(await balancesOf(partner, customer.id)).toEqual([12])
  expect(await partner.funds()).toEqual({ USD: 88 })
}

describe('the same referenceId and payload get the first response, byte for byte', () => {
  test('at once, and moves nothing again', async () => {
    const credit = await postCredit()
    const { partner } = credit

    const again = await partner.post(credit.target, credit.body)

    expect(again).toMatchObject({ status: 200, text: credit.text })
    await expectNothingMoved(credit)
  })

  test('however the JSON is spelled', async () => {
    const credit = await postCredit()
    const { partner } = credit
    const otherSpelling =
      '{ "description":"b\\u006fnus", "transactionType":"CREDIT","extra":1,' +
      ' "amount":20e-1, "referenceId":"reward" }'

    expect(await partner.post(credit.target, otherSpelling)).toMatchObject({
      status: 200,
      text: credit.text,
    })
    await expectNothingMoved(credit)
  })

  test('after other transactions have changed the balance', async () => {
    const credit = await postCredit()
    const { partner } = credit
    await partner.post(credit.target, aDebit({ amount: 12 }))

    expect((await partner.post(credit.target, credit.body)).text).toBe(credit.text)
    expect(await balancesOf(partner, credit.customer.id)).toEqual([0])
  })

  test('though the partner has no funds left for it', async () => {
    const credit = await postCredit()
    const { partner } = credit
    await partner.post(credit.target, aCredit({ amount: 88 }))

    expect((await partner.post(credit.target, credit.body)).text).toBe(credit.text)
    expect(await partner.funds()).toEqual({ USD: 0 })
  })

  test.each(['FROZEN', 'CLOSED'])('though the wallet has become %s', async (status) => {
    const credit = await postCredit()
    const { partner } = credit
    const { walletId } = credit.customer
    await partner.post(credit.target, aDebit({ amount: 12 }))
    expect((await setWalletStatus(service, partner.partnerId, { walletId, status })).status).toBe(
      200,
    )

    expect((await partner.post(credit.target, credit.body)).text).toBe(credit.text)
  })

  test('for a debit too', async () => {
    const credit = await postCredit()
    const { partner } = credit
    const debit = aDebit({ amount: 5, referenceId: 'clawback' })
    const first = await partner.post(credit.target, debit)

    const again = await partner.post(credit.target, debit)

    expect(again).toMatchObject({ status: 200, text: first.text })
    expect(await balancesOf(partner, credit.customer.id)).toEqual([7])
  })

  test('signed with another credential of the partner', async () => {
    const credit = await postCredit()
    const { partner } = credit

    const again = await (await partner.issue()).post(credit.target, credit.body)

    expect(again.text).toBe(credit.text)
    expect(lastingHeaders(again)).toEqual(credit.headers)
    await expectNothingMoved(credit)
  })
})

describe('403 BUSINESS_RULE_ERROR: the same referenceId with another payload moves nothing', () => {
  test.each<[string, Json]>([
    ['amount', { amount: 2.01 }],
    ['transactionType', { transactionType: 'DEBIT' }],
    ['description', { description: 'Bonus' }],
    ['description, which is empty', { description: '' }],
    ['description, which is left out', { description: undefined }],
    ['amount that the funds do not cover', { amount: 1_000 }],
    ['amount that the wallet does not cover', { transactionType: 'DEBIT', amount: 1_000 }],
  ])('another %s', async (_what, change) => {
    const credit = await postCredit()
    const { partner } = credit

    const reply = await partner.post(credit.target, { ...credit.body, ...change })

    expectError(reply, 403, 'BUSINESS_RULE_ERROR', ['referenceId'])
    await expectNothingMoved(credit)
  })

  test('400 for an amount that the wallet cannot have, as with a new referenceId', async () => {
    const credit = await postCredit()
    const { partner } = credit

    const reply = await partner.post(credit.target, { ...credit.body, amount: 2.001 })

    expectError(reply, 400, 'VALIDATION_ERROR', ['amount'])
    await expectNothingMoved(credit)
  })

  test('a description where there was none', async () => {
    const credit = await postCredit({ description: undefined })
    const { partner } = credit

    const reply = await partner.post(credit.target, { ...credit.body, description: '' })

    expectError(reply, 403, 'BUSINESS_RULE_ERROR', ['referenceId'])
  })

  test('another wallet: the referenceId belongs to the partner', async () => {
    const credit = await postCredit()
    const { partner } = credit
    const other = await newCustomer(partner)

    const reply = await partner.post(transactionsOf(other.walletId), credit.body)

    expectError(reply, 403, 'BUSINESS_RULE_ERROR', ['referenceId'])
    expect(await balancesOf(partner, other.id)).toEqual([0])
    await expectNothingMoved(credit)
  })

  test('another wallet of the same consumer, in another currency', async () => {
    const credit = await postCredit()
    const { partner } = credit
    const { email } = credit.customer
    const { walletId } = await newCustomer(partner, { email, currency: 'EUR' })

    const reply = await partner.post(transactionsOf(walletId), credit.body)

    expectError(reply, 403, 'BUSINESS_RULE_ERROR', ['referenceId'])
  })
})

test('a referenceId of one partner is free for another', async () => {
  const credit = await postCredit()
  const other = await service.newPartner({ USD: '5.00' })
  const { id, walletId } = await newCustomer(other)

  const reply = await other.post(transactionsOf(walletId), credit.body)

  expect(reply.status).toBe(200)
  expect(await balancesOf(other, id)).toEqual([2])
  await expectNothingMoved(credit)
})

test('a referenceId that differs in one character is another referenceId', async () => {
  const credit = await postCredit({ referenceId: 'Reward é 1' })
  const { partner } = credit

  for (const referenceId of ['reward é 1', 'Reward e\u0301 1', 'Reward é 1 ', 'Reward é  1']) {
    const reply = await partner.post(credit.target, { ...credit.body, referenceId })
    expect(reply.body.data).toMatchObject({ referenceId })
  }
  expect(await balancesOf(partner, credit.customer.id)).toEqual([20])
})

test('a referenceId of 255 characters is stored whole', async () => {
  const referenceId = 'r'.repeat(255)
  const credit = await postCredit({ referenceId })
  const { partner } = credit

  expect((await partner.post(credit.target, credit.body)).text).toBe(credit.text)
  const shorter = { ...credit.body, referenceId: referenceId.slice(1) }
  expect((await partner.post(credit.target, shorter)).body.data).toMatchObject({ newBalance: 14 })
})

describe('a transaction that was refused does not use its referenceId up', () => {
  test.each<[number, Json]>([
    [402, { amount: 1_000 }],
    [500, { amount: 1_000, transactionType: 'DEBIT' }],
    [400, { amount: 0.001 }],
    [400, { amount: -1 }],
  ])('%i', async (status, refused) => {
    const credit = await postCredit()
    const { partner } = credit
    const body = aCredit({ referenceId: 'second' })
    expect((await partner.post(credit.target, { ...body, ...refused })).status).toBe(status)

    expect((await partner.post(credit.target, body)).body.data).toMatchObject({ newBalance: 13 })
  })

  test('404', async () => {
    const credit = await postCredit()
    const { partner } = credit
    const body = aCredit({ referenceId: 'second' })
    expect((await partner.post(transactionsOf(1), body)).status).toBe(404)

    expect((await partner.post(credit.target, body)).status).toBe(200)
  })

  test('409', async () => {
    const credit = await postCredit()
    const { partner } = credit
    const { walletId } = credit.customer
    const body = aCredit({ referenceId: 'second' })
    await setWalletStatus(service, partner.partnerId, { walletId, status: 'FROZEN' })
    expectError(await partner.post(credit.target, body), 409, 'BUSINESS_RULE_ERROR')
    await setWalletStatus(service, partner.partnerId, { walletId, status: 'ENABLED' })

    expect((await partner.post(credit.target, body)).status).toBe(200)
  })

  test('403: a refused conflict leaves the first payload unchanged', async () => {
    const credit = await postCredit()
    const { partner } = credit
    expect((await partner.post(credit.target, { ...credit.body, amount: 3 })).status).toBe(403)

    expect((await partner.post(credit.target, credit.body)).text).toBe(credit.text)
  })
})
