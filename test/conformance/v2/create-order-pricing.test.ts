import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Json, Reply } from '../../support/client.ts'
import { anOrder, dataOf, openService, type RunningService } from '../../support/service.ts'
import { expectError, setRate } from './fixture.ts'

const FUNDS = { USD: '1000000', EUR: '1000000', JPY: '1000000', KWD: '1000000' }

let service: RunningService
const products = new Map<string, number>()

beforeAll(async () => {
  service = await openService({ funds: FUNDS })
  for (const [currency, minAmount] of [
    ['USD', 0.01],
    ['EUR', 0.01],
    ['JPY', 1],
    ['KWD', 0.001],
  ] as const) {
    const input = { currency, minAmount, maxAmount: 100_000 }
    products.set(currency, (await service.product(input)).productId)
  }
})

afterAll(() => service.end())

interface OrderedLine {
  readonly from: string
  readonly amount: number
  readonly quantity?: number
  readonly currency: string
}

function order({ from, amount, quantity = 1, currency }: OrderedLine): Promise<Reply> {
  const input = { productId: products.get(from), amount, quantity, currency }
  return service.partner.post('/v2/orders', anOrder(input))
}

/** Expects that the order costs `total`, and that the funds in its currency fall by as much. */
async function expectCost(line: OrderedLine, total: number): Promise<void> {
  const { [line.currency]: before = 0, ...others } = await service.partner.funds()
  const reply = await order(line)
  expect(reply).toMatchObject({
    status: 201,
    body: { data: { currency: line.currency, totalAmount: total } },
  })
  const after = Number((before - total).toFixed(3))
  expect(await service.partner.funds()).toEqual({ ...others, [line.currency]: after })
}

describe('the cost of a unit is face value x fxRate, rounded half up to the minor unit', () => {
  test.each([
    // Same currency: the face value.
    ['USD', 'USD', undefined, 12.34, 12.34],
    ['JPY', 'JPY', undefined, 500, 500],
    ['KWD', 'KWD', undefined, 1.234, 1.234],
    // Two decimals to two: below, at and above the half, and a half that floats put below it.
    ['USD', 'EUR', 0.92345678, 10, 9.23],
    ['USD', 'EUR', 1.0049, 1, 1],
    ['USD', 'EUR', 1.005, 1, 1.01],
    ['USD', 'EUR', 1.015, 1, 1.02],
    ['USD', 'EUR', 0.5, 0.01, 0.01],
    ['USD', 'EUR', 0.35, 0.3, 0.11],
    ['USD', 'EUR', 0.99999999, 100_000, 100_000],
    // To no decimals.
    ['USD', 'JPY', 150.5, 1, 151],
    ['USD', 'JPY', 151.5, 1, 152],
    ['USD', 'JPY', 150.49999999, 1, 150],
    ['USD', 'JPY', 149.35, 10.99, 1_641],
    ['KWD', 'JPY', 500, 1.005, 503],
    ['KWD', 'JPY', 500, 0.001, 1],
    // From no decimals.
    ['JPY', 'USD', 0.005, 1, 0.01],
    ['JPY', 'USD', 0.005, 3, 0.02],
    ['JPY', 'USD', 0.0067, 1_000, 6.7],
    ['JPY', 'KWD', 0.00205, 1_001, 2.052],
    ['JPY', 'KWD', 0.0025, 1, 0.003],
    // To and from three decimals.
    ['USD', 'KWD', 0.3075, 0.01, 0.003],
    ['USD', 'KWD', 0.31, 0.05, 0.016],
    ['KWD', 'USD', 3.25, 0.002, 0.01],
    ['KWD', 'USD', 3.25, 7.777, 25.28],
  ] as const)('%s -> %s at %s: %d costs %d', async (...[from, currency, rate, amount, total]) => {
    if (rate !== undefined) await setRate(service, [from, currency, rate])
    await expectCost({ from, amount, currency }, total)
  })

  test('the unit is rounded before it is multiplied', async () => {
    await setRate(service, ['USD', 'EUR', 1.005])
    await expectCost({ from: 'USD', amount: 1, quantity: 3, currency: 'EUR' }, 3.03)
    await setRate(service, ['USD', 'JPY', 150.4])
    await expectCost({ from: 'USD', amount: 1, quantity: 5, currency: 'JPY' }, 750)
  })

  test('400 VALIDATION_ERROR: a unit that would cost nothing, naming the amount', async () => {
    await setRate(service, ['JPY', 'USD', 0.00499999])
    const reply = await order({ from: 'JPY', amount: 1, currency: 'USD' })
    expectError(reply, 400, 'VALIDATION_ERROR', ['items[0].amount'])
  })
})

