import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Http, signedClient, type Body, type Json, type Reply } from '../../support/client.ts'
import { anOrder, dataOf, openService, type RunningService } from '../../support/service.ts'
import { expectError, setRate } from './fixture.ts'

let service: RunningService
let productId: number

beforeAll(async () => {
  service = await openService({ funds: { USD: '100000', EUR: '1000' } })
  productId = (await service.product()).productId
})

afterAll(() => service.end())

function post(body: Body, key: string, partner = service.partner): Promise<Reply> {
  return partner.post('/v2/orders', body, { 'idempotency-key': key })
}

function order(input: Json = {}): Json {
  return anOrder({ productId, ...input })
}

/** Expects that the second response is the first one, byte for byte, marked as a replay. */
function expectReplay(first: Reply, second: Reply): void {
  expect(first).toMatchObject({ status: 201 })
  expect(first.headers['idempotent-replayed']).toBeUndefined()
  expect({ status: second.status, text: second.text }).toEqual({ status: 201, text: first.text })
  expect(second.headers['idempotent-replayed']).toBe('true')
}

describe('same key, same payload: the original 201, byte for byte, and one order', () => {
  test('the same bytes again', async () => {
    const key = randomUUID()
    const body = order()
    const before = await service.partner.funds()
    const { length } = await service.partner.orders()
    const first = await post(body, key)
    expectReplay(first, await post(body, key))
    expectReplay(first, await post(body, key))
    expect((await service.partner.funds())['USD']).toBe((before['USD'] ?? 0) - 10)
    expect(await service.partner.orders()).toHaveLength(length + 1)
  })

  test('in any order of keys, spelling of numbers and spacing', async () => {
    const key = randomUUID()
    const clientReference = randomUUID()
    const first = await post(
      `{"clientReference":"${clientReference}","currency":"USD",` +
        `"items":[{"productId":${productId},"amount":10,"quantity":2}]}`,
      key,
    )
    for (const spelling of [
      `{"items":[{"quantity":2,"amount":10,"productId":${productId}}],` +
        `"currency":"USD","clientReference":"${clientReference}"}`,
      `{"clientReference":"${clientReference}","currency":"USD",` +
        `"items":[{"productId":${productId}.0,"amount":10.0,"quantity":2e0}]}`,
      `{"clientReference":"${clientReference}","currency":"USD",` +
        `"items":[{"productId":${productId},"amount":1.00E1,"quantity":2}]}`,
      `\n{ "clientReference" : "${clientReference}",\t"currency":"\\u0055SD",` +
        `"items":[ {"productId":${productId},"amount":100e-1,"quantity":20E-1} ] }`,
    ]) {
      expectReplay(first, await post(spelling, key))
    }
  })

  test('the key in another case, and from another credential of the partner', async () => {
    const key = randomUUID()
    const body = order()
    const first = await post(body, key)
    expectReplay(first, await post(body, key.toUpperCase()))
    const colleague = await service.partner.issue()
    expectReplay(first, await colleague.post('/v2/orders', body, { 'idempotency-key': key }))
  })

  test('after completion the replay still says PENDING', async () => {
    const key = randomUUID()
    const body = order()
    const first = await post(body, key)
    await service.waitForOrder(first.body.data.id, 'COMPLETED')
    expectReplay(first, await post(body, key))
    expect(first.body.data.status).toBe('PENDING')
  })

  test('after cancellation the replay still says PENDING, and nothing is ordered again', async () => {
    const key = randomUUID()
    const { productId: scarce } = await service.product({ supplier: 'vault' })
    const body = order({ productId: scarce })
    const first = await post(body, key)
    const { id } = first.body.data
    await service.waitForOrder(id, 'OUT_OF_STOCK')
    dataOf(await service.admin.post(`/admin/v1/orders/${id}/cancel`, { reason: 'tests' }))
    expectReplay(first, await post(body, key))
  })

  test('after the product is gone, the rate has changed and the money is spent', async () => {
    const { productId: goneId } = await service.product({ currency: 'EUR' })
    await setRate(service, ['EUR', 'USD', 1.1])
    const partner = await service.newPartner({ USD: '11' })
    const key = randomUUID()
    const body = order({ productId: goneId })
    const first = await post(body, key, partner)
    await setRate(service, ['EUR', 'USD', 2])
    dataOf(await service.admin.patch(`/admin/v1/products/${goneId}`, { active: false }))
    expectReplay(first, await post(body, key, partner))
    expect(await partner.funds()).toEqual({ USD: 0 })
  })

  test('after the limits of lines, units and units of a batch were lowered', async () => {
    const key = randomUUID()
    const { items } = order({ quantity: 3 })
    const body = order({ items: [...items, ...items] })
    const first = await post(body, key)
    const { url } = await service.another({ orderLinesMax: 1, orderUnitsMax: 2, batchUnits: 1 })
    const http = new Http(url)
    const client = signedClient(http, service.partner.credentials)
    const again = (input: Json) => client.post('/v2/orders', input, { 'idempotency-key': key })
    expectReplay(first, await again(body))
    const larger = await again({ ...body, items: [...body.items, ...items] })
    expectError(larger, 409, 'BUSINESS_RULE_VIOLATION', ['Idempotency-Key'])
    http.close()
  })

  test('after the limits no longer allow a body of this size', async () => {
    const key = randomUUID()
    const [item] = order({ amount: 1 }).items
    const items = Array.from({ length: 900 }, (_, at) => ({ ...item, itemReference: `line ${at}` }))
    const body = order({ items })
    const first = await post(body, key)
    const { url } = await service.another({ orderLinesMax: 5 })
    const http = new Http(url)
    const client = signedClient(http, service.partner.credentials)
    expectReplay(first, await client.post('/v2/orders', body, { 'idempotency-key': key }))
    http.close()
  })
})

