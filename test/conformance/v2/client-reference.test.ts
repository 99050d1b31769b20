import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Json, Reply } from '../../support/client.ts'
import { anOrder, dataOf, openService, type RunningService } from '../../support/service.ts'
import { expectError, placeOrder } from './fixture.ts'

let service: RunningService
let productId: number

beforeAll(async () => {
  service = await openService({ funds: { USD: '1000' } })
  productId = (await service.product()).productId
})

afterAll(() => service.end())

/** Expects 409 naming the reference and the order that has it; no money moves, no order is made. */
async function expectDuplicate(send: () => Promise<Reply>, id: string): Promise<void> {
  const before = await service.partner.funds()
  const { length } = await service.partner.orders()
  const reply = await send()
  expectError(reply, 409, 'BUSINESS_RULE_VIOLATION', ['clientReference'])
  expect(reply.body.error.details[0].message).toContain(id)
  expect(await service.partner.funds()).toEqual(before)
  expect(await service.partner.orders()).toHaveLength(length)
}

function order(input: Json = {}): Json {
  return anOrder({ productId, ...input })
}

test('409 BUSINESS_RULE_VIOLATION: a reference that exists, without a key', async () => {
  const body = order()
  const { id } = dataOf(await service.partner.post('/v2/orders', body))
  await expectDuplicate(() => service.partner.post('/v2/orders', body), id)
  const { clientReference } = body
  const other = order({ clientReference, amount: 20 })
  await expectDuplicate(() => service.partner.post('/v2/orders', other), id)
})

test('409 BUSINESS_RULE_VIOLATION: a reference that exists, under another key or none', async () => {
  const body = order()
  const send = (key: string) => service.partner.post('/v2/orders', body, { 'idempotency-key': key })
  const { id } = dataOf(await send(randomUUID()))
  await expectDuplicate(() => send(randomUUID()), id)
  await expectDuplicate(() => service.partner.post('/v2/orders', body), id)
})

test('409 BUSINESS_RULE_VIOLATION: a cancelled order keeps its reference', async () => {
  const { productId: scarce } = await service.product({ supplier: 'vault' })
  const { id, clientReference } = await placeOrder(service.partner, { productId: scarce })
  await service.waitForOrder(id, 'OUT_OF_STOCK')
  dataOf(await service.admin.post(`/admin/v1/orders/${id}/cancel`, { reason: 'tests' }))
  const again = order({ clientReference })
  await expectDuplicate(() => service.partner.post('/v2/orders', again), id)
})

test('a reference with other case or spaces is another reference', async () => {
  const clientReference = `ref-${randomUUID()}`
  for (const other of [clientReference, clientReference.toUpperCase(), ` ${clientReference}`]) {
    const { id } = await placeOrder(service.partner, { productId, clientReference: other })
    expect(await listOrders(other)).toEqual([id])
  }
})

test('each partner has references of its own', async () => {
  const other = await service.newPartner({ USD: '100' })
  const body = order()
  const ownOrder = dataOf(await service.partner.post('/v2/orders', body))
  const otherOrder = dataOf(await other.post('/v2/orders', body))
  expect(otherOrder.clientReference).toBe(ownOrder.clientReference)
  expect(otherOrder.id).not.toBe(ownOrder.id)
})

test('a refused order leaves its reference free', async () => {
  const body = order({ amount: 0.5 })
  expect((await service.partner.post('/v2/orders', body)).status).toBe(400)
  const { clientReference } = body
  expect(await listOrders(clientReference)).toEqual([])
  const { id } = await placeOrder(service.partner, { productId, clientReference })
  expect(await listOrders(clientReference)).toEqual([id])
})

/** Returns the ids of the orders that the list shows under a reference. */
async function listOrders(clientReference: string): Promise<string[]> {
  const query = `clientReference=${encodeURIComponent(clientReference)}`
  const reply = await service.partner.get(`/v2/orders?${query}`)
  return dataOf(reply).map(({ id }: Json) => id)
}
