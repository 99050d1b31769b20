import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Json, Reply } from '../../support/client.ts'
import {
  anOrder,
  dataOf,
  openService,
  type Partner,
  type RunningService,
} from '../../support/service.ts'
import { newCustomer, openCampaign } from '../partner-v1/fixture.ts'
import { balanceOf, CREDIT, setStatus } from './account-credit-fixture.ts'
import { completeOrder, expectError, expectSameAnswer, setRate } from './fixture.ts'

const BY_ANY_NAME = ['walletId', 'consumerId', 'email'].map((name) => ({
  name,
  label: name,
  pattern: '.*',
  required: false,
}))

let service: RunningService
let partner: Partner
let ann: Json
let productId: number

beforeAll(async () => {
  service = await openService({ funds: { USD: '1000', EUR: '1000' } })
  partner = service.partner
  ann = await newCustomer(partner, { email: 'ann@example.com' })
  productId = (await service.product({ ...CREDIT, recipientFields: BY_ANY_NAME })).productId
})

afterAll(() => service.end())

/** Returns an order of one line that credits 10 to the wallet that the recipient names. */
function aCredit(recipient: Json): Json {
  const { items, ...order } = anOrder({ productId })
  return { ...order, items: [{ ...items[0], recipient }] }
}

/** Expects 400 naming this field of the recipient, with no money held and no order made. */
async function expectRefused(recipient: Json, field: string): Promise<Reply> {
  const before = await partner.funds()
  const { length } = await partner.orders()
  const reply = await partner.post('/v2/orders', aCredit(recipient))
  expectError(reply, 400, 'VALIDATION_ERROR', [`items[0].recipient${field}`])
  expect(await partner.funds()).toEqual(before)
  expect(await partner.orders()).toHaveLength(length)
  return reply
}

describe('an order of an account credit', () => {
  test('credits the wallet once, charges the partner once, and delivers receipts', async () => {
    const [before, funds] = [await balanceOf(partner, ann), await partner.funds()]
    const line = { recipient: { walletId: ann.walletId }, quantity: 3, amount: 7.5 }
    const order = await completeOrder(service, { items: [{ productId, ...line }] })

    expect(order).toMatchObject({ totalAmount: 22.5, itemCount: 3 })
    expect(await balanceOf(partner, ann)).toBe(before + 22.5)
    expect(await partner.funds()).toEqual({ ...funds, USD: (funds['USD'] ?? 0) - 22.5 })
    const items: Json[] = dataOf(await partner.get(`/v2/orders/${order.id}/items`))
    expect(items.map(({ giftCardNumber }) => giftCardNumber)).toEqual([
      expect.stringMatching(/^CREDIT-[0-9]+-[0-9]+-1$/),
      expect.stringMatching(/^CREDIT-[0-9]+-[0-9]+-2$/),
      expect.stringMatching(/^CREDIT-[0-9]+-[0-9]+-3$/),
    ])
    expect(Object.keys(items[0]).toSorted()).toEqual(
      ['itemNo', 'productId', 'brand', 'currency', 'faceValue', 'cardIdentifier']
        .concat('giftCardNumber')
        .toSorted(),
    )
  })

  test.each([
    ['its consumer', () => ({ consumerId: String(ann.id) })],
    ['the e-mail of its consumer', () => ({ email: 'Ann@Example.com' })],
    ['all of them', () => ({ walletId: ann.walletId, consumerId: `${ann.id}`, email: ann.email })],
  ])('finds the wallet by %s', async (_what, recipientOf) => {
    const before = await balanceOf(partner, ann)
    const items = [{ productId, amount: 10, quantity: 1, recipient: recipientOf() }]

    await completeOrder(service, { items })

    expect(await balanceOf(partner, ann)).toBe(before + 10)
  })

  test('an order in another currency than the wallet pays at the exchange rate', async () => {
    await setRate(service, ['USD', 'EUR', 0.9])
    const [before, funds] = [await balanceOf(partner, ann), await partner.funds()]
    const items = [{ productId, amount: 10, quantity: 2, recipient: { walletId: ann.walletId } }]

    await completeOrder(service, { currency: 'EUR', items })

    expect(await balanceOf(partner, ann)).toBe(before + 20)
    expect(await partner.funds()).toEqual({ ...funds, EUR: (funds['EUR'] ?? 0) - 18 })
  })
})

