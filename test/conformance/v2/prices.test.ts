import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Json } from '../../support/client.ts'
import { anOrder, dataOf, shareService, type RunningService } from '../../support/service.ts'
import { completeOrder, expectError, placeOrder, reverse, setRate } from './fixture.ts'

const shared = shareService()

const FUNDS = { USD: '100.00', EUR: '100.00', JPY: '10000' }

/** Records a rule for this partner only, so that tests that share the service do not interfere. */
async function setPrice({ admin, partner }: RunningService, rule: object): Promise<Json> {
  const { partnerId } = partner
  return dataOf(await admin.post('/admin/v1/price-rules', { partnerId, ...rule }))
}

test('a discount and a fee are held and charged, and the order shows both', async () => {
  const service = await shared({ funds: FUNDS })
  const { partner, admin } = service
  const { productId } = await service.product()
  await setPrice(service, { productId, discountPercent: 2.5, feeAmount: 0.1 })
  const pricing = { discountAmount: 0.83, feeAmount: 0.3, chargedAmount: 32.47 }

  const order = await completeOrder(service, { productId, amount: 11, quantity: 3 })

  expect(order).toMatchObject({ totalAmount: 33, pricing })
  expect(await partner.funds()).toMatchObject({ USD: 67.53 })
  expect(await partner.orders()).toMatchObject([{ totalAmount: 33, pricing }])
  const operatorOrder = dataOf(await admin.get(`/admin/v1/orders/${order.id}`))
  expect(operatorOrder).toMatchObject({ pricing, chargedAmount: 32.47 })
  expect(operatorOrder.lines).toMatchObject([
    { discountPercent: 2.5, discountAmount: 0.83, unitFee: 0.1 },
  ])
})

test('without a rule no response has a field of price rules', async () => {
  const service = await shared({ funds: FUNDS })
  const { partner, admin } = service
  const { productId } = await service.product()

  const order = await completeOrder(service, { productId })

  const answers = [
    order,
    dataOf(await partner.get(`/v2/products/${productId}?currency=USD`)),
    dataOf(await admin.get(`/admin/v1/orders/${order.id}`)),
  ]
  const text = JSON.stringify(answers)
  for (const field of ['pricing', 'discount', 'fee', 'marketRate'])
    expect(text).not.toContain(field)
})

test('funds are compared with the charge: a discount can save an order from 402, a fee can cause it', async () => {
  const service = await shared({ funds: { USD: '99.00' } })
  const { partner } = service
  const cheap = (await service.product()).productId
  const dear = (await service.product()).productId
  await setPrice(service, { productId: cheap, discountPercent: 1 })
  await setPrice(service, { productId: dear, feeAmount: 0.01 })

  const refused = await partner.post('/v2/orders', anOrder({ productId: dear, amount: 99 }))

  expect(refused).toMatchObject({ status: 402 })
  expect(refused.body.error.message).toContain('required 99.01 USD')
  expect(await placeOrder(partner, { productId: cheap, amount: 100 })).toMatchObject({
    totalAmount: 100,
    pricing: { discountAmount: 1, feeAmount: 0, chargedAmount: 99 },
  })
  expect(await partner.funds()).toEqual({ USD: 0 })
})

test('the discount of a line is rounded half up once, a surcharge like a discount', async () => {
  const service = await shared({ funds: FUNDS })
  const discounted = (await service.product({ currency: 'JPY', minAmount: 1 })).productId
  const surcharged = (await service.product({ currency: 'JPY', minAmount: 1 })).productId
  await setPrice(service, { productId: discounted, discountPercent: 0.5 })
  await setPrice(service, { productId: surcharged, discountPercent: -0.5 })
  const discountOf = async (productId: number, amount: number): Promise<number> => {
    const order = { productId, currency: 'JPY', amount, quantity: 11 }
    return (await placeOrder(service.partner, order)).pricing.discountAmount
  }

  expect(await discountOf(discounted, 9)).toBe(0)
  expect(await discountOf(discounted, 100)).toBe(6)
  expect(await discountOf(surcharged, 9)).toBe(0)
  expect(await discountOf(surcharged, 100)).toBe(-6)
})

