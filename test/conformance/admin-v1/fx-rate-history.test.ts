import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isoTime, systemClock } from '../../../src/core/mod.ts'
import type { Json, Reply, SignedClient } from '../../support/client.ts'
import { anOrder, dataOf, openService, type RunningService } from '../../support/service.ts'
import { DAY, expectError, HOUR, INSTANT, placeOrder } from '../v2/fixture.ts'
import { clientOnAnother, expectPage, wholeList } from './fixture.ts'

const RATES = '/admin/v1/fx-rates'
const HISTORY = `${RATES}/history`
/** Long enough to place orders before the rate is in force, and short enough to wait for. */
const SOON_MS = 400

let service: RunningService

beforeAll(async () => {
  service = await openService({ funds: { EUR: '1000000.00', JPY: '1000000' } })
})

afterAll(() => service.end())

function put(rates: Json[], options: Json = {}): Promise<Reply> {
  return service.admin.put(RATES, { rates, ...options })
}

async function rateInForce(from: string, to: string): Promise<Json> {
  const all = await wholeList(service, RATES)
  return all.find((one) => one.from === from && one.to === to) ?? {}
}

function timeInMs(ms: number): string {
  return isoTime(systemClock.now() + ms)
}

/** The lines of an order as the operator sees it. */
async function linesOf({ id }: Json): Promise<Json[]> {
  return dataOf(await service.admin.get(`/admin/v1/orders/${id}`)).lines
}

test('the history has each rate, latest first, with its source and who recorded it', async () => {
  const pair = { from: 'NOK', to: 'SEK' }
  dataOf(await put([{ ...pair, rate: 1.01 }]))
  dataOf(await put([{ ...pair, rate: 1.02 }], { source: 'the bank' }))

  const history = await wholeList(service, `${HISTORY}?from=NOK&to=SEK`)

  const at = expect.stringMatching(INSTANT)
  const origin = { effectiveAt: at, recordedAt: at, recordedBy: 'operator' }
  expect(history).toEqual([
    { ...pair, rate: 1.02, source: 'the bank', ...origin },
    { ...pair, rate: 1.01, source: 'operator', ...origin },
  ])
  expect(await rateInForce('NOK', 'SEK')).toMatchObject({ rate: 1.02, source: 'the bank' })
  const all = await service.admin.get(`${HISTORY}?pageSize=1`)
  expect(expectPage(all, { ...all.body.meta.pagination, page: 1 })).toEqual([history[0]])
})

test('400 VALIDATION_ERROR: the history of only one currency', async () => {
  expectError(await service.admin.get(`${HISTORY}?from=NOK`), 400, 'VALIDATION_ERROR', ['to'])
  expectError(await service.admin.get(`${HISTORY}?to=NOK`), 400, 'VALIDATION_ERROR', ['from'])
})

describe('effectiveAt', () => {
  const pair = { from: 'DKK', to: 'CHF' }

  test('a future rate is in the history, and not yet in force', async () => {
    dataOf(await put([{ ...pair, rate: 0.12 }]))
    const effectiveAt = timeInMs(HOUR)
    dataOf(await put([{ ...pair, rate: 0.13 }], { effectiveAt }))

    expect(await rateInForce('DKK', 'CHF')).toMatchObject({ rate: 0.12 })
    const { productId } = await service.product({ currency: 'DKK' })
    const product = await service.partner.get(`/v2/products/${productId}?currency=CHF`)
    expect(dataOf(product)).toMatchObject({ fxRate: 0.12 })
    const [latest] = await wholeList(service, `${HISTORY}?from=DKK&to=CHF`)
    expect(latest).toMatchObject({ rate: 0.13, effectiveAt })
  })

  test('400 VALIDATION_ERROR: a time before the present rate came into force', async () => {
    dataOf(await put([{ ...pair, rate: 0.12 }]))

    const reply = await put([{ ...pair, rate: 0.13 }], { effectiveAt: timeInMs(-HOUR) })

    expectError(reply, 400, 'VALIDATION_ERROR', ['effectiveAt'])
    expect(await rateInForce('DKK', 'CHF')).toMatchObject({ rate: 0.12 })
  })

  test('400 VALIDATION_ERROR: a time more than a year ahead', async () => {
    const reply = await put([{ ...pair, rate: 0.13 }], { effectiveAt: timeInMs(367 * DAY) })

    expectError(reply, 400, 'VALIDATION_ERROR', ['effectiveAt'])
  })
})

