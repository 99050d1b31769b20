import { afterAll, beforeAll, expect, test } from 'vitest'
import { dataOf, openService, type RunningService } from '../../support/service.ts'
import { completeOrder, expectError, INSTANT, placeOrder } from './fixture.ts'

let service: RunningService
let plentiful: number
let scarce: number

beforeAll(async () => {
  service = await openService({ funds: { USD: '1000' } })
  plentiful = (await service.product()).productId
  scarce = (await service.product({ supplier: 'vault' })).productId
})

afterAll(() => service.end())

test('200 of an open order: the fields of the create and itemCount, no completedAt', async () => {
  const created = await placeOrder(service.partner, { productId: scarce, quantity: 3 })
  await service.waitForOrder(created.id, 'OUT_OF_STOCK')
  const reply = await service.partner.get(`/v2/orders/${created.id}`)
  expect(reply.status).toBe(200)
  expect(reply.body).toEqual({ data: { ...created, status: 'OUT_OF_STOCK', itemCount: 3 } })
})

test('200 of a COMPLETED order: completedAt as well, not before createdAt', async () => {
  const items = [2, 1, 4].map((quantity) => ({ productId: plentiful, amount: 10, quantity }))
  const created = await placeOrder(service.partner, { items })
  await service.waitForOrder(created.id, 'COMPLETED')
  const { data, ...envelope } = (await service.partner.get(`/v2/orders/${created.id}`)).body
  expect(envelope).toEqual({})
  expect(data).toEqual({
    ...created,
    status: 'COMPLETED',
    itemCount: 7,
    completedAt: expect.stringMatching(INSTANT),
  })
  expect(data.completedAt >= data.createdAt).toBe(true)
})

test('200 of a CANCELLED order: itemCount, and no completedAt', async () => {
  const created = await placeOrder(service.partner, { productId: scarce })
  await service.waitForOrder(created.id, 'OUT_OF_STOCK')
  const path = `/admin/v1/orders/${created.id}/cancel`
  dataOf(await service.admin.post(path, { reason: 'tests' }))
  const reply = await service.partner.get(`/v2/orders/${created.id}`)
  expect(reply.body).toEqual({ data: { ...created, status: 'CANCELLED', itemCount: 1 } })
})

const READS = ['', '/items', '/items?page=1&pageSize=1', '/fulfillments', '/fulfillments/export']

test.each(READS)(
  '404 RESOURCE_NOT_FOUND: /v2/orders/{orderId}%s of a foreign or absent order: the same bytes',
  async (part) => {
    const stranger = await service.newPartner()
    const { id } = await completeOrder(service, { productId: plentiful })
    const foreign = await stranger.get(`/v2/orders/${id}${part}`)
    expectError(foreign, 404, 'RESOURCE_NOT_FOUND')
    const last = id.endsWith('0') ? '1' : '0'
    for (const absent of [
      `${id.slice(0, -1)}${last}`,
      `ord_00000000${id.slice(12)}`,
      id.toLowerCase(),
      id.slice('ord_'.length),
      `${id}0`,
      'ord_',
      '1',
      'null',
      '%27%20or%201=1',
      'ord_ZZZZZZZZZZZZZZZZZZZZZ',
      'x'.repeat(500),
    ]) {
      for (const client of [stranger, service.partner]) {
        const reply = await client.get(`/v2/orders/${absent}${part}`)
        expect([absent, reply.status, reply.text]).toEqual([absent, 404, foreign.text])
      }
    }
    expect((await service.partner.get(`/v2/orders/${id}${part}`)).status).toBe(200)
  },
)
