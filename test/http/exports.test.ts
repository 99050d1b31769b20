import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { CSV_COLUMNS } from '../../src/exports/mod.ts'
import type { Json, Reply } from '../support/client.ts'
import { movableClock } from '../support/domain.ts'
import {
  anOrder,
  dataOf,
  shareService,
  startService,
  type RunningService,
} from '../support/service.ts'

const BRAND = 'O"Neill, Sons & Cö'

const shared = shareService()

/** A completed order of two generated and of three stocked codes. */
async function completedOrder(service: RunningService, codes = ['B1', 'B2', 'B3']) {
  const { partner, product, stock, waitForOrder } = service
  const generated = await product({ brand: BRAND })
  const stocked = await product({ supplier: 'vault', brand: 'Plain' })
  dataOf(await stock(stocked.productId, codes))
  const items = [
    { productId: generated.productId, amount: 12.5, quantity: 2, itemReference: 'row 1' },
    { productId: stocked.productId, amount: 10, quantity: 3 },
  ]
  const { id } = dataOf(await partner.post('/v2/orders', anOrder({ items })))
  await waitForOrder(id, 'COMPLETED')
  return String(id)
}

async function download({ http }: RunningService, url: string): Promise<Reply> {
  const { pathname, search } = new URL(url)
  return http.send({ method: 'GET', target: pathname + search })
}

test('items and CSV have the same codes, in order, each once', async () => {
  const service = await shared({ funds: { USD: '1000.00' } })
  const { partner } = service
  const codes = ['00123', 'A B', 'x-y']
  const id = await completedOrder(service, codes)

  const items: Json[] = dataOf(await partner.get(`/v2/orders/${id}/items`))
  const link = dataOf(await partner.get(`/v2/orders/${id}/fulfillments/export`))
  const csv = await download(service, link.downloadUrl)

  expect(items.map((item) => [item.itemNo, item.faceValue, item.itemReference])).toEqual([
    [1, 12.5, 'row 1'],
    [2, 12.5, 'row 1'],
    [3, 10, undefined],
    [4, 10, undefined],
    [5, 10, undefined],
  ])
  expect(new Set(items.slice(2).map((item) => item.giftCardNumber))).toEqual(new Set(codes))
  expect(Object.keys(items[2])).not.toContain('giftCardPin')
  expect(csv.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${id}.csv"`,
    'cache-control': 'no-store',
  })
  const [header, ...rows]: string[][] = parse(csv.text)
  expect(header).toEqual(CSV_COLUMNS)
  expect(rows).toEqual(items.map((item) => CSV_COLUMNS.map((column) => String(item[column] ?? ''))))
  expect(csv.text.endsWith('\r\n')).toBe(true)
})

test('items are read page by page; a page past the end is empty', async () => {
  const service = await shared({ funds: { USD: '1000.00' } })
  const { partner } = service
  const id = await completedOrder(service)
  const itemsOf = (query: string): Promise<Reply> => partner.get(`/v2/orders/${id}/items${query}`)

  const second = await itemsOf('?page=2&pageSize=2')
  const [first, past] = [await itemsOf('?page=1'), await itemsOf('?page=9&pageSize=2')]

  expect(second.body.data.map((item: Json) => item.itemNo)).toEqual([3, 4])
  expect(second.body.meta.pagination).toEqual({
    page: 2,
    pageSize: 2,
    totalRecords: 5,
    totalPages: 3,
    hasNext: true,
  })
  expect(first.body.meta.pagination).toMatchObject({ pageSize: 100, hasNext: false })
  expect(past.body).toMatchObject({ data: [], meta: { pagination: { hasNext: false } } })
  expect((await itemsOf('?pageSize=2001')).status).toBe(400)
  expect((await itemsOf('')).body).not.toHaveProperty('meta')
})

test('403 for an expired or altered link; links begin with the base URL of the setting', async () => {
  const clock = movableClock()
  const settings = { linkSeconds: 60, publicUrl: 'https://api.example.com/base' }
  const service = await startService({ funds: { USD: '1000.00' }, settings, clock })
  const { partner, http, logged } = service
  const id = await completedOrder(service)
  const link = dataOf(await partner.get(`/v2/orders/${id}/fulfillments/export`))
  expect(link.downloadUrl).toMatch(/^https:\/\/api\.example\.com\/base\/exports\/ord_/)
  const target = link.downloadUrl.slice('https://api.example.com/base'.length)

  expect((await http.send({ method: 'GET', target })).status).toBe(200)
  const altered = await http.send({ method: 'GET', target: `${target}&expires=1` })
  clock.advance(61_000)
  const late = await http.send({ method: 'GET', target })

  for (const reply of [altered, late]) {
    expect(reply).toMatchObject({ status: 403, body: { error: { code: 'AUTHORIZATION_ERROR' } } })
  }
  expect(logged.join('')).not.toContain('signature=')
})

test('409 before COMPLETED; an order of another partner gets the response of an absent one', async () => {
  const service = await shared({ funds: { USD: '1000.00' } })
  const { partner, newPartner, product } = service
  const { productId } = await product({
    supplier: 'sandbox',
    supplierSettings: { outcome: 'out_of_stock' },
  })
  const { id } = dataOf(await partner.post('/v2/orders', anOrder({ productId })))
  const stranger = await newPartner()
  const absent = `${id.slice(0, -1)}9`

  for (const path of ['/items', '/fulfillments/export']) {
    const early = await partner.get(`/v2/orders/${id}${path}`)
    expect(early).toMatchObject({
      status: 409,
      body: { error: { code: 'BUSINESS_RULE_VIOLATION' } },
    })
  }
  for (const path of ['', '/items', '/fulfillments', '/fulfillments/export']) {
    const replies = [
      await stranger.get(`/v2/orders/${id}${path}`),
      await partner.get(`/v2/orders/${absent}${path}`),
      await partner.get(`/v2/orders/nonsense${path}`),
    ]
    expect(replies.map(({ status }) => status)).toEqual([404, 404, 404])
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
  }
})
