import { describe, expect, test } from 'vitest'
import { withoutBackoffs } from '../../support/backoffs.ts'
import type { Json, SignedClient } from '../../support/client.ts'
import { eventually } from '../../support/eventually.ts'
import { dataOf, shareService, startService } from '../../support/service.ts'
import { completeOrder, expectError, giveUp, INSTANT, placeOrder } from './fixture.ts'

const shared = shareService()
const withoutWorker = shareService({ settings: { role: 'api' } })

async function batches(partner: SignedClient, id: string, query = ''): Promise<Json[]> {
  return dataOf(await partner.get(`/v2/orders/${id}/fulfillments${query}`))
}

async function statuses(partner: SignedClient, id: string): Promise<string[]> {
  return (await batches(partner, id)).map((batch) => batch.status)
}

describe('batches exist from the creation of the order', () => {
  test('200: fulfillmentId, status PENDING and quantity; they sum to itemCount', async () => {
    const service = await withoutWorker({ funds: { USD: '10000' } })
    const { partner } = service
    const { productId } = await service.product({ minAmount: 1 })
    const { id } = await placeOrder(partner, { productId, amount: 1, quantity: 2_500 })
    const reply = await partner.get(`/v2/orders/${id}/fulfillments`)
    expect(reply.status).toBe(200)
    const fulfillmentId = expect.stringMatching(/./)
    expect(reply.body).toEqual({
      data: [1_000, 1_000, 500].map((quantity) => ({ fulfillmentId, status: 'PENDING', quantity })),
      meta: {
        pagination: { page: 1, pageSize: 100, totalRecords: 3, totalPages: 1, hasNext: false },
      },
    })
    const ids = (await batches(partner, id)).map((batch) => batch.fulfillmentId)
    expect(new Set(ids).size).toBe(3)
  })

  test('each batch is of one line: lines are never joined, and the largest batch is a setting', async () => {
    const settings = { role: 'api', batchUnits: 3 } as const
    const service = await startService({ funds: { USD: '10000' }, settings })
    const { partner } = service
    await service.product()
    const items = [2, 7, 3].map((quantity) => ({ productId: 1, amount: 10, quantity }))
    const { id } = await placeOrder(partner, { items })
    const quantities = (await batches(partner, id)).map((batch) => batch.quantity)
    expect(quantities).toEqual([2, 3, 3, 1, 3])
    const { itemCount } = dataOf(await partner.get(`/v2/orders/${id}`))
    expect(quantities.reduce((sum, quantity) => sum + quantity, 0)).toBe(itemCount)
  })

  test('ids are unique over orders', async () => {
    const service = await withoutWorker({ funds: { USD: '100' } })
    await service.product()
    const ids: string[] = []
    for (let at = 0; at < 3; at += 1) {
      const { id } = await placeOrder(service.partner)
      ids.push(...(await batches(service.partner, id)).map((batch) => batch.fulfillmentId))
    }
    expect(new Set(ids).size).toBe(3)
  })
})

