import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Json } from '../../support/client.ts'
import { anOrder, openService, type RunningService } from '../../support/service.ts'
import { expectError, INSTANT } from './fixture.ts'

let service: RunningService
let productId: number

// Without a worker, orders stay as they were created.
beforeAll(async () => {
  service = await openService({ funds: { USD: '1000' }, settings: { role: 'api' } })
  productId = (await service.product()).productId
})

afterAll(() => service.end())

const post = (body: Json) => service.partner.post('/v2/orders', body)

test('201: id, clientReference, PENDING, currency, totalAmount, createdAt, and no other field', async () => {
  const order = anOrder({ productId, amount: 12.34, quantity: 3 })
  const reply = await post(order)
  expect(reply.status).toBe(201)
  expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(reply.body).toEqual({
    data: {
      id: expect.stringMatching(/^ord_[0-9A-Z]{21}$/),
      clientReference: order.clientReference,
      status: 'PENDING',
      currency: 'USD',
      totalAmount: 37.02,
      createdAt: expect.stringMatching(INSTANT),
    },
  })
  expect(reply.headers['idempotent-replayed']).toBeUndefined()
})

test('ids sort by the time of their creation', async () => {
  const ids: string[] = []
  while (ids.length < 5) ids.push((await post(anOrder({ productId }))).body.data.id)
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(5)
})

test('unknown fields are ignored, on the order and on its items', async () => {
  const { items, ...order } = anOrder({ productId })
  const more = { giftWrap: true, constructor: 'x', status: 'COMPLETED', id: 'ord_mine' }
  const reply = await post({ ...more, ...order, items: [{ ...items[0], discount: 0.5 }] })
  expect(reply).toMatchObject({ status: 201, body: { data: { status: 'PENDING' } } })
})

test('the recipient of a gift card is ignored', async () => {
  const { items, ...order } = anOrder({ productId })
  const reply = await post({ ...order, items: [{ ...items[0], recipient: 17 }] })
  expect(reply.status).toBe(201)
})

async function expectRefused(order: Json, ...fields: string[]): Promise<void> {
  const { partner } = service
  const before = [await partner.funds(), await partner.orders()]
  expectError(await post(order), 400, 'VALIDATION_ERROR', fields)
  expect([await partner.funds(), await partner.orders()]).toEqual(before)
}

describe('400 VALIDATION_ERROR names the field, and nothing has changed', () => {
  const REMOVED = Symbol('removed')

  /** Returns an order whose field at `path` has another value, or is missing. */
  function alter(path: readonly (string | number)[], value: unknown): Json {
    const order = anOrder({ productId })
    const last = path.at(-1) ?? ''
    const parent = path.slice(0, -1).reduce((inner, part) => inner[part], order)
    if (value === REMOVED) delete parent[last]
    else parent[last] = value
    return order
  }

  const anyValue = [REMOVED, null, true, {}, []]
  const noText = [...anyValue, 7]
  const noNumber = [...anyValue, '10']

  test.each([...noText, '', 'x'.repeat(256), 'nul \0 within', 'half \ud800'])(
    'clientReference: %j',
    (value) => expectRefused(alter(['clientReference'], value), 'clientReference'),
  )

  test.each([...noText, '', 'usd', 'US', 'XYZ', 'DEM', 'USD ', 'BTC'])('currency: %j', (value) =>
    expectRefused(alter(['currency'], value), 'currency'),
  )

  test.each([REMOVED, null, true, {}, 7, '[]', []])('items: %j', (value) =>
    expectRefused(alter(['items'], value), 'items'),
  )

  test.each([null, 7, 'item', []])('items[0]: %j', (value) =>
    expectRefused(alter(['items', 0], value), 'items[0]'),
  )

  test.each([...noNumber, 1.5, -1, 0, 2 ** 31, 1e300, 999_999])('items[0].productId: %j', (value) =>
    expectRefused(alter(['items', 0, 'productId'], value), 'items[0].productId'),
  )

  test.each([
    ...noNumber,
    0,
    -0,
    -10,
    0.99,
    1_000.01,
    10.001,
    1e-7,
    1e300,
    Number.MAX_SAFE_INTEGER,
    12.345_678_901_234_567,
  ])('items[0].amount: %j', (value) =>
    expectRefused(alter(['items', 0, 'amount'], value), 'items[0].amount'),
  )

  test.each([...noNumber, 0, -1, 1.5, 1_000_001, 1e300])('items[0].quantity: %j', (value) =>
    expectRefused(alter(['items', 0, 'quantity'], value), 'items[0].quantity'),
  )

  test.each([null, true, {}, [], 7, 'x'.repeat(256), 'nul \0'])(
    'items[0].itemReference: %j',
    (value) => expectRefused(alter(['items', 0, 'itemReference'], value), 'items[0].itemReference'),
  )

  test.each(['1e999', '-1e999'])('an amount beyond the range of numbers: %s', async (spelling) => {
    const text = JSON.stringify(anOrder({ productId })).replace(
      '"amount":10',
      `"amount":${spelling}`,
    )
    const reply = await service.partner.post('/v2/orders', text)
    expectError(reply, 400, 'VALIDATION_ERROR', ['items[0].amount'])
  })

  test('a fault of a later line, if the earlier lines are valid', async () => {
    const order = anOrder({ productId })
    const [item] = order.items
    await expectRefused(
      { ...order, items: [item, item, { ...item, amount: 0.5 }] },
      'items[2].amount',
    )
    await expectRefused({ ...order, items: [item, { ...item, quantity: 0 }] }, 'items[1].quantity')
  })

  test('every missing field, in the order of the interface', async () => {
    await expectRefused({}, 'clientReference', 'currency', 'items')
    await expectRefused(
      { items: [{}] },
      'clientReference',
      'currency',
      'items[0].productId',
      'items[0].amount',
      'items[0].quantity',
    )
  })

  test('a key `__proto__`', async () => {
    const text = JSON.stringify(anOrder({ productId })).replace('{', '{"__proto__":{"a":1},')
    const reply = await service.partner.post('/v2/orders', text)
    expect(reply).toMatchObject({ status: 400, body: { error: { code: 'VALIDATION_ERROR' } } })
  })
})

test.each(['x', 'x'.repeat(255), ' padded ', 'Ünïcödé 🎁', "'; drop table orders --"])(
  'clientReference is any text of 1 to 255 characters, stored unchanged: %j',
  async (clientReference) => {
    const reply = await post(anOrder({ productId, clientReference }))
    expect(reply).toMatchObject({ status: 201, body: { data: { clientReference } } })
  },
)
