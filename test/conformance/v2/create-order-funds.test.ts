import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { anOrder, dataOf, shareService } from '../../support/service.ts'
import { completeOrder, deposit, expectError, placeOrder, setRate } from './fixture.ts'

const shared = shareService()

test('402 BUSINESS_RULE_VIOLATION: an order one cent above the funds is refused and leaves no rows', async () => {
  const service = await shared({ funds: { USD: '100.00', EUR: '500.00' } })
  const { partner, db } = service
  await service.product()
  const reply = await partner.post('/v2/orders', anOrder({ amount: 100.01 }))
  expect(reply).toMatchObject({
    status: 402,
    body: { error: { code: 'BUSINESS_RULE_VIOLATION' } },
  })
  expect(reply.body.error.message).toContain('100.00 USD')
  expect(reply.body.error.message).toContain('100.01 USD')
  expect(await partner.funds()).toEqual({ USD: 100, EUR: 500 })
  expect(await partner.orders()).toEqual([])
  const { rows } = await db.pool.query(
    `select (select count(*) from orders) + (select count(*) from order_lines)
       + (select count(*) from fulfillments) as rows`,
  )
  expect(rows).toEqual([{ rows: 0n }])
})

test('the last cent is enough', async () => {
  const service = await shared({ funds: { USD: '100.00' } })
  await service.product()
  expect((await placeOrder(service.partner, { amount: 100 })).totalAmount).toBe(100)
  expect(await service.partner.funds()).toEqual({ USD: 0 })
  const reply = await service.partner.post('/v2/orders', anOrder({ amount: 1 }))
  expect(reply.status).toBe(402)
})

test('402 BUSINESS_RULE_VIOLATION: only funds of the requested currency count', async () => {
  const service = await shared({ funds: { EUR: '1000' } })
  await service.product()
  await setRate(service, ['USD', 'EUR', 0.9])
  const inDollars = await service.partner.post('/v2/orders', anOrder())
  expect(inDollars).toMatchObject({
    status: 402,
    body: { error: { code: 'BUSINESS_RULE_VIOLATION' } },
  })
  expect((await placeOrder(service.partner, { currency: 'EUR' })).totalAmount).toBe(9)
  expect(await service.partner.funds()).toEqual({ EUR: 991 })
})

test('402 BUSINESS_RULE_VIOLATION: all lines count together', async () => {
  const service = await shared({ funds: { USD: '25' } })
  await service.product()
  const { items, ...order } = anOrder()
  const reply = await service.partner.post('/v2/orders', {
    ...order,
    items: [items[0], items[0], items[0]],
  })
  expect(reply.status).toBe(402)
  expect(reply.body.error.message).toContain('30.00 USD')
  expect(await service.partner.funds()).toEqual({ USD: 25 })
})

test('a refused order uses up neither its key nor its reference', async () => {
  const service = await shared({ funds: { USD: '5' } })
  const { partner } = service
  await service.product()
  const order = anOrder()
  const headers = { 'idempotency-key': randomUUID() }
  expect((await partner.post('/v2/orders', order, headers)).status).toBe(402)
  await deposit(service, ['USD', 5])
  const reply = await partner.post('/v2/orders', order, headers)
  expect(reply.status).toBe(201)
  expect(reply.headers['idempotent-replayed']).toBeUndefined()
  expect(await partner.funds()).toEqual({ USD: 0 })
})

test('the last funds are spent once, however many orders race for them', async () => {
  const service = await shared({ funds: { USD: '35' } })
  const { partner } = service
  await service.product()
  const requests = Array.from({ length: 10 }, () => partner.post('/v2/orders', anOrder()))
  const statuses = (await Promise.all(requests)).map((reply) => reply.status)
  expect(statuses.filter((status) => status === 201)).toHaveLength(3)
  expect(statuses.filter((status) => status === 402)).toHaveLength(7)
  expect(await partner.funds()).toEqual({ USD: 5 })
  expect(await partner.orders()).toHaveLength(3)
})

test('a completed order has cost what was held, and the money does not come back', async () => {
  const service = await shared({ funds: { USD: '100' } })
  await service.product()
  await completeOrder(service, { amount: 33.33, quantity: 3 })
  expect(await service.partner.funds()).toEqual({ USD: 0.01 })
})

test('a fault of a line is reported before insufficient funds', async () => {
  const service = await shared()
  await service.product()
  const reply = await service.partner.post('/v2/orders', anOrder({ amount: 0.5 }))
  expectError(reply, 400, 'VALIDATION_ERROR', ['items[0].amount'])
  expect(dataOf(await service.partner.get('/v2/orders'))).toEqual([])
})