describe('409 BUSINESS_RULE_VIOLATION: same key, different payload', () => {
  const key = randomUUID()
  let body: Json

  beforeAll(async () => {
    body = order({ amount: 20, quantity: 2 })
    expect((await post(body, key)).status).toBe(201)
  })

  const item = (change: object): Json => ({ items: [{ ...body.items[0], ...change }] })

  test.each<[string, () => Json]>([
    ['clientReference', () => ({ clientReference: randomUUID() })],
    ['currency', () => ({ currency: 'EUR' })],
    ['amount', () => item({ amount: 20.01 })],
    ['quantity', () => item({ quantity: 3 })],
    ['productId', () => item({ productId: productId + 1 })],
    ['itemReference', () => item({ itemReference: 'one' })],
    ['a further line', () => ({ items: [...body.items, ...body.items] })],
    ['a field that is otherwise ignored', () => ({ note: 'another' })],
  ])('%s', async (_name, change) => {
    const before = await service.partner.funds()
    const { length } = await service.partner.orders()
    const reply = await post({ ...body, ...change() }, key)
    expectError(reply, 409, 'BUSINESS_RULE_VIOLATION', ['Idempotency-Key'])
    expect(await service.partner.funds()).toEqual(before)
    expect(await service.partner.orders()).toHaveLength(length)
  })

  test('the order of lines matters', async () => {
    const otherKey = randomUUID()
    const { items, ...rest } = order()
    const two = [items[0], { ...items[0], amount: 11 }]
    expect((await post({ ...rest, items: two }, otherKey)).status).toBe(201)
    const reply = await post({ ...rest, items: two.toReversed() }, otherKey)
    expectError(reply, 409, 'BUSINESS_RULE_VIOLATION', ['Idempotency-Key'])
  })

  test('the original response is still returned afterwards', async () => {
    const reply = await post(body, key)
    expect(reply).toMatchObject({ status: 201, body: { data: { totalAmount: 40 } } })
  })
})

describe('a refused create does not use up its key', () => {
  test('400, 402 and 409: the corrected order is accepted under the same key', async () => {
    const key = randomUUID()
    const existing = order()
    dataOf(await service.partner.post('/v2/orders', existing))
    const body = order()
    const { items } = order({ quantity: 1_000, amount: 1_000 })
    expectError(await post({ ...body, items: [] }, key), 400, 'VALIDATION_ERROR', ['items'])
    expect((await post({ ...body, items }, key)).status).toBe(402)
    const { clientReference } = existing
    expectError(await post({ ...body, clientReference }, key), 409, 'BUSINESS_RULE_VIOLATION', [
      'clientReference',
    ])
    const first = await post(body, key)
    expectReplay(first, await post(body, key))
  })
})

describe('400 VALIDATION_ERROR: a key that is not a UUID', () => {
  test.each(['', 'order-1', '{0195e4a2-0000-7000-8000-000000000000}', '0195e4a200007000800'])(
    '%j',
    async (key) => {
      const { length } = await service.partner.orders()
      expectError(await post(order(), key), 400, 'VALIDATION_ERROR', ['Idempotency-Key'])
      expect(await service.partner.orders()).toHaveLength(length)
    },
  )

  test('two keys', async () => {
    const headers = { 'idempotency-key': [randomUUID(), randomUUID()] }
    const reply = await service.partner.post('/v2/orders', order(), headers)
    expectError(reply, 400, 'VALIDATION_ERROR', ['Idempotency-Key'])
  })
})

test('each partner has keys of its own', async () => {
  const other = await service.newPartner({ USD: '100' })
  const key = randomUUID()
  const body = order()
  const first = await post(body, key)
  const otherReply = await post(body, key, other)
  expect(otherReply.status).toBe(201)
  expect(otherReply.headers['idempotent-replayed']).toBeUndefined()
  expect(otherReply.body.data.id).not.toBe(first.body.data.id)
})

test('without a key, equal orders under two references are two orders', async () => {
  const body = order()
  const one = dataOf(await service.partner.post('/v2/orders', body))
  const reply = await service.partner.post('/v2/orders', {
    ...body,
    clientReference: randomUUID(),
  })
  expect(dataOf(reply).id).not.toBe(one.id)
})
