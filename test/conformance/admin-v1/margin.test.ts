import { expect, test } from 'vitest'
import { sql } from '../../../src/db/mod.ts'
import { dataOf, shareService } from '../../support/service.ts'
import { completeOrder, expectError, placeOrder, setRate } from '../v2/fixture.ts'
import { amountsOf, FUNDS, margin, setCost, stock, sumsOfOrders } from './margin-fixture.ts'

const shared = shareService()

test('margin is the charge less the cost of the lots, by supplier of the lot', async () => {
  const service = await shared({ funds: FUNDS })
  const { admin, partner } = service
  const { productId } = await service.product({ supplier: 'vault' })
  await stock(service, productId, { lot: 'a', count: 3 })
  await setCost(service, [productId, 'a'], { currency: 'USD', unitCost: 9.4, supplier: 'Acme' })
  const rule = { partnerId: partner.partnerId, productId, discountPercent: 3.33, feeAmount: 0.1 }
  dataOf(await admin.post('/admin/v1/price-rules', rule))
  await completeOrder(service, { productId, amount: 10, quantity: 3 })
  await stock(service, productId, { lot: 'b', count: 2 })
  await setCost(service, [productId, 'b'], { currency: 'USD', unitCost: 9.5, supplier: 'Globex' })
  await completeOrder(service, { productId, amount: 10, quantity: 2 })

  const inUsd = { currency: 'USD', own: { currency: 'USD' } }
  expect(await margin(service, 'supplier')).toMatchObject([
    { ...inUsd, supplier: 'Acme', units: 3, faceValue: 30, discount: 1, fee: 0.3, charged: 29.3 },
    {
      ...inUsd,
      supplier: 'Globex',
      units: 2,
      faceValue: 20,
      discount: 0.67,
      fee: 0.2,
      charged: 19.53,
    },
  ])
  expect(await margin(service)).toMatchObject([
    { units: 5, charged: 48.83, cost: 47.2, margin: 1.63, own: { cost: 47.2, margin: 1.63 } },
  ])
})

test('a replacement has the cost of a unit of its lot, no charge, and is not counted as a unit', async () => {
  const service = await shared({ funds: FUNDS })
  const { productId } = await service.product({ supplier: 'vault' })
  await stock(service, productId, { lot: 'a', count: 2 })
  await setCost(service, [productId, 'a'], { currency: 'USD', unitCost: 9.4, supplier: 'Acme' })
  const { id } = await completeOrder(service, { productId, amount: 10, quantity: 2 })
  await stock(service, productId, { lot: 'b', count: 2 })
  await setCost(service, [productId, 'b'], { currency: 'USD', unitCost: 9.5, supplier: 'Globex' })
  const replace = { itemNo: 2, kind: 'replace', reason: 'scratched' }
  dataOf(await service.admin.post(`/admin/v1/orders/${id}/cases`, replace))

  const [sold, replacement] = await margin(service, 'supplier')
  expect(sold).toMatchObject({ supplier: 'Acme', units: 2, charged: 20, cost: 18.8, margin: 1.2 })
  expect(replacement).toMatchObject({ supplier: 'Globex', units: 0, faceValue: 0, charged: 0 })
  expect(replacement).toMatchObject({ cost: 9.5, margin: -9.5, own: { cost: 9.5, margin: -9.5 } })
  expect(await margin(service)).toMatchObject([{ units: 2, charged: 20, margin: -8.3 }])
})

test('parts of one line from two lots add up to its discount', async () => {
  const service = await shared({ funds: FUNDS })
  const { admin, partner } = service
  const { productId } = await service.product({ supplier: 'vault' })
  for (const lot of ['a', 'b', 'c']) {
    await stock(service, productId, { lot, count: 1 })
    await setCost(service, [productId, lot], { currency: 'USD', unitCost: 9, supplier: lot })
  }
  const rule = { partnerId: partner.partnerId, productId, discountPercent: 1.15 }
  dataOf(await admin.post('/admin/v1/price-rules', rule))

  const order = await completeOrder(service, { productId, amount: 10, quantity: 3 })

  const rows = await margin(service, 'supplier')
  expect(rows).toHaveLength(3)
  const sum = rows.reduce((cents, { charged }) => cents + Math.round(charged * 100), 0)
  expect(sum).toBe(Math.round(order.pricing.chargedAmount * 100))
})

test('a cost of another currency counts at the locked market rate, and in its own currency', async () => {
  const service = await shared({ funds: FUNDS })
  const { productId } = await service.product({ supplier: 'vault', currency: 'USD' })
  await setRate(service, ['USD', 'JPY', 150])
  await setRate(service, ['EUR', 'JPY', 160])
  await stock(service, productId, { lot: 'dollars', count: 1 })
  await setCost(service, [productId, 'dollars'], { currency: 'USD', unitCost: 9.33 })
  await completeOrder(service, { productId, currency: 'JPY', amount: 10 })
  await stock(service, productId, { lot: 'euros', count: 1 })
  await setCost(service, [productId, 'euros'], { currency: 'EUR', unitCost: 8 })
  await completeOrder(service, { productId, currency: 'JPY', amount: 10 })
  await setRate(service, ['USD', 'JPY', 1])

  const unit = { units: 1, faceValue: 1500, discount: 0, fee: 0, refunded: 0, charged: 1500 }
  const sold = { currency: 'JPY', ...unit, costStatus: 'KNOWN' }
  expect(await margin(service)).toEqual([
    {
      ...sold,
      cost: 1280,
      margin: 220,
      own: { currency: 'EUR', cost: 8, charged: 9.38, margin: 1.38 },
    },
    {
      ...sold,
      cost: 1400,
      margin: 100,
      own: { currency: 'USD', cost: 9.33, charged: 10, margin: 0.67 },
    },
  ])
})

