import { expect, test } from 'vitest'
import type { Json } from '../support/client.ts'
import { anOrder, dataOf, startService } from '../support/service.ts'

test('a page has a strong ETag, and 304 until something in it changes', async () => {
  const { partner, admin, product, stock } = await startService()
  const { productId } = await product({ supplier: 'vault', brand: 'Roma' })
  const target = '/v2/products?currency=USD'
  const read = (etag?: string) => partner.get(target, etag ? { 'if-none-match': etag } : {})
  const first = await read()
  const etag = String(first.headers.etag)

  expect(etag).toMatch(/^"[\w-]{27}"$/)
  expect(first.body.data).toMatchObject([{ productId, inStock: false, fxRate: 1 }])
  for (const sent of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    expect(await read(sent)).toMatchObject({ status: 304, text: '', headers: { etag } })
  }
  expect((await read('"other"')).status).toBe(200)

  dataOf(await stock(productId, ['one']))
  const stocked = await read(etag)
  expect(stocked).toMatchObject({ status: 200, body: { data: [{ inStock: true }] } })
  await admin.patch(`/admin/v1/products/${productId}`, { brand: 'Ostia' })
  expect(await read(String(stocked.headers.etag))).toMatchObject({
    status: 200,
    body: { data: [{ brand: 'Ostia' }] },
  })
})

test('a product without a rate to a currency is not in the catalog of that currency', async () => {
  const { partner, admin, product } = await startService({ funds: { EUR: '10.00' } })
  const { productId } = await product({ currency: 'USD' })
  const own = `/v2/products/${productId}?currency=EUR`
  const list = '/v2/products?currency=EUR'

  expect((await partner.get(list)).body.data).toEqual([])
  expect((await partner.get(own)).status).toBe(404)
  expect(await partner.post('/v2/orders', anOrder({ productId, currency: 'EUR' }))).toMatchObject({
    status: 400,
    body: { error: { details: [{ field: 'items[0].productId' }] } },
  })

  await admin.put('/admin/v1/fx-rates', { rates: [{ from: 'USD', to: 'EUR', rate: 0.87654321 }] })
  expect((await partner.get(list)).body.data).toMatchObject([{ productId, fxRate: 0.87654321 }])
  expect(dataOf(await partner.get(own))).toMatchObject({ currency: 'USD', fxRate: 0.87654321 })
})

test('a product that is not a gift card has its type and its recipient fields', async () => {
  const { partner, product } = await startService()
  const recipientFields = [{ name: 'phone', label: 'Phone', pattern: '\\+[0-9]+', required: true }]
  await product()
  await product({ productType: 'TOP_UP', recipientFields })

  const [card, topUp]: Json[] = dataOf(await partner.get('/v2/products?currency=USD'))
  expect(Object.keys(card).toSorted()).toEqual([
    'brand',
    'currency',
    'denominationType',
    'fxRate',
    'inStock',
    'maxAmount',
    'minAmount',
    'productId',
  ])
  expect(topUp).toMatchObject({ productType: 'TOP_UP', recipientFields })
})

test('a page past the end is empty; limits and the currency are checked', async () => {
  const { partner, product } = await startService()
  await product()

  expect((await partner.get('/v2/products?currency=USD&page=2')).body).toMatchObject({
    data: [],
    meta: { pagination: { page: 2, totalRecords: 1, totalPages: 1, hasNext: false } },
  })
  for (const [query, field] of [
    ['', 'currency'],
    ['?currency=usd', 'currency'],
    ['?currency=USD&currency=EUR', 'currency'],
    ['?currency=USD&page=0', 'page'],
    ['?currency=USD&pageSize=2001', 'pageSize'],
    ['?currency=USD&pageSize=1.0', 'pageSize'],
  ]) {
    expect(await partner.get(`/v2/products${query}`)).toMatchObject({
      status: 400,
      body: { error: { code: 'VALIDATION_ERROR', details: [{ field }] } },
    })
  }
  const statuses = ['1', '999', 'abc', '0'].map(
    async (id) => (await partner.get(`/v2/products/${id}?currency=USD`)).status,
  )
  expect(await Promise.all(statuses)).toEqual([200, 404, 404, 404])
})