describe('status', () => {
  test('COMPLETED carries completedAt, and the order is not completed before its batches', async () => {
    const service = await startService({ funds: { USD: '100' }, settings: { batchUnits: 2 } })
    await service.product()
    const { id, completedAt } = await completeOrder(service, { quantity: 5 })
    const completedBatches = await batches(service.partner, id)
    expect(completedBatches.map((batch) => batch.quantity)).toEqual([2, 2, 1])
    for (const batch of completedBatches) {
      expect(Object.keys(batch)).toEqual(['fulfillmentId', 'status', 'quantity', 'completedAt'])
      expect(batch.status).toBe('COMPLETED')
      expect(batch.completedAt).toMatch(INSTANT)
      expect(batch.completedAt <= completedAt).toBe(true)
    }
  })

  test('a batch that waits for stock is PENDING, beside one that is COMPLETED', async () => {
    const service = await shared({ funds: { USD: '100' } })
    const { partner } = service
    const plentiful = await service.product()
    const scarce = await service.product({ supplier: 'vault' })
    const items = [plentiful, scarce].map(({ productId }) => ({
      productId,
      amount: 10,
      quantity: 1,
    }))
    const { id } = await placeOrder(partner, { items })
    await service.waitForOrder(id, 'OUT_OF_STOCK')
    await eventually(async () =>
      expect(await statuses(partner, id)).toEqual(['COMPLETED', 'PENDING']),
    )
    const [completedBatches, waiting] = await batches(partner, id)
    expect(completedBatches).toHaveProperty('completedAt')
    expect(waiting).not.toHaveProperty('completedAt')
  })

  test('PROCESSING until its supplier delivers', async () => {
    const service = await shared({ funds: { USD: '100' } })
    const supplierSettings = { outcome: 'pending', delayMs: 60_000 }
    const { productId } = await service.product({ supplier: 'sandbox', supplierSettings })
    const { id } = await placeOrder(service.partner, { productId })
    await service.waitForOrder(id, 'PROCESSING')
    const [batch] = await batches(service.partner, id)
    expect(batch.status).toBe('PROCESSING')
    expect(batch).not.toHaveProperty('completedAt')
    await withoutBackoffs(service.db, service.waitForOrder(id, 'COMPLETED'))
  })

  test('FAILED if the supplier refuses, and COMPLETED after a retry', async () => {
    const service = await startService({ funds: { USD: '100' } })
    const { partner, admin } = service
    const supplierSettings = { outcome: 'refused' }
    const { productId } = await service.product({ supplier: 'sandbox', supplierSettings })
    const { id } = await placeOrder(partner)
    await eventually(async () => expect(await statuses(partner, id)).toEqual(['FAILED']))
    expect((await batches(partner, id))[0]).not.toHaveProperty('completedAt')
    await giveUp(service)
    const change = { supplierSettings: { outcome: 'issued' } }
    dataOf(await admin.patch(`/admin/v1/products/${productId}`, change))
    dataOf(await admin.post(`/admin/v1/orders/${id}/retry`, {}))
    await service.waitForOrder(id, 'COMPLETED')
    expect(await statuses(partner, id)).toEqual(['COMPLETED'])
  })

  test('no batch of a cancelled order is COMPLETED or has a completedAt', async () => {
    const service = await shared({ funds: { USD: '100' } })
    const { partner, admin } = service
    const plentiful = await service.product()
    const scarce = await service.product({ supplier: 'vault' })
    const items = [plentiful, scarce].map(({ productId }) => ({
      productId,
      amount: 10,
      quantity: 1,
    }))
    const { id } = await placeOrder(partner, { items })
    await service.waitForOrder(id, 'OUT_OF_STOCK')
    await eventually(async () =>
      expect(await statuses(partner, id)).toEqual(['COMPLETED', 'PENDING']),
    )
    dataOf(await admin.post(`/admin/v1/orders/${id}/cancel`, { reason: 'tests' }))
    for (const batch of await batches(partner, id)) {
      expect(batch.status).toBe('FAILED')
      expect(batch).not.toHaveProperty('completedAt')
    }
  })
})

test('pages follow each other, and a page past the end is empty', async () => {
  const settings = { role: 'api', batchUnits: 1 } as const
  const service = await startService({ funds: { USD: '10000' }, settings })
  const { partner } = service
  await service.product()
  const { id } = await placeOrder(partner, { quantity: 103 })
  const all = await batches(partner, id, '?pageSize=2000')
  expect(all).toHaveLength(103)
  const get = (query: string) => partner.get(`/v2/orders/${id}/fulfillments${query}`)
  for (const [query, page, pageSize] of [
    ['', 1, 100],
    ['?page=2', 2, 100],
    ['?page=3', 3, 100],
    ['?page=3&pageSize=50', 3, 50],
    ['?page=103&pageSize=1', 103, 1],
    ['?page=1000000000&pageSize=2000', 1_000_000_000, 2_000],
  ] as const) {
    const reply = await get(query)
    expect(reply.body.data).toEqual(all.slice((page - 1) * pageSize, page * pageSize))
    const totalPages = Math.ceil(103 / pageSize)
    expect(reply.body.meta).toEqual({
      pagination: { page, pageSize, totalRecords: 103, totalPages, hasNext: page < totalPages },
    })
  }
  for (const page of ['0', '-1', 'x', '1.0', '']) {
    expectError(await get(`?page=${page}`), 400, 'VALIDATION_ERROR', ['page'])
  }
  for (const pageSize of ['0', '2001', 'x', '1.0', '']) {
    expectError(await get(`?pageSize=${pageSize}`), 400, 'VALIDATION_ERROR', ['pageSize'])
  }
})
