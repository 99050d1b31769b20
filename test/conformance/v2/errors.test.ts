import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anOrder, openService, startService, type RunningService } from '../../support/service.ts'
import { call, completeOrder, everyRoute, expectError, UUID, type RouteCase } from './fixture.ts'

let service: RunningService
let productId: number
let routes: RouteCase[]

beforeAll(async () => {
  service = await openService({ funds: { USD: '1000' } })
  productId = (await service.product()).productId
  const { id } = await completeOrder(service, { productId })
  routes = everyRoute(id, productId)
})

afterAll(() => service.end())

describe('404 RESOURCE_NOT_FOUND: a path that does not exist', () => {
  test.each([
    '/',
    '/v2',
    '/v2/',
    '/v2/order',
    '/V2/orders',
    '/v2/orders/id/items/1',
    '/v2/orders/id/fulfillments/export/csv',
    '/v2/products/1/codes',
    '/v2/accounts',
    '/v1/orders',
    '/exports',
    '/v2orders?currency=USD',
  ])('%s', async (target) => {
    const { http } = service
    expectError(await http.send({ method: 'GET', target }), 404, 'RESOURCE_NOT_FOUND')
  })

  test('a path without its id does not exist', async () => {
    for (const target of ['/v2/orders/', '/v2/orders//items']) {
      expectError(await service.partner.get(target), 404, 'RESOURCE_NOT_FOUND')
    }
  })
})

describe('405 VALIDATION_ERROR: a method that the path does not take, with Allow', () => {
  const cases = [
    ['DELETE', '/v2/orders', 'GET, POST'],
    ['PUT', '/v2/orders', 'GET, POST'],
    ['PATCH', '/v2/orders/some', 'GET'],
    ['DELETE', '/v2/orders/some', 'GET'],
    ['POST', '/v2/orders/some/items', 'GET'],
    ['POST', '/v2/orders/some/fulfillments', 'GET'],
    ['PUT', '/v2/orders/some/fulfillments/export', 'GET'],
    ['POST', '/v2/accounts/balances', 'GET'],
    ['POST', '/v2/products', 'GET'],
    ['POST', '/v2/products/1', 'GET'],
    ['POST', '/exports/some', 'GET'],
    ['OPTIONS', '/v2/orders', 'GET, POST'],
  ] as const

  test.each(cases)('%s %s', async (method, target, allow) => {
    const reply = await service.http.send({ method, target })
    expectError(reply, 405, 'VALIDATION_ERROR')
    expect(reply.headers.allow).toBe(allow)
  })

  test('HEAD has no body, as HTTP demands', async () => {
    const reply = await service.http.send({ method: 'HEAD', target: '/v2/orders' })
    expect(reply).toMatchObject({ status: 405, text: '', headers: { allow: 'GET, POST' } })
  })
})

describe('415 VALIDATION_ERROR: a body that is not application/json', () => {
  test.each([
    'text/plain',
    'text/json',
    'application/xml',
    'application/x-www-form-urlencoded',
    'application/jsonp',
    'application/json; charset=iso-8859-1',
    ';;;',
  ])('%j', async (type) => {
    const { partner } = service
    const reply = await partner.post('/v2/orders', anOrder(), { 'content-type': type })
    expectError(reply, 415, 'VALIDATION_ERROR')
  })

  test('no content type at all', async () => {
    const reply = await service.partner.send('POST', '/v2/orders')
    expectError(reply, 415, 'VALIDATION_ERROR')
  })

  test.each([
    'application/json; charset=utf-8',
    'Application/JSON',
    'application/json;charset="UTF-8"',
    'application/json; charset=utf8',
  ])('%j is JSON', async (type) => {
    const { partner } = service
    const headers = { 'content-type': type }
    expect((await partner.post('/v2/orders', anOrder({ productId }), headers)).status).toBe(201)
  })
})

/** Returns an order whose body has exactly this many bytes. */
function orderOf(bytes: number): string {
  const text = JSON.stringify(anOrder({ productId }))
  return text + ' '.repeat(bytes - text.length)
}

