import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { orderId } from '../../src/orders/mod.ts'
import { startDomain, startDomainTest, type Domain } from '../support/domain.ts'

let domain: Domain

beforeEach(async () => {
  domain = await startDomainTest()
  await domain.product()
})
afterEach(() => domain.end())

test('an accepted order holds its cost and queues batches for all of its units', async () => {
  await domain.deposit(100_000)

  const order = await domain.place({ items: [{ productId: 1, amount: 12.34, quantity: 2_500 }] })

  expect(order).toMatchObject({ status: 'PENDING', totalMinor: 3_085_000n, unitCount: 2_500 })
  expect(await domain.funds()).toEqual({ USD: '69150.00' })
  const { rows } = await domain.db.pool.query(
    'select batch_no, quantity, first_item_no, status from fulfillments order by batch_no',
  )
  expect(rows).toEqual([
    { batch_no: 1, quantity: 1_000, first_item_no: 1, status: 'PENDING' },
    { batch_no: 2, quantity: 1_000, first_item_no: 1_001, status: 'PENDING' },
    { batch_no: 3, quantity: 500, first_item_no: 2_001, status: 'PENDING' },
  ])
})

test('an order may have more batches than a function call can have arguments', async () => {
  await domain.deposit(200_000)
  const small = startDomain(domain.db, domain.clock, 1)
  const items = [{ ...line(1, 1), quantity: 200_000 }]

  const { order } = await small.orders.place(domain.partnerId, {
    clientReference: randomUUID(),
    idempotencyKey: undefined,
    fingerprint: Buffer.alloc(32),
    currency: { code: 'USD', exponent: 2 },
    items,
  })

  expect(order.unitCount).toBe(200_000)
  const { rows } = await domain.db.pool.query('select count(*)::int as batches from fulfillments')
  expect(rows).toEqual([{ batches: 200_000 }])
})

test('if the funds lack one cent, the order is refused with both amounts, and nothing is written', async () => {
  await domain.deposit(9.99)

  await expect(domain.place()).rejects.toMatchObject({
    kind: 'insufficient_funds',
    message: 'available 9.99 USD, required 10.00 USD',
  })

  expect(await domain.funds()).toEqual({ USD: '9.99' })
  const { rows } = await domain.db.pool.query(
    `select (select count(*)::int from orders)
          + (select count(*)::int from fulfillments) as row_count`,
  )
  expect(rows).toEqual([{ row_count: 0 }])
})

test('an order in a currency without funds is refused without opening an account in it', async () => {
  await domain.product({ currency: 'EUR' })

  await expect(
    domain.place({ currency: { code: 'EUR', exponent: 2 }, items: [line(2, 10)] }),
  ).rejects.toMatchObject({ kind: 'insufficient_funds' })

  expect(await domain.funds()).toEqual({})
})

test('two requests with one Idempotency-Key that race in two processes make one order', async () => {
  await domain.deposit(1_000)
  const other = startDomain(domain.connectAgain(), domain.clock)
  const idempotencyKey = randomUUID()
  const clientReference = randomUUID()
  const input = {
    idempotencyKey,
    clientReference,
    fingerprint: Buffer.alloc(32),
    currency: { code: 'USD', exponent: 2 },
    items: [line(1, 10)],
  }

  const placed = await Promise.all(
    Array.from({ length: 40 }, (_, at) =>
      (at % 2 === 0 ? domain : other).orders.place(domain.partnerId, input),
    ),
  )

  expect(new Set(placed.map((one) => orderId(one.order))).size).toBe(1)
  expect(placed.filter((one) => !one.isReplayed)).toHaveLength(1)
  expect(await domain.funds()).toEqual({ USD: '990.00' })
})

test('an Idempotency-Key with another payload is a conflict', async () => {
  await domain.deposit(100)
  const idempotencyKey = randomUUID()
  await domain.place({ idempotencyKey })

  await expect(domain.place({ idempotencyKey })).rejects.toMatchObject({
    kind: 'idempotency_conflict',
  })
})

test('a refused order uses up neither its Idempotency-Key nor its clientReference', async () => {
  const input = { idempotencyKey: randomUUID(), clientReference: 'A-1' }
  await expect(domain.place(input)).rejects.toMatchObject({ kind: 'insufficient_funds' })

  await domain.deposit(100)

  expect(await domain.place(input)).toMatchObject({ status: 'PENDING' })
})

test('a clientReference that exists is refused with the id of its order', async () => {
  await domain.deposit(100)
  const first = await domain.place({ clientReference: 'A-1' })

  await expect(domain.place({ clientReference: 'A-1' })).rejects.toMatchObject({
    kind: 'client_reference_exists',
    extras: {
      details: [{ field: 'clientReference', message: `belongs to order ${orderId(first)}` }],
    },
  })
})

test('of many racing orders exactly as many are accepted as the funds cover', async () => {
  await domain.deposit(70)
  const other = startDomain(domain.connectAgain(), domain.clock)

  const outcomes = await Promise.allSettled(
    Array.from({ length: 30 }, (_, at) =>
      (at % 2 === 0 ? domain : other).orders.place(domain.partnerId, {
        clientReference: `R-${at}`,
        idempotencyKey: undefined,
        fingerprint: Buffer.alloc(32),
        currency: { code: 'USD', exponent: 2 },
        items: [line(1, 10)],
      }),
    ),
  )

  expect(outcomes.filter((one) => one.status === 'fulfilled')).toHaveLength(7)
  expect(await domain.funds()).toEqual({ USD: '0.00' })
})

function line(
  productId: number,
  amount: number,
): {
  productId: number
  amount: number
  quantity: number
} {
  return { productId, amount, quantity: 1 }
}
