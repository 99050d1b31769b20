import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Http, signedClient, type Json } from '../../support/client.ts'
import { anOrder, dataOf, openService, type RunningService } from '../../support/service.ts'
import { expectError } from './fixture.ts'

let service: RunningService
let productId: number

// Without a worker, because this test does not need a million codes.
beforeAll(async () => {
  service = await openService({ funds: { USD: '9000000' }, settings: { role: 'api' } })
  productId = (await service.product()).productId
})

afterAll(() => service.end())

/** Returns an order of `lines` lines with `quantity` units each. */
function orderOf(lines: number, quantity: number): Json {
  const { items, ...order } = anOrder({ productId, amount: 1, quantity })
  return { ...order, items: Array.from({ length: lines }, () => items[0]) }
}

const post = (order: Json) => service.partner.post('/v2/orders', order)

describe('an order has at most 1,000 lines and 1,000,000 units', () => {
  test('1,000 lines of 1,000 units are accepted, each unit counted', async () => {
    const { id, totalAmount } = dataOf(await post(orderOf(1_000, 1_000)))
    expect(totalAmount).toBe(1_000_000)
    const read = dataOf(await service.partner.get(`/v2/orders/${id}`))
    expect(read.itemCount).toBe(1_000_000)
  })

  test('1,000,000 units in one line are accepted', async () => {
    expect(dataOf(await post(orderOf(1, 1_000_000))).totalAmount).toBe(1_000_000)
  })

  test('400 VALIDATION_ERROR: 1,001 lines, naming items', async () => {
    expectError(await post(orderOf(1_001, 1)), 400, 'VALIDATION_ERROR', ['items'])
  })

  test('400 VALIDATION_ERROR: 1,000,001 units, naming the only quantity or items', async () => {
    const one = await post(orderOf(1, 1_000_001))
    expectError(one, 400, 'VALIDATION_ERROR', ['items[0].quantity'])
    const order = orderOf(2, 500_000)
    order.items[1] = { ...order.items[1], quantity: 500_001 }
    expectError(await post(order), 400, 'VALIDATION_ERROR', ['items'])
  })
})

test('both limits are settings', async () => {
  const { url } = await service.another({ orderLinesMax: 2, orderUnitsMax: 5 })
  const http = new Http(url)
  const client = signedClient(http, service.partner.credentials)
  const send = (order: Json) => client.post('/v2/orders', order)
  expect((await send(orderOf(2, 2))).status).toBe(201)
  expect((await send(orderOf(1, 5))).status).toBe(201)
  expectError(await send(orderOf(3, 1)), 400, 'VALIDATION_ERROR', ['items'])
  expectError(await send(orderOf(1, 6)), 400, 'VALIDATION_ERROR', ['items[0].quantity'])
  http.close()
})