/** Places orders through one process, one after the other, until one is priced at `rate`. */
async function orderUntil(
  partner: SignedClient,
  { productId, rate }: { productId: number; rate: number },
): Promise<{ sentAt: number; answeredAt: number; rate: number }[]> {
  const orders: { sentAt: number; answeredAt: number; rate: number }[] = []
  while (orders.at(-1)?.rate !== rate) {
    const sentAt = systemClock.now()
    const item = { currency: 'EUR', productId, amount: 1_000 }
    const { totalAmount } = dataOf(await partner.post('/v2/orders', anOrder(item)))
    orders.push({ sentAt, answeredAt: systemClock.now(), rate: totalAmount / 1_000 })
  }
  return orders
}

test('every process prices at the new rate from its effective time on, at the old rate before', async () => {
  const { productId } = await service.product({ currency: 'GBP', minAmount: 1, maxAmount: 1_000 })
  const here = service.partner
  const there = await clientOnAnother(service, service.partner)
  dataOf(await put([{ from: 'GBP', to: 'EUR', rate: 1.15 }]))
  for (const partner of [here, there]) await orderUntil(partner, { productId, rate: 1.15 })
  const at = systemClock.now() + SOON_MS
  dataOf(await put([{ from: 'GBP', to: 'EUR', rate: 1.25 }], { effectiveAt: isoTime(at) }))

  const order = { productId, rate: 1.25 }
  const runs = await Promise.all([orderUntil(here, order), orderUntil(there, order)])

  for (const orders of runs) {
    expect(orders.filter(({ answeredAt, rate }) => answeredAt < at && rate !== 1.15)).toEqual([])
    expect(orders.filter(({ sentAt, rate }) => sentAt >= at && rate !== 1.25)).toEqual([])
  }
  const list = await service.partner.get(`/v2/products/${productId}?currency=EUR`)
  expect(dataOf(list)).toMatchObject({ fxRate: 1.25 })
})

test('the operator sees the rate that an order was priced at, also after later rates', async () => {
  const { productId } = await service.product({ currency: 'USD' })
  const pair = { from: 'USD', to: 'JPY' }
  dataOf(await put([{ ...pair, rate: 150.5 }], { source: 'morning list' }))
  const { effectiveAt } = await rateInForce('USD', 'JPY')
  const yen = { currency: 'JPY', productId, amount: 10, quantity: 2 }
  const order = await placeOrder(service.partner, yen)
  dataOf(await put([{ ...pair, rate: 151 }], { source: 'evening list' }))

  expect(await linesOf(order)).toEqual([
    {
      lineNo: 1,
      productId,
      brand: 'Northwind',
      currency: 'USD',
      faceValue: 10,
      quantity: 2,
      unitCost: 1_505,
      fxRate: 150.5,
      fxRateSource: 'morning list',
      fxRateEffectiveAt: effectiveAt,
    },
  ])
})

test('a line in the currency of its product has the rate 1, and no source of a rate', async () => {
  const { productId } = await service.product({ currency: 'EUR' })
  const order = await placeOrder(service.partner, { currency: 'EUR', productId })

  const [line] = await linesOf(order)

  expect(line).toMatchObject({ fxRate: 1 })
  expect(Object.keys(line)).not.toContain('fxRateSource')
})

test('a page of the batches of an order has only the lines of these batches', async () => {
  const { productId } = await service.product({ currency: 'EUR' })
  const items = [1, 2, 3].map((amount) => ({ productId, amount, quantity: 1 }))
  const { id } = await placeOrder(service.partner, { currency: 'EUR', items })

  const page = dataOf(await service.admin.get(`/admin/v1/orders/${id}?page=2&pageSize=1`))

  expect(page.lines).toMatchObject([{ lineNo: 2, faceValue: 2 }])
  expect(page.fulfillments).toHaveLength(1)
})
