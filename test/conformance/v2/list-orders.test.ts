import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isoTime } from '../../../src/core/mod.ts'
import type { OrderStatus } from '../../../src/orders/mod.ts'
import type { Json, Reply } from '../../support/client.ts'
import { dataOf, openService, type RunningService } from '../../support/service.ts'
import { completeOrder, DAY, expectError, HOUR, placeOrder, stoppedClock } from './fixture.ts'

const clock = stoppedClock()

let service: RunningService
/** Ids of five orders, oldest first: one at the end of a UTC day, three on the next, one after. */
let orders: string[]
/** The three days as YYYY-MM-DD. */
let days: string[]

function day(ms: number): string {
  return isoTime(ms).slice(0, 'YYYY-MM-DD'.length)
}

beforeAll(async () => {
  clock.advance(DAY - (clock.now() % DAY) - 1)
  service = await openService({ clock, funds: { USD: '1000' } })
  const { productId: generatedId } = await service.product()
  const { productId: scarceId } = await service.product({ supplier: 'vault' })
  const { productId: refusedId } = await service.product({
    supplier: 'sandbox',
    supplierSettings: { outcome: 'refused' },
  })
  orders = []
  days = []
  // Each order gets its status before the clock advances, because that ends its lease.
  const add = async (
    productId: number,
    clientReference: string,
    status: OrderStatus,
  ): Promise<string> => {
    const { id } = await placeOrder(service.partner, { productId, clientReference })
    orders.push(id)
    days.push(day(clock.now()))
    await service.waitForOrder(id, status)
    return id
  }
  await add(generatedId, 'last of its day', 'COMPLETED')
  clock.advance(1)
  await add(scarceId, 'first of its day', 'OUT_OF_STOCK')
  clock.advance(12 * HOUR)
  await add(refusedId, 'noon', 'PROCESSING')
  clock.advance(12 * HOUR - 1)
  const fourth = await add(scarceId, 'NOON', 'OUT_OF_STOCK')
  clock.advance(1)
  await add(generatedId, 'ünïcödé & 100% = 1+1', 'COMPLETED')
  days = [...new Set(days)]
  dataOf(await service.admin.post(`/admin/v1/orders/${fourth}/cancel`, { reason: 'tests' }))
  // The order of another partner, with a reference of this one, must not be listed.
  const stranger = await service.newPartner({ USD: '1000' })
  await completeOrder(service, { productId: generatedId, clientReference: 'noon' }, stranger)
})

afterAll(() => service.end())

function get(query: Readonly<Record<string, string>> = {}): Promise<Reply> {
  return service.partner.get(`/v2/orders?${new URLSearchParams(query).toString()}`)
}

/** Returns the index in `orders` of each listed order, or -1 for another order. */
async function indexes(query: Readonly<Record<string, string>> = {}): Promise<number[]> {
  const listed: Json[] = dataOf(await get(query))
  return listed.map((one) => orders.indexOf(one.id))
}

test('200: all orders of the partner, newest first, with the fields of the create', async () => {
  const reply = await get()
  expect(reply.status).toBe(200)
  expect(Object.keys(reply.body)).toEqual(['data', 'meta'])
  expect(reply.body.meta).toEqual({
    pagination: { page: 1, pageSize: 100, totalRecords: 5, totalPages: 1, hasNext: false },
  })
  expect(await indexes()).toEqual([4, 3, 2, 1, 0])
  const fields = ['id', 'clientReference', 'status', 'currency', 'totalAmount', 'createdAt']
  for (const order of reply.body.data) {
    expect(Object.keys(order)).toEqual(fields)
    const {
      itemCount: _count,
      completedAt: _at,
      ...read
    } = dataOf(await service.partner.get(`/v2/orders/${order.id}`))
    expect(order).toEqual(read)
  }
})

describe('status', () => {
  test.each([
    ['PENDING', []],
    ['PROCESSING', [2]],
    ['COMPLETED', [4, 0]],
    ['CANCELLED', [3]],
    ['ON_HOLD', []],
    ['OUT_OF_STOCK', [1]],
  ])('%s', async (status, expected) => {
    expect(await indexes({ status })).toEqual(expected)
    const { meta } = (await get({ status })).body
    expect(meta.pagination.totalRecords).toBe(expected.length)
  })

  test.each(['', 'completed', 'FAILED', 'SHIPPED', 'COMPLETED ', 'PENDING,COMPLETED'])(
    '400 VALIDATION_ERROR: %j',
    async (status) => {
      expectError(await get({ status }), 400, 'VALIDATION_ERROR', ['status'])
    },
  )
})

describe('clientReference is matched exactly', () => {
  test.each([
    ['noon', [2]],
    ['NOON', [3]],
    ['ünïcödé & 100% = 1+1', [4]],
    ['noo', []],
    ['noon ', []],
    ['%', []],
    ['last of its da_', []],
    ["' or 1=1 --", []],
  ])('%j', async (clientReference, expected) => {
    expect(await indexes({ clientReference })).toEqual(expected)
    const { meta } = (await get({ clientReference })).body
    expect(meta.pagination.totalRecords).toBe(expected.length)
  })

  test.each(['', 'x'.repeat(256), 'nul\0'])('400 VALIDATION_ERROR: %j', async (clientReference) => {
    expectError(await get({ clientReference }), 400, 'VALIDATION_ERROR', ['clientReference'])
  })
})