test('sums are split by partner, brand, product and month; a cancelled order is in no sum', async () => {
  const service = await shared({ funds: FUNDS })
  const { admin, partner, db } = service
  const generated = await service.product({ brand: 'Margin one' })
  const other = await service.product({ brand: 'Margin two' })
  await completeOrder(service, { productId: generated.productId, amount: 10 })
  await completeOrder(service, { productId: other.productId, amount: 20, quantity: 2 })
  const unstocked = (await service.product({ supplier: 'vault' })).productId
  const waiting = await placeOrder(partner, { productId: unstocked })
  dataOf(await admin.post(`/admin/v1/orders/${waiting.id}/cancel`, { reason: 'test' }))
  await db.rows(sql`
    update orders set status_since = '2026-01-31T23:59:59Z', completed_at = '2026-01-31T23:59:59Z'
    where partner_id = ${partner.partnerId} and client_reference = (
      select client_reference from orders
      where partner_id = ${partner.partnerId} order by order_no limit 1)`)

  const { partnerId } = partner
  const path = `/admin/v1/reports/margin?partnerId=${partnerId}&from=2026-01-01`
  const rows = dataOf(await admin.get(`${path}&by=partner,brand,product,month`))

  expect(rows).toMatchObject([
    {
      partnerId,
      brand: 'Margin one',
      productId: generated.productId,
      month: '2026-01',
      charged: 10,
    },
    { partnerId, brand: 'Margin two', productId: other.productId, units: 2, charged: 40 },
  ])
  expect(dataOf(await admin.get(`${path}&to=2026-01-31`))).toMatchObject([{ units: 1 }])
  expect(dataOf(await admin.get(`${path}&to=2026-01-30`))).toEqual([])
})

test('a refund reduces the charge of its unit; the cost stays', async () => {
  const service = await shared({ funds: FUNDS })
  const { admin } = service
  const { productId } = await service.product({ supplier: 'vault' })
  for (const lot of ['a', 'b']) {
    await stock(service, productId, { lot, count: 1 })
    await setCost(service, [productId, lot], { currency: 'USD', unitCost: 9, supplier: lot })
  }
  const { id } = await completeOrder(service, { productId, amount: 10, quantity: 2 })
  const refund = { itemNo: 2, kind: 'refund', reason: 'redeemed', amount: 4 }

  dataOf(await admin.post(`/admin/v1/orders/${id}/cases`, refund))

  const rows = await margin(service, 'supplier')
  expect(rows.map(({ refunded, charged }) => [refunded, charged])).toEqual(
    expect.arrayContaining([
      [0, 10],
      [4, 6],
    ]),
  )
  expect(await margin(service)).toMatchObject([{ charged: 16, cost: 18, margin: -2 }])
})

test('the orders behind each row of the report add up to the row, with refunds and parts of orders', async () => {
  const service = await shared({ funds: FUNDS })
  const { admin, partner } = service
  const { productId } = await service.product({ supplier: 'vault', brand: 'Cell one' })
  const generated = (await service.product({ brand: 'Cell two' })).productId
  const rule = { partnerId: partner.partnerId, productId, discountPercent: 3.33, feeAmount: 0.1 }
  dataOf(await admin.post('/admin/v1/price-rules', rule))
  for (const lot of ['a', 'b']) {
    await stock(service, productId, { lot, count: 3 })
    const cost = { currency: 'USD', unitCost: 9.37, supplier: `Cell ${lot}` }
    await setCost(service, [productId, lot], cost)
  }
  const first = await completeOrder(service, { productId, amount: 10, quantity: 2 })
  const split = await completeOrder(service, { productId, amount: 10, quantity: 3 })
  const other = await completeOrder(service, { productId: generated, amount: 20, quantity: 2 })
  const refund = { itemNo: 3, kind: 'refund', reason: 'redeemed', amount: 4.01 }
  dataOf(await admin.post(`/admin/v1/orders/${split.id}/cases`, refund))

  const ordersBySupplier: Record<string, readonly string[]> = {}
  for (const row of await margin(service, 'brand,product,supplier,month')) {
    const { orders, sums } = await sumsOfOrders(service, row)
    expect(sums).toEqual(amountsOf(row))
    ordersBySupplier[row.supplier] = orders
  }
  expect(ordersBySupplier).toEqual({
    'Cell a': [split.id, first.id],
    'Cell b': [split.id],
    generator: [other.id],
  })
  const path = `/admin/v1/reports/margin/orders?partnerId=${partner.partnerId}`
  const pastTheEnd = await admin.get(`${path}&currency=USD&page=9`)
  expect(pastTheEnd.body).toMatchObject({ data: [], meta: { pagination: { totalRecords: 3 } } })
  for (const filter of ['currency=EUR', 'month=2020-01', 'costStatus=UNCONVERTED']) {
    expect(dataOf(await admin.get(`${path}&${filter}`))).toEqual([])
  }
})

test('404 for the cost of an unknown lot, 400 for a period that ends before it begins', async () => {
  const { admin, product } = await shared()
  const { productId } = await product({ supplier: 'vault' })
  const cost = { currency: 'USD', unitCost: 1 }

  const unknown = await admin.post(`/admin/v1/products/${productId}/lots/none/costs`, cost)
  expectError(unknown, 404, 'RESOURCE_NOT_FOUND')
  const backwards = await admin.get('/admin/v1/reports/margin?from=2026-02-01&to=2026-01-31')
  expectError(backwards, 400, 'VALIDATION_ERROR', ['to'])
})