describe('the body has at most 1 MiB', () => {
  test('a body of exactly 1 MiB is accepted', async () => {
    const reply = await service.partner.post('/v2/orders', orderOf(1_048_576))
    expect(reply.status).toBe(201)
  })

  test('413 VALIDATION_ERROR: one more byte, and nothing is ordered', async () => {
    const { length } = await service.partner.orders()
    const reply = await service.partner.post('/v2/orders', orderOf(1_048_577))
    expectError(reply, 413, 'VALIDATION_ERROR')
    expect(await service.partner.orders()).toHaveLength(length)
  })

  test('413 VALIDATION_ERROR: in chunks, without a declared length', async () => {
    const headers = { 'transfer-encoding': 'chunked' }
    const reply = await service.partner.post('/v2/orders', orderOf(3_000_000), headers)
    expectError(reply, 413, 'VALIDATION_ERROR')
  })
})

describe('400 VALIDATION_ERROR: a body that is not a JSON object', () => {
  test.each(['', ' ', '{', '{"a":1}}', "{'a':1}", '{"a":01}', '{"a":NaN}', '{a:1}', '\uFEFF{}'])(
    '%j',
    async (body) => {
      const reply = await service.partner.post('/v2/orders', body)
      expectError(reply, 400, 'VALIDATION_ERROR', ['body'])
    },
  )

  test.each(['null', '[]', '1', '"order"', 'true'])('%s', async (body) => {
    expectError(await service.partner.post('/v2/orders', body), 400, 'VALIDATION_ERROR', ['body'])
  })

  test.each([
    ['a lone byte', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['an overlong slash', Buffer.from([0x22, 0xc0, 0xaf, 0x22])],
    ['a surrogate half', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
    ['UTF-16', Buffer.from('{}', 'utf16le')],
  ])('bytes that are not UTF-8: %s', async (_name, body) => {
    expectError(await service.partner.post('/v2/orders', body), 400, 'VALIDATION_ERROR', ['body'])
  })

  test('nesting deeper than any order', async () => {
    const depth = 10_000
    const body = `{"items":${'['.repeat(depth)}${']'.repeat(depth)}}`
    const reply = await service.partner.post('/v2/orders', body)
    expect(reply).toMatchObject({ status: 400, body: { error: { code: 'VALIDATION_ERROR' } } })
  })
})

describe('x-request-id', () => {
  test('is different on every response of every route', async () => {
    const ids = new Set<string>()
    for (const route of routes) {
      const reply = await call(service.partner, route)
      expect(reply.status).toBe(route.status)
      expect(reply.headers['x-request-id']).toMatch(UUID)
      ids.add(String(reply.headers['x-request-id']))
    }
    expect(ids.size).toBe(routes.length)
  })

  test('repeats a well-formed id of the request; otherwise the service makes one', async () => {
    const target = '/v2/accounts/balances'
    const mine = await service.partner.get(target, { 'x-request-id': 'mine' })
    expect(mine.headers['x-request-id']).toBe('mine')
    const malformed = await service.partner.get(target, { 'x-request-id': 'not mine' })
    expect(malformed.headers['x-request-id']).toMatch(UUID)
  })

  test('is on the response to a path that cannot be decoded', async () => {
    expectError(
      await service.http.send({ method: 'GET', target: '/v2/orders/%zz' }),
      400,
      'VALIDATION_ERROR',
      ['path'],
    )
  })
})

test('500 INTERNAL_SERVER_ERROR does not show the cause', async () => {
  const { db, partner } = await startService()
  await db.pool.query('alter table accounts rename to accounts_away')
  const reply = await partner.get('/v2/accounts/balances')
  await db.pool.query('alter table accounts_away rename to accounts')
  expectError(reply, 500, 'INTERNAL_SERVER_ERROR')
  expect(reply.text).not.toMatch(/accounts|relation|sql|select|at /i)
})
