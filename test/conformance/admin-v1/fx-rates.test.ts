import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { currencyCodes } from '../../../src/core/mod.ts'
import type { Json, Reply } from '../../support/client.ts'
import { openService, type RunningService } from '../../support/service.ts'
import { expectError, INSTANT, placeOrder } from '../v2/fixture.ts'
import { expectData, expectPage, wholeList } from './fixture.ts'

const RATES = '/admin/v1/fx-rates'

let service: RunningService

beforeAll(async () => {
  service = await openService({ funds: { USD: '1000.00', EUR: '1000.00' } })
})

afterAll(() => service.end())

function put(...rates: Json[]): Promise<Reply> {
  return service.admin.put(RATES, { rates })
}

async function listRates(): Promise<Json[]> {
  const all = await wholeList(service, RATES)
  return all.map(({ from, to, rate }) => ({ from, to, rate }))
}

test('PUT 200 returns the rates that were set, GET 200 all rates with their times', async () => {
  const rates = [
    { from: 'GBP', to: 'CHF', rate: 1.12345678 },
    { from: 'CHF', to: 'GBP', rate: 0.89 },
  ]

  expect(expectData(await put(...rates), 200)).toEqual({ rates })

  const at = expect.stringMatching(INSTANT)
  const origin = { effectiveAt: at, updatedAt: at, source: 'operator' }
  const stored = rates.map((rate) => ({ ...rate, ...origin }))
  expect(await wholeList(service, RATES)).toEqual(expect.arrayContaining(stored))
})

test('PUT 200 as many rates as there are pairs of a hundred currencies', async () => {
  const other = await openService()
  const codes = currencyCodes().slice(0, 100)
  const pairs = codes.flatMap((from) => codes.map((to) => ({ from, to, rate: 1.5 })))
  const rates = pairs.filter(({ from, to }) => from !== to)
  const reply = await other.admin.put(RATES, { rates })
  await other.end()

  expect(expectData(reply, 200)).toEqual({ rates })
})

test('a pair that has a rate gets the new rate, and other pairs keep theirs', async () => {
  await put({ from: 'AUD', to: 'NZD', rate: 1.1 }, { from: 'NZD', to: 'AUD', rate: 0.9 })
  const before = await listRates()

  await put({ from: 'AUD', to: 'NZD', rate: 1.2 })

  const after = before.map((one) => (one.from === 'AUD' ? { ...one, rate: 1.2 } : one))
  expect(await listRates()).toEqual(after)
})

test('GET pages the list', async () => {
  await put({ from: 'SEK', to: 'NOK', rate: 1 }, { from: 'NOK', to: 'SEK', rate: 1 })
  const all = await wholeList(service, RATES)
  const total = all.length

  const reply = await service.admin.get(`${RATES}?page=2&pageSize=1`)

  const pagination = { page: 2, pageSize: 1, totalRecords: total, totalPages: total }
  expect(expectPage(reply, { ...pagination, hasNext: total > 2 })).toEqual([all[1]])
})

describe('400 VALIDATION_ERROR: all rates are set, or none', () => {
  const good = { from: 'USD', to: 'MXN', rate: 17.5 }

  test.each<[string, Json, string]>([
    ['an unknown currency', { ...good, from: 'ZZZ' }, 'rates[1].from'],
    ['a lower-case currency', { ...good, to: 'usd' }, 'rates[1].to'],
    ['one currency to itself', { ...good, to: 'USD' }, 'rates[1].to'],
    ['zero', { ...good, to: 'CAD', rate: 0 }, 'rates[1].rate'],
    ['below zero', { ...good, to: 'CAD', rate: -1 }, 'rates[1].rate'],
    ['nine decimals', { ...good, to: 'CAD', rate: 1.123456789 }, 'rates[1].rate'],
    ['too large', { ...good, to: 'CAD', rate: 1e15 }, 'rates[1].rate'],
    ['text', { ...good, to: 'CAD', rate: '1' }, 'rates[1].rate'],
    ['the same pair twice', good, 'rates'],
  ])('%s', async (_what, bad, field) => {
    const before = await listRates()

    expectError(await put(good, bad), 400, 'VALIDATION_ERROR', [field])

    expect(await listRates()).toEqual(before)
  })
})

test('one unit of `from` is worth `rate` of `to`: the fxRate of the catalog, one way only', async () => {
  const { partner, admin } = service
  const { productId } = await service.product({ currency: 'PLN', minAmount: 1, maxAmount: 999 })
  const inEuro = `/v2/products/${productId}?currency=EUR`
  expect((await partner.get(inEuro)).status).toBe(404)

  await put({ from: 'EUR', to: 'PLN', rate: 4 })
  expect((await partner.get(inEuro)).status).toBe(404)

  expectData(await admin.put(RATES, { rates: [{ from: 'PLN', to: 'EUR', rate: 0.235 }] }), 200)
  expect((await partner.get(inEuro)).body.data).toMatchObject({ currency: 'PLN', fxRate: 0.235 })
  const order = await placeOrder(partner, { productId, amount: 10, quantity: 3, currency: 'EUR' })
  expect(order).toMatchObject({ currency: 'EUR', totalAmount: 7.05 })
})

test('409 with `guard`: a rate that moves too far refuses all rates; the old rate is named', async () => {
  await put({ from: 'PLN', to: 'EUR', rate: 0.92 }, { from: 'RON', to: 'EUR', rate: 0.2 })
  const before = await listRates()
  const rates = [
    { from: 'PLN', to: 'EUR', rate: 9.2 },
    { from: 'RON', to: 'EUR', rate: 0.21 },
  ]

  const refused = await service.admin.put(RATES, { rates, guard: true })

  expectError(refused, 409, 'BUSINESS_RULE_VIOLATION', ['PLN/EUR'])
  expect(refused.body.error.details[0].message).toBe('moves from 0.92 to 9.2, by 900 %')
  expect(await listRates()).toEqual(before)
  expectData(await service.admin.put(RATES, { rates, reason: 'a new currency' }), 200)
  const [entry] = (await service.admin.get('/admin/v1/audit?pageSize=1')).body.data
  expect(entry.after.forced).toEqual([{ pair: 'PLN/EUR', before: 0.92, after: 9.2, percent: 900 }])
})