test('400: no amount of an order is more than 15 digits, however many units it has', async () => {
  const service = await shared({ funds: FUNDS })
  const { partner, admin } = service
  const largest = { maxAmount: 9_999_999_999_999.99 }
  const { productId } = await service.product(largest)
  const withFee = (await service.product(largest)).productId
  const surcharged = (await service.product(largest)).productId
  await setPrice(service, { productId: withFee, feeAmount: 9_999_999.99 })
  await setPrice(service, { productId: surcharged, discountPercent: -100 })
  const requestQuote = (...items: Json[]) =>
    partner.post('/v2/quotes', {
      currency: 'USD',
      items: items.map((item) => ({ quantity: 1, ...item })),
    })
  const faultsOf = async (...items: Json[]): Promise<string[]> =>
    dataOf(await requestQuote(...items)).faults.map(({ field }: Json) => field)
  const half = 5_000_000_000_000

  const items = [{ productId, amount: half, quantity: 2 }]
  const refused = await partner.post('/v2/orders', { ...anOrder(), items })
  expectError(refused, 400, 'VALIDATION_ERROR', ['items[0].quantity'])
  expect(await faultsOf({ productId, amount: half }, { productId, amount: half })).toEqual([
    'items[1].quantity',
  ])
  expect(await faultsOf({ productId: surcharged, amount: half })).toEqual(['items[0].quantity'])
  expect(await faultsOf({ productId: withFee, amount: 1, quantity: 1_000_000 })).toEqual([
    'items[0].quantity',
  ])
  const text = (await requestQuote({ productId, amount: 9_999_999_999_999.99 })).text
  expect(text).toContain('"totalAmount":9999999999999.99,')
  const rule = { productId, feeAmount: 10_000_000 }
  expectError(await admin.post('/admin/v1/price-rules', rule), 400, 'VALIDATION_ERROR', [
    'feeAmount',
  ])
})

test('a fee in another currency is converted as the face value is', async () => {
  const service = await shared({ funds: FUNDS })
  const { productId } = await service.product({ currency: 'GBP' })
  await setRate(service, ['GBP', 'EUR', 1.15])
  await setPrice(service, { productId, feeAmount: 0.13 })

  expect(
    await placeOrder(service.partner, { productId, currency: 'EUR', quantity: 2 }),
  ).toMatchObject({
    totalAmount: 23,
    pricing: { discountAmount: 0, feeAmount: 0.3, chargedAmount: 23.3 },
  })
})

test('a spread raises the rate that is sold; the operator sees the market rate too', async () => {
  const service = await shared({ funds: FUNDS })
  const { partner, admin } = service
  const { productId } = await service.product({ currency: 'CHF' })
  await setRate(service, ['CHF', 'EUR', 1.06])
  const spread = { from: 'CHF', to: 'EUR', spreadPercent: 1.5 }
  dataOf(await admin.put('/admin/v1/fx-spreads', spread))

  const product = dataOf(await partner.get(`/v2/products/${productId}?currency=EUR`))
  const order = await completeOrder(service, { productId, currency: 'EUR', amount: 10 })

  expect(product.fxRate).toBe(1.0759)
  expect(order.totalAmount).toBe(10.76)
  const { lines } = dataOf(await admin.get(`/admin/v1/orders/${order.id}`))
  expect(lines).toMatchObject([{ fxRate: 1.0759, marketRate: 1.06 }])

  dataOf(await admin.put('/admin/v1/fx-spreads', { ...spread, spreadPercent: null }))
  expect(dataOf(await partner.get(`/v2/products/${productId}?currency=EUR`)).fxRate).toBe(1.06)
})

test('the spread of all pairs applies to each pair without a spread of its own', async () => {
  const service = await shared()
  const { partner, admin } = service
  const { productId } = await service.product({ currency: 'SEK' })
  await setRate(service, ['SEK', 'EUR', 0.1])
  await setRate(service, ['SEK', 'USD', 0.2])
  const put = (spread: object) => admin.put('/admin/v1/fx-spreads', spread)
  const rateIn = async (currency: string): Promise<number> =>
    dataOf(await partner.get(`/v2/products/${productId}?currency=${currency}`)).fxRate

  dataOf(await put({ from: 'SEK', to: 'EUR', spreadPercent: 0 }))
  dataOf(await put({ spreadPercent: 10 }))

  expect(await rateIn('EUR')).toBe(0.1)
  expect(await rateIn('USD')).toBe(0.22)
  dataOf(await put({ spreadPercent: null }))
  expect(await rateIn('USD')).toBe(0.2)
})

test('partners see their own discount and fee in the catalog, other partners do not', async () => {
  const service = await shared()
  const other = await service.newPartner()
  const { productId } = await service.product({ currency: 'NOK' })
  await setPrice(service, { productId, discountPercent: 3.25, feeAmount: 0.5 })
  const listedFor = async (partner: RunningService['partner']): Promise<Json> => {
    const page = await partner.get('/v2/products?currency=NOK&pageSize=2000')
    return page.body.data.find((one: Json) => one.productId === productId)
  }

  const terms = { discountPercent: 3.25, feeAmount: 0.5 }
  expect(await listedFor(service.partner)).toMatchObject(terms)
  expect(dataOf(await service.partner.get(`/v2/products/${productId}?currency=NOK`))).toMatchObject(
    terms,
  )
  expect(await listedFor(other)).not.toHaveProperty('discountPercent')
})

