import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isoTime, systemClock } from '../../../src/core/mod.ts'
import type { Json } from '../../support/client.ts'
import {
  anOrder,
  dataOf,
  openService,
  type Partner,
  type RunningService,
} from '../../support/service.ts'
import { expectError, setRate } from './fixture.ts'

let service: RunningService
let other: Partner
let [card, coffee, euroCoffee]: number[] = []

beforeAll(async () => {
  service = await openService()
  other = await service.newPartner()
  card = (await service.product({ brand: 'Card' })).productId
  coffee = (await service.product({ brand: 'Coffee' })).productId
  euroCoffee = (await service.product({ brand: 'Coffee', currency: 'EUR' })).productId
  await setRate(service, ['EUR', 'USD', 1.1])
})

afterAll(() => service.end())

async function recordRule(rule: Json): Promise<Json> {
  return dataOf(await service.admin.post('/admin/v1/assortment-rules', rule))
}

async function shownTo(partner: Partner): Promise<number[]> {
  const { body } = await partner.get('/v2/products?currency=USD')
  return body.data.map(({ productId }: Json) => productId)
}

/** Runs a function while these rules apply, and ends them. */
async function withRules(rules: readonly Json[], run: () => Promise<void>): Promise<void> {
  for (const rule of rules) await recordRule(rule)
  try {
    await run()
  } finally {
    for (const rule of rules) await recordRule({ ...rule, shown: null })
  }
}

test('without rules each partner sees every product', async () => {
  expect(await shownTo(service.partner)).toEqual([card, coffee, euroCoffee])
})

test('a hidden product is not listed, 404, a fault in quotes, and 400 in orders', async () => {
  const { partnerId } = service.partner
  await withRules([{ partnerId, productId: coffee, shown: false }], async () => {
    expect(await shownTo(service.partner)).toEqual([card, euroCoffee])
    expect(await shownTo(other)).toEqual([card, coffee, euroCoffee])
    const hidden = await service.partner.get(`/v2/products/${coffee}?currency=USD`)
    const absent = await service.partner.get('/v2/products/1999999999?currency=USD')
    expect([hidden.status, hidden.text]).toEqual([404, absent.text])
    const order = anOrder({ productId: coffee })
    for (const [path, body] of [
      ['/v2/orders', { ...order, clientReference: randomUUID() }],
      ['/v2/orders', { ...order, clientReference: '' }],
    ] as const) {
      const reply = await service.partner.post(path, body)
      expect(reply.status).toBe(400)
      const fields = reply.body.error.details.map(({ field }: Json) => field)
      expect(fields).toContain('items[0].productId')
    }
    const { faults } = dataOf(
      await service.partner.post('/v2/quotes', { currency: 'USD', items: order.items }),
    )
    expect(faults.map(({ field }: Json) => field)).toEqual(['items[0].productId'])
  })
  expect(await shownTo(service.partner)).toEqual([card, coffee, euroCoffee])
})

test('the most specific rule applies: product, brand, all; a partner’s own before a general one', async () => {
  const { partnerId } = service.partner
  const rules = [
    { shown: false },
    { brand: 'Coffee', shown: true },
    { brand: 'Coffee', currency: 'EUR', shown: false },
    { partnerId, productId: card, shown: true },
  ]
  await withRules(rules, async () => {
    expect(await shownTo(service.partner)).toEqual([card, coffee])
    expect(await shownTo(other)).toEqual([coffee])
  })
})

test('a rule of the future is listed and does not apply yet; 400 if it is too far ahead', async () => {
  const { partnerId } = service.partner
  const effectiveAt = '2099-01-01T00:00:00Z'
  const farRule = { partnerId, brand: 'Card', shown: false, effectiveAt }
  expectError(
    await service.admin.post('/admin/v1/assortment-rules', farRule),
    400,
    'VALIDATION_ERROR',
    ['effectiveAt'],
  )
  const soon = isoTime(systemClock.now() + 3_600_000)
  const rule = await recordRule({ ...farRule, effectiveAt: soon })
  expect(rule).toMatchObject({ partnerId, brand: 'Card', shown: false, effectiveAt: soon })
  const { body } = await service.admin.get(`/admin/v1/assortment-rules?partnerId=${partnerId}`)
  expect(body.data[0]).toEqual(rule)
  expect(await shownTo(service.partner)).toEqual([card, coffee, euroCoffee])
})

test.each([
  [{ shown: false, partnerId: 2_000_000 }, 'partnerId'],
  [{ shown: false, productId: 1_999_999_999 }, 'productId'],
  [{ shown: false, brand: 'None' }, 'brand'],
  [{ shown: false, brand: 'Card', productType: 'TOP_UP' }, 'productType'],
  [{ shown: false, productType: 'CARD' }, 'productType'],
  [{ shown: false, currency: 'XXX' }, 'currency'],
  [{}, 'shown'],
])('400: %j names the field', async (rule, field) => {
  const reply = await service.admin.post('/admin/v1/assortment-rules', rule)
  expectError(reply, 400, 'VALIDATION_ERROR', [field])
})
