import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Json, Reply } from '../../support/client.ts'
import { openService, startService, type RunningService } from '../../support/service.ts'
import { expectError, setRate } from './fixture.ts'

const PRODUCTS = 7

let service: RunningService
let ids: number[]

beforeAll(async () => {
  service = await openService()
  ids = []
  for (let at = 0; at < PRODUCTS; at += 1) {
    // Not sorted by brand or currency, so that only the order of the ids explains the list.
    const brand = `Brand ${PRODUCTS - at}`
    ids.push((await service.product({ brand, currency: at % 2 ? 'USD' : 'EUR' })).productId)
  }
  await setRate(service, ['USD', 'EUR', 0.9])
})

afterAll(() => service.end())

function get(query: string): Promise<Reply> {
  return service.partner.get(`/v2/products${query}`)
}

async function list(query: string): Promise<{ ids: number[]; pagination: Json }> {
  const reply = await get(`?currency=EUR${query}`)
  expect(reply.status).toBe(200)
  expect(Object.keys(reply.body)).toEqual(['data', 'meta'])
  expect(Object.keys(reply.body.meta)).toEqual(['pagination'])
  const listed: { productId: number }[] = reply.body.data
  return { ids: listed.map((one) => one.productId), pagination: reply.body.meta.pagination }
}

test('200: all products that can be priced, ordered by productId; page 1 of 100 by default', async () => {
  expect(await list('')).toEqual({
    ids,
    pagination: { page: 1, pageSize: 100, totalRecords: 7, totalPages: 1, hasNext: false },
  })
})

test('pages follow each other without gap or overlap, and the last page has the rest', async () => {
  const counts = { pageSize: 3, totalRecords: 7, totalPages: 3 }
  expect(await list('&page=1&pageSize=3')).toEqual({
    ids: ids.slice(0, 3),
    pagination: { page: 1, ...counts, hasNext: true },
  })
  expect(await list('&page=2&pageSize=3')).toEqual({
    ids: ids.slice(3, 6),
    pagination: { page: 2, ...counts, hasNext: true },
  })
  expect(await list('&page=3&pageSize=3')).toEqual({
    ids: ids.slice(6),
    pagination: { page: 3, ...counts, hasNext: false },
  })
})

test('a page that the products fill exactly is the last one', async () => {
  expect(await list('&pageSize=7')).toEqual({
    ids,
    pagination: { page: 1, pageSize: 7, totalRecords: 7, totalPages: 1, hasNext: false },
  })
})

test.each(['4', '5', '1000000'])(
  'page %s, past the end, is empty and has no next page',
  async (page) => {
    const { ids: listed, pagination } = await list(`&page=${page}&pageSize=3`)
    expect(listed).toEqual([])
    const counts = { pageSize: 3, totalRecords: 7, totalPages: 3, hasNext: false }
    expect(pagination).toEqual({ page: Number(page), ...counts })
  },
)

test('pageSize may be 1 and 2000', async () => {
  expect((await list('&pageSize=1')).ids).toEqual(ids.slice(0, 1))
  expect((await list('&pageSize=2000')).pagination.pageSize).toBe(2_000)
})

test('a currency in which nothing can be priced has an empty list', async () => {
  const reply = await service.partner.get('/v2/products?currency=JPY')
  expect(reply.body).toEqual({
    data: [],
    meta: {
      pagination: { page: 1, pageSize: 100, totalRecords: 0, totalPages: 0, hasNext: false },
    },
  })
})

describe('400 VALIDATION_ERROR names the parameter', () => {
  test.each([
    '',
    '?currency=',
    '?currency=usd',
    '?currency=USDT',
    '?currency=XYZ',
    '?currency=DEM',
    '?currency=US',
    '?currency=%20USD',
    '?currency=USD&currency=USD',
  ])('currency: %j', async (query) => {
    expectError(await get(query), 400, 'VALIDATION_ERROR', ['currency'])
  })

  const NO_NUMBERS = ['0', '-1', '1.5', '1.0', '01', '+1', '1e1', '0x1', 'one', '', '%201', '1%00']

  test.each([...NO_NUMBERS, '9'.repeat(30)])('page: %j', async (page) => {
    expectError(await get(`?currency=EUR&page=${page}`), 400, 'VALIDATION_ERROR', ['page'])
  })

  test.each([...NO_NUMBERS, '2001', '9'.repeat(30)])('pageSize: %j', async (pageSize) => {
    const reply = await get(`?currency=EUR&pageSize=${pageSize}`)
    expectError(reply, 400, 'VALIDATION_ERROR', ['pageSize'])
  })

  test('several faults are named in the sequence of the interface document', async () => {
    const reply = await get('?pageSize=2001&page=0')
    expectError(reply, 400, 'VALIDATION_ERROR', ['currency', 'page', 'pageSize'])
  })

  test('a parameter that is sent twice', async () => {
    const reply = await get('?currency=EUR&page=1&page=1')
    expectError(reply, 400, 'VALIDATION_ERROR', ['page'])
  })

  test.each(['%FF', '%zz', '100%'])('a query that cannot be decoded: %j', async (brand) => {
    const reply = await get(`?currency=EUR&brand=${brand}`)
    expectError(reply, 400, 'VALIDATION_ERROR', ['brand'])
  })
})

test('400 VALIDATION_ERROR: a misspelled parameter is named, and a missing parameter too', async () => {
  expectError(await get('?currency=USD&sort=brand&size=1'), 400, 'VALIDATION_ERROR', [
    'sort',
    'size',
  ])
  for (const name of ['currency[]', 'Currency']) {
    const { status, body } = await get(`?${name}=USD`)
    expect(status).toBe(400)
    expect(body.error.details.map(({ field }: { field: string }) => field).toSorted()).toEqual(
      [name, 'currency'].toSorted(),
    )
  }
})

test('the list of a service without products is empty', async () => {
  const { partner } = await startService()
  expect((await partner.get('/v2/products?currency=USD')).body.data).toEqual([])
})