test('a rule is locked when the order is accepted; a replay has the first response’s bytes', async () => {
  const service = await shared({ funds: FUNDS })
  const { partner } = service
  const { productId } = await service.product()
  await setPrice(service, { productId, discountPercent: 10 })
  const order = anOrder({ productId, amount: 10 })
  const headers = { 'idempotency-key': randomUUID() }
  const first = await partner.post('/v2/orders', order, headers)

  await setPrice(service, { productId, discountPercent: 50 })

  const again = await partner.post('/v2/orders', order, headers)
  expect(again.text).toBe(first.text)
  expect(dataOf(await partner.get(`/v2/orders/${dataOf(first).id}`)).pricing).toEqual({
    discountAmount: 1,
    feeAmount: 0,
    chargedAmount: 9,
  })
})

test('an order that waited for funds is held and charged at its own price again', async () => {
  const service = await shared({ funds: { USD: '9.00' } })
  const { partner, admin } = service
  const sandbox = { supplier: 'sandbox', supplierSettings: { outcome: 'out_of_stock' } }
  const { productId } = await service.product(sandbox)
  await setPrice(service, { productId, discountPercent: 10 })
  const { id } = await placeOrder(partner, { productId, amount: 10 })
  await service.waitForOrder(id, 'OUT_OF_STOCK')

  await reverse(service, ['USD', 1])
  await service.waitForOrder(id, 'ON_HOLD')
  expect(await partner.funds()).toEqual({ USD: 8 })
  const body = { currency: 'USD', amount: 1, reference: randomUUID() }
  dataOf(await admin.post(`/admin/v1/partners/${partner.partnerId}/deposits`, body))

  await service.waitForOrder(id, 'OUT_OF_STOCK')
  expect(await partner.funds()).toEqual({ USD: 0 })
  dataOf(await admin.post(`/admin/v1/orders/${id}/cancel`, { reason: 'test' }))
  expect(await partner.funds()).toEqual({ USD: 9 })
})

test('400 if a unit would cost nothing after its discount, in the currency of the order', async () => {
  const service = await shared({ funds: FUNDS })
  const { productId } = await service.product({ currency: 'DKK', minAmount: 1 })
  await setRate(service, ['DKK', 'JPY', 1])
  await setPrice(service, { productId, discountPercent: 60 })

  const order = anOrder({ productId, currency: 'JPY', amount: 1, quantity: 10 })
  const reply = await service.partner.post('/v2/orders', order)

  expect(reply).toMatchObject({
    status: 400,
    body: { error: { details: [{ field: 'items[0].amount' }] } },
  })
})

const SPECIFICITY: readonly (readonly [string, (product: Json, partnerId: number) => object])[] = [
  ['of all partners, of all products of a currency', () => ({ currency: 'ISK' })],
  ['of the partner, of all products', (_, partnerId) => ({ partnerId })],
  ['of the partner, in a currency', (_, partnerId) => ({ partnerId, currency: 'ISK' })],
  ['of all partners, of the type', () => ({ productType: 'GIFT_CARD', currency: 'ISK' })],
  ['of the partner, of the type', (_, partnerId) => ({ partnerId, productType: 'GIFT_CARD' })],
  ['of all partners, of the brand', ({ brand }) => ({ brand })],
  ['of the partner, of the brand', ({ brand }, partnerId) => ({ partnerId, brand })],
  ['of all partners, of the product', ({ productId }) => ({ productId })],
  ['of the partner, of the product', ({ productId }, partnerId) => ({ partnerId, productId })],
]

test('the most specific rule applies, whichever was written last; once it ends, the next rule applies', async () => {
  const { partner, admin, product: create } = await shared()
  const product = await create({ currency: 'ISK', brand: 'Specific' })
  const target = `/v2/products/${product.productId}?currency=ISK`
  const discount = async (): Promise<unknown> => dataOf(await partner.get(target)).discountPercent
  const ruleNos: number[] = []
  const percents = SPECIFICITY.map((_, at) => at + 1)
  for (const percent of percents.toReversed()) {
    const cover = SPECIFICITY[percent - 1]?.[1](product, partner.partnerId)
    const rule = { ...cover, discountPercent: percent }
    ruleNos.unshift(dataOf(await admin.post('/admin/v1/price-rules', rule)).ruleNo)
  }

  for (const percent of percents.toReversed()) {
    expect(await discount()).toBe(percent)
    dataOf(await admin.post(`/admin/v1/price-rules/${ruleNos[percent - 1]}/end`, {}))
  }
  expect(await discount()).toBeUndefined()
})

test('a cancelled order gives its discounted price back', async () => {
  const service = await shared({ funds: { USD: '100.00' } })
  const sandbox = { supplier: 'sandbox', supplierSettings: { outcome: 'out_of_stock' } }
  const { productId } = await service.product(sandbox)
  await setPrice(service, { productId, discountPercent: 10, feeAmount: 1 })
  const { id } = await placeOrder(service.partner, { productId, amount: 50 })
  expect(await service.partner.funds()).toEqual({ USD: 54 })

  dataOf(await service.admin.post(`/admin/v1/orders/${id}/cancel`, { reason: 'test' }))

  expect(await service.partner.funds()).toEqual({ USD: 100 })
})