function lineOf(from: string, amount: number, quantity: number): Json {
  return { productId: products.get(from), amount, quantity }
}

test('totalAmount is the sum of all lines in the currency of the order', async () => {
  await setRate(service, ['USD', 'EUR', 1.005])
  await setRate(service, ['JPY', 'EUR', 0.0061])
  const { items: _, ...rest } = anOrder({ currency: 'EUR' })
  const items = [
    lineOf('USD', 1, 2),
    lineOf('JPY', 1_000, 1),
    lineOf('EUR', 0.07, 3),
    lineOf('USD', 1, 1),
  ]
  const reply = await service.partner.post('/v2/orders', { ...rest, items })
  // 2 x 1.01 + 6.10 + 3 x 0.07 + 1.01
  expect(dataOf(reply)).toMatchObject({ currency: 'EUR', totalAmount: 9.34 })
})

test('the rate is locked when the order is accepted', async () => {
  await setRate(service, ['USD', 'EUR', 0.9])
  const input = { productId: products.get('USD'), amount: 100, currency: 'EUR' }
  const placed = dataOf(await service.partner.post('/v2/orders', anOrder(input)))
  await setRate(service, ['USD', 'EUR', 2])
  const before = await service.partner.funds()
  await service.waitForOrder(placed.id, 'COMPLETED')
  expect(dataOf(await service.partner.get(`/v2/orders/${placed.id}`)).totalAmount).toBe(90)
  expect(await service.partner.funds()).toEqual(before)
})

describe('amounts have at most the decimals of the product, whatever the currency of the order', () => {
  test.each([
    ['JPY', 'JPY', 10.5],
    ['JPY', 'KWD', 0.5],
    ['USD', 'USD', 1.001],
    ['USD', 'KWD', 1.001],
    ['KWD', 'KWD', 1.0001],
  ])('400 VALIDATION_ERROR: %s paid in %s: %d', async (from, currency, amount) => {
    await setRate(service, ['JPY', 'KWD', 0.002])
    await setRate(service, ['USD', 'KWD', 0.3])
    const reply = await order({ from, amount, currency })
    expectError(reply, 400, 'VALIDATION_ERROR', ['items[0].amount'])
  })
})

function buy(productId: number, amount: number): Promise<Reply> {
  return service.partner.post('/v2/orders', anOrder({ productId, amount }))
}

describe('the face value must be one that the product is sold at', () => {
  let fixed: number
  let variable: number

  beforeAll(async () => {
    const noBounds = { minAmount: undefined, maxAmount: undefined }
    const amounts = { denominationType: 'FIXED', fixedAmounts: [10, 25.5, 100], ...noBounds }
    fixed = (await service.product(amounts)).productId
    variable = (await service.product({ minAmount: 5, maxAmount: 50.25 })).productId
  })

  test.each([10, 25.5, 100])('FIXED: %d is one of the amounts', async (amount) => {
    expect(dataOf(await buy(fixed, amount)).totalAmount).toBe(amount)
  })

  test.each([9.99, 10.01, 25, 50, 100.01])('400 VALIDATION_ERROR: FIXED: %d', async (amount) => {
    expectError(await buy(fixed, amount), 400, 'VALIDATION_ERROR', ['items[0].amount'])
  })

  test.each([5, 5.01, 50.24, 50.25])('VARIABLE: %d lies within', async (amount) => {
    expect(dataOf(await buy(variable, amount)).totalAmount).toBe(amount)
  })

  test.each([4.99, 50.26, 0.01])('400 VALIDATION_ERROR: VARIABLE: %d', async (amount) => {
    expectError(await buy(variable, amount), 400, 'VALIDATION_ERROR', ['items[0].amount'])
  })
})