describe('400 VALIDATION_ERROR: nobody is credited, and nothing is held', () => {
  test('names the recipient field of a wallet that cannot be credited', async () => {
    const euros = await newCustomer(partner, { email: 'eve@example.com', currency: 'EUR' })
    await expectRefused({}, '')
    await expectRefused({ walletId: '' }, '.walletId')
    await expectRefused({ walletId: 'none' }, '.walletId')
    await expectRefused({ walletId: Number(ann.walletId) }, '.walletId')
    await expectRefused({ walletId: euros.walletId }, '.walletId')
    await expectRefused({ consumerId: String(euros.id) }, '.consumerId')
    await expectRefused({ email: 'eve@example.com' }, '.email')
    await expectRefused({ email: 'nobody@example.com' }, '.email')
    await expectRefused({ walletId: ann.walletId, email: 'eve@example.com' }, '.email')
  })

  test('a foreign wallet, consumer or e-mail gets the response of an absent one', async () => {
    const other = await service.newPartner()
    const bob = await newCustomer(other, { email: 'bob@example.com' })

    for (const [name, foreign, absent] of [
      ['walletId', bob.walletId, '999999999999'],
      ['consumerId', String(bob.id), '999999999999'],
      ['email', 'bob@example.com', 'nobody@example.com'],
    ]) {
      const answers = [
        await expectRefused({ [name]: foreign }, `.${name}`),
        await expectRefused({ [name]: absent }, `.${name}`),
      ] as const
      expectSameAnswer(...answers)
    }
  })

  test('refuses a CAMPAIGN wallet, and a wallet that is not ENABLED', async () => {
    const { campaignId } = await openCampaign(service, partner.partnerId)
    const path = `/admin/v1/partners/${partner.partnerId}/campaigns/${campaignId}/wallets`
    const campaignWallet = dataOf(await service.admin.post(path, { consumerId: ann.id }))
    await expectRefused({ walletId: campaignWallet.walletId }, '.walletId')
    const frozen = await newCustomer(partner)
    await setStatus(service, frozen.walletId, 'FROZEN')
    await expectRefused({ walletId: frozen.walletId }, '.walletId')
    await expectRefused({ email: frozen.email }, '.email')
    await setStatus(service, frozen.walletId, 'CLOSED')
    await expectRefused({ consumerId: String(frozen.id) }, '.consumerId')
  })

  test('one bad line of many refuses the order and is named', async () => {
    const good = aCredit({ walletId: ann.walletId })
    const bad = aCredit({ walletId: '7' })
    const items = [...good.items, ...bad.items]
    const reply = await partner.post('/v2/orders', { ...good, items })
    expectError(reply, 400, 'VALIDATION_ERROR', ['items[1].recipient.walletId'])
  })
})

describe('POST and PATCH /admin/v1/products', () => {
  test('a product that credits wallets requires the walletId by default', async () => {
    const { recipientFields } = await service.product(CREDIT)
    expect(recipientFields).toEqual([
      { name: 'walletId', label: 'Wallet ID', pattern: '[1-9][0-9]{0,15}', required: true },
    ])
  })

  test.each([
    [{ supplier: 'wallet' }, 'supplier'],
    [{ ...CREDIT, productType: 'TOP_UP' }, 'supplier'],
    [{ ...CREDIT, recipientFields: [{ ...BY_ANY_NAME[0], name: 'phone' }] }, 'recipientFields'],
  ])('400 where %j cannot credit a wallet', async (input, field) => {
    const { productId: id, ...product } = await service.product()
    const created = await service.admin.post('/admin/v1/products', { ...product, ...input })
    expectError(created, 400, 'VALIDATION_ERROR', [field])
    const patched = await service.admin.patch(`/admin/v1/products/${id}`, input)
    expectError(patched, 400, 'VALIDATION_ERROR', [field])
  })
})