describe('createdFrom and createdTo are UTC days, both included', () => {
  test.each<[readonly (number | undefined)[], number[]]>([
    [[0, 0], [0]],
    [
      [1, 1],
      [3, 2, 1],
    ],
    [[2, 2], [4]],
    [
      [0, 1],
      [3, 2, 1, 0],
    ],
    [
      [1, undefined],
      [4, 3, 2, 1],
    ],
    [[2, undefined], [4]],
    [[undefined, 0], [0]],
    [
      [undefined, 1],
      [3, 2, 1, 0],
    ],
    [
      [0, 2],
      [4, 3, 2, 1, 0],
    ],
  ])('days %j', async ([from, to], expected) => {
    const query = {
      ...(from !== undefined && { createdFrom: days[from] ?? '' }),
      ...(to !== undefined && { createdTo: days[to] ?? '' }),
    }
    expect(await indexes(query)).toEqual(expected)
    expect((await get(query)).body.meta.pagination.totalRecords).toBe(expected.length)
  })

  test('days without orders, and the ends of the calendar', async () => {
    expect(await indexes({ createdFrom: '2020-02-29', createdTo: '2020-02-29' })).toEqual([])
    expect(await indexes({ createdTo: '0001-01-01' })).toEqual([])
    expect(await indexes({ createdFrom: '9999-12-31' })).toEqual([])
    expect(await indexes({ createdFrom: '0000-01-01', createdTo: '9999-12-31' })).toHaveLength(5)
  })

  test('400 VALIDATION_ERROR: createdFrom after createdTo', async () => {
    const reply = await get({ createdFrom: days[1] ?? '', createdTo: days[0] ?? '' })
    expectError(reply, 400, 'VALIDATION_ERROR', ['createdFrom'])
  })

  test.each([
    '',
    '2026-02-30',
    '2025-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-04-31',
    '2026-1-1',
    '26-01-01',
    '2026/01/01',
    '2026-01-01T00:00:00Z',
    ' 2026-01-01',
    '20260101',
    '12026-01-01',
    'today',
  ])('400 VALIDATION_ERROR: %j is not a date', async (date) => {
    const from = await get({ createdFrom: date })
    expectError(from, 400, 'VALIDATION_ERROR', ['createdFrom'])
    expectError(await get({ createdTo: date }), 400, 'VALIDATION_ERROR', ['createdTo'])
  })
})

test('filters are combined', async () => {
  const [, second = ''] = days
  const onSecondDay = { createdFrom: second, createdTo: second }
  expect(await indexes({ ...onSecondDay, status: 'OUT_OF_STOCK' })).toEqual([1])
  expect(await indexes({ ...onSecondDay, status: 'COMPLETED' })).toEqual([])
  expect(await indexes({ ...onSecondDay, clientReference: 'noon' })).toEqual([2])
  expect(await indexes({ clientReference: 'noon', status: 'COMPLETED' })).toEqual([])
  expect(await indexes({ clientReference: 'noon', createdFrom: days[2] ?? '' })).toEqual([])
  expect(await indexes({ clientReference: 'noon', createdTo: days[0] ?? '' })).toEqual([])
})

describe('pages', () => {
  const counts = { pageSize: 2, totalRecords: 5, totalPages: 3 }

  test.each([
    ['1', [4, 3], true],
    ['2', [2, 1], true],
    ['3', [0], false],
    ['4', [], false],
    ['1000000', [], false],
  ])('page %s of 2', async (page, expected, hasNext) => {
    const query = { page, pageSize: '2' }
    expect(await indexes(query)).toEqual(expected)
    const { pagination } = (await get(query)).body.meta
    expect(pagination).toEqual({ page: Number(page), ...counts, hasNext })
  })

  test('are pages of the filtered list', async () => {
    const query = { createdFrom: days[1] ?? '', createdTo: days[1] ?? '', pageSize: '2' }
    expect(await indexes(query)).toEqual([3, 2])
    expect(await indexes({ ...query, page: '2' })).toEqual([1])
    expect((await get({ ...query, page: '2' })).body.meta.pagination).toEqual({
      page: 2,
      pageSize: 2,
      totalRecords: 3,
      totalPages: 2,
      hasNext: false,
    })
    const done = { status: 'COMPLETED', pageSize: '1' }
    expect(await indexes({ ...done, page: '1' })).toEqual([4])
    expect(await indexes({ ...done, page: '2' })).toEqual([0])
    expect(await indexes({ ...done, page: '3' })).toEqual([])
    expect(await indexes({ clientReference: 'noon', page: '2' })).toEqual([])
  })

  test('pageSize may be 2000', async () => {
    expect((await get({ pageSize: '2000' })).body.meta.pagination.pageSize).toBe(2_000)
  })

  test.each([
    ['page', ['0', '-1', '1.5', '01', 'x', '']],
    ['pageSize', ['0', '-1', '1.5', '01', 'x', '', '2001']],
  ] as const)('400 VALIDATION_ERROR: %s', async (name, values) => {
    for (const value of values) {
      expectError(await get({ [name]: value }), 400, 'VALIDATION_ERROR', [name])
    }
  })
})

test('400 VALIDATION_ERROR names every parameter at fault', async () => {
  const query = 'status=x&createdFrom=x&createdTo=x&page=x&pageSize=x&clientReference='
  const reply = await service.partner.get(`/v2/orders?${query}`)
  expectError(reply, 400, 'VALIDATION_ERROR', [
    'clientReference',
    'status',
    'createdFrom',
    'createdTo',
    'page',
    'pageSize',
  ])
})

test('a partner without orders has an empty list', async () => {
  const { body } = await (await service.newPartner()).get('/v2/orders')
  expect(body).toEqual({
    data: [],
    meta: {
      pagination: { page: 1, pageSize: 100, totalRecords: 0, totalPages: 0, hasNext: false },
    },
  })
})
