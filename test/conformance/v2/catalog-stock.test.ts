import { expect, test } from 'vitest'
import type { Json, Reply, SignedClient } from '../../support/client.ts'
import { dataOf, shareService, startService } from '../../support/service.ts'
import { completeOrder, DAY, HOUR, importCsv, placeOrder, stoppedClock } from './fixture.ts'

const shared = shareService()

const LIST = '/v2/products?currency=USD'

/** Returns `inStock`, which must be the same in the list and in the product itself. */
async function inStock(partner: SignedClient, productId: number): Promise<boolean> {
  const all: Json[] = dataOf(await partner.get(LIST))
  const own = dataOf(await partner.get(`/v2/products/${productId}?currency=USD`))
  const entry = all.find((one) => one.productId === productId)
  expect(entry).toEqual(own)
  return own.inStock
}

test('inStock: false before an import, true right after, false once all is sold', async () => {
  const service = await shared({ funds: { USD: '100' } })
  const { partner } = service
  const { productId } = await service.product({ supplier: 'vault' })
  expect(await inStock(partner, productId)).toBe(false)
  await service.stock(productId, ['CODE-1', 'CODE-2'])
  expect(await inStock(partner, productId)).toBe(true)
  await completeOrder(service, { productId })
  expect(await inStock(partner, productId)).toBe(true)
  await completeOrder(service, { productId })
  expect(await inStock(partner, productId)).toBe(false)
  await service.stock(productId, ['CODE-3'])
  expect(await inStock(partner, productId)).toBe(true)
})

test('a product that is out of stock is listed and can be ordered', async () => {
  const service = await startService({ funds: { USD: '100' } })
  const { productId } = await service.product({ supplier: 'vault' })
  expect(dataOf(await service.partner.get(LIST))).toMatchObject([{ productId, inStock: false }])
  const { id } = await placeOrder(service.partner, { productId })
  await service.waitForOrder(id, 'OUT_OF_STOCK')
})

test('an import whose lines are all rejected leaves the product out of stock', async () => {
  const service = await shared()
  const { productId } = await service.product({ supplier: 'vault' })
  const { imported } = await importCsv(
    service,
    productId,
    'faceValue,giftCardNumber\n10,=1+1\n9999,TOO-DEAR\n',
  )
  expect(imported).toBe(0)
  expect(await inStock(service.partner, productId)).toBe(false)
})

test('codes that have expired are not in stock', async () => {
  const clock = stoppedClock()
  const service = await startService({ clock })
  const { productId } = await service.product({ supplier: 'vault' })
  const at = new Date(clock.now() + DAY).toISOString()
  const csv = `faceValue,giftCardNumber,expiresAt\n10,SOON-GONE,${at}\n`
  expect(await importCsv(service, productId, csv)).toMatchObject({ imported: 1 })
  clock.advance(DAY - HOUR)
  expect(await inStock(service.partner, productId)).toBe(true)
  clock.advance(HOUR)
  expect(await inStock(service.partner, productId)).toBe(false)
})

test('products of a generator are in stock, those of the sandbox according to its settings', async () => {
  const service = await shared()
  const generated = await service.product({ supplier: 'generator' })
  const sandboxed = await service.product({ supplier: 'sandbox' })
  const outOfStock = await service.product({
    supplier: 'sandbox',
    supplierSettings: { outcome: 'out_of_stock' },
  })
  expect(await inStock(service.partner, generated.productId)).toBe(true)
  expect(await inStock(service.partner, sandboxed.productId)).toBe(true)
  expect(await inStock(service.partner, outOfStock.productId)).toBe(false)
})

function isUnchanged(reply: Reply): boolean {
  expect([200, 304]).toContain(reply.status)
  return reply.status === 304
}

test('ETag: an unchanged list is 304 without a body, and a changed list has another tag', async () => {
  const service = await startService()
  const { partner } = service
  const { productId } = await service.product({ supplier: 'vault' })
  const first = await partner.get(LIST)
  const etag = String(first.headers.etag)
  expect(etag).toMatch(/^"[^"]+"$/)
  const getUnless = (tag: string) => partner.get(LIST, { 'if-none-match': tag })
  const same = await getUnless(etag)
  expect(same).toMatchObject({ status: 304, text: '', headers: { etag } })
  expect(same.headers['x-request-id']).toBeDefined()
  for (const tag of [`W/${etag}`, `"other", ${etag}`, '*']) {
    expect(isUnchanged(await getUnless(tag))).toBe(true)
  }
  expect(isUnchanged(await getUnless('"other"'))).toBe(false)
  await service.stock(productId, ['CODE-1'])
  const stocked = await getUnless(etag)
  expect(isUnchanged(stocked)).toBe(false)
  expect(stocked.headers.etag).not.toBe(etag)
  dataOf(await service.admin.patch(`/admin/v1/products/${productId}`, { brand: 'Southwind' }))
  expect(isUnchanged(await getUnless(String(stocked.headers.etag)))).toBe(false)
})

test('ETag: another page, size or currency has another tag', async () => {
  const service = await shared()
  await service.product()
  await service.product({ currency: 'EUR' })
  const tags = new Set<unknown>()
  for (const query of ['', '&page=2', '&pageSize=1', '&pageSize=1&page=2']) {
    tags.add((await service.partner.get(LIST + query)).headers.etag)
  }
  tags.add((await service.partner.get('/v2/products?currency=EUR')).headers.etag)
  expect(tags.size).toBe(5)
})

test('a list may be cached by its partner only, and is revalidated each time', async () => {
  const { partner } = await shared()
  const { headers } = await partner.get(LIST)
  expect(headers['cache-control']).toBe('private, no-cache')
})

test('401 comes before 304: a tag does not replace authentication', async () => {
  const { http, partner } = await shared()
  const etag = String((await partner.get(LIST)).headers.etag)
  const reply = await http.send({ method: 'GET', target: LIST, headers: { 'if-none-match': etag } })
  expect(reply.status).toBe(401)
})
