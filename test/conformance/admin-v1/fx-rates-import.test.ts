import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isoTime, systemClock } from '../../../src/core/mod.ts'
import { RATES_BYTES_MAX } from '../../../src/http/admin-v1/import-fx-rates.ts'
import type { Json, Reply } from '../../support/client.ts'
import { dataOf, openService, type RunningService } from '../../support/service.ts'
import { DAY, expectError, INSTANT, setRate } from '../v2/fixture.ts'
import { auditCount, expectData, wholeList } from './fixture.ts'

const RATES = '/admin/v1/fx-rates'
const XML = readFileSync(new URL('../../fixtures/eurofxref-daily.xml', import.meta.url))
const CSV = readFileSync(new URL('../../fixtures/eurofxref.csv', import.meta.url))

let service: RunningService

beforeAll(async () => {
  service = await openService({ funds: { EUR: '100.00', JPY: '1000', KWD: '10.000' } })
  await service.product({ currency: 'USD' })
})

afterAll(() => service.end())

function send(body: string | Buffer, query = '', type = 'text/xml'): Promise<Reply> {
  return service.admin.post(`${RATES}/import${query}`, body, { 'content-type': type })
}

function sendCsv(lines: string, query = ''): Promise<Reply> {
  return send(lines, query, 'text/csv')
}

function timeInDays(days: number): string {
  return isoTime(systemClock.now() + days * DAY)
}

async function ratesInForce(): Promise<Json> {
  const rates = await wholeList(service, RATES)
  return Object.fromEntries(rates.map(({ from, to, rate }) => [`${from}/${to}`, rate]))
}

describe('a list of the ECB', () => {
  test.each([
    ['XML', XML, 'text/xml', 'ecb-xml'],
    ['CSV', CSV, 'text/csv', 'ecb-csv'],
  ])(
    'as %s: a dry run shows the rates between the currencies in use, and records none',
    async (...parameters) => {
      const [, bytes, type, format] = parameters
      const entries = await auditCount(service)

      const imported = expectData(await send(bytes, '?dryRun=true', type), 200)

      expect(imported).toEqual({
        format,
        source: 'ECB 2026-10-02',
        effectiveAt: expect.stringMatching(INSTANT),
        dryRun: true,
        listDay: '2026-10-02',
        rates: [
          { from: 'EUR', to: 'JPY', rate: 176.99 },
          { from: 'EUR', to: 'USD', rate: 1.1225 },
          { from: 'JPY', to: 'EUR', rate: 0.00565004 },
          { from: 'JPY', to: 'USD', rate: 0.00634217 },
          { from: 'USD', to: 'EUR', rate: 0.8908686 },
          { from: 'USD', to: 'JPY', rate: 157.67483296 },
        ],
        forced: [],
        unknownCurrencies: [],
      })
      expect(await ratesInForce()).toEqual({})
      expect(await auditCount(service)).toBe(entries)
    },
  )

  test('after the import its rates are in force, and their source names its day', async () => {
    const imported = expectData(await send(XML), 201)

    expect(imported).toMatchObject({ dryRun: false })
    const listed = await wholeList(service, RATES)
    expect(listed.map(({ from, to, rate }) => ({ from, to, rate }))).toEqual(imported.rates)
    const { effectiveAt } = imported
    expect(listed[0]).toMatchObject({ source: 'ECB 2026-10-02', effectiveAt })
  })

  test('`currencies` selects the currencies to import, instead of those in use', async () => {
    const imported = expectData(await send(XML, '?currencies=GBP,EUR'), 201)

    expect(imported.rates).toEqual([
      { from: 'GBP', to: 'EUR', rate: 1.17601402 },
      { from: 'EUR', to: 'GBP', rate: 0.85033 },
    ])
    const notListed = await send(XML, '?currencies=EUR,KWD')
    expectError(notListed, 400, 'VALIDATION_ERROR', ['file'])
    const pairs = await sendCsv('USD,EUR,1\n', '?currencies=USD,EUR')
    expectError(pairs, 400, 'VALIDATION_ERROR', ['currencies'])
  })
})

const XML_DAY = "<Cube time='2026-10-02'>"
const CSV_DAY = '02 October 2026'

test.each([
  ['XML', (day: string) => String(XML).replace(XML_DAY, `<Cube time='${day}'>`), 'text/xml'],
  ['CSV', (day: string) => String(CSV).replace(CSV_DAY, day), 'text/csv'],
])(
  '409: an older list of the ECB, or one of a future day, needs force (%s)',
  async (...parameters) => {
    const [, listOf, type] = parameters
    const [older, tomorrow] = ['2026-10-01', timeInDays(1).slice(0, 10)]
    expectData(await send(listOf('2026-10-02'), '', type), 201)
    const entries = await auditCount(service)

    for (const query of ['', '?dryRun=true', '?source=the%20bank']) {
      const reply = await send(listOf(older), query, type)
      expectError(reply, 409, 'BUSINESS_RULE_VIOLATION', ['file'])
      expect(reply.body.error.message).toContain('of 2026-10-01, and rates of 2026-10-02 are there')
      for (const day of ['2031-01-02', tomorrow]) {
        const future = await send(listOf(day), query, type)
        expectError(future, 409, 'BUSINESS_RULE_VIOLATION', ['file'])
      }
    }
    expect(await auditCount(service)).toBe(entries)
    expectData(await send(listOf('2026-10-02'), '', type), 201)

    const force = '?force=true&reason=taken%20back'
    const imported = expectData(await send(listOf(older), force, type), 201)
    expect(imported).toMatchObject({ listDay: older, forcedDay: expect.stringContaining(older) })
    expectData(await send(listOf('2026-10-02'), '', type), 201)
  },
)

test('a file of from,to,rate sets the pairs that it names and no others', async () => {
  const before = await ratesInForce()

  expectData(await sendCsv('from,to,rate\nSEK,NOK,0.9\nKWD,SEK,3.25000001\n'), 201)

  expect(await ratesInForce()).toEqual({ ...before, 'SEK/NOK': 0.9, 'KWD/SEK': 3.25000001 })
})

describe('the guard', () => {
  test('409: rates that move too far are named, and no rate of the file is recorded', async () => {
    expectData(await sendCsv('AUD,NZD,0.9\nAUD,CAD,150\nNZD,AUD,1.1\n'), 201)
    const before = await ratesInForce()
    const entries = await auditCount(service)

    for (const query of ['', '?dryRun=true']) {
      const reply = await sendCsv(
        'AUD,NZD,0.99000001\nAUD,CAD,100\nNZD,AUD,1.21\nNZD,CAD,9\n',
        query,
      )
      expectError(reply, 409, 'BUSINESS_RULE_VIOLATION', ['AUD/NZD', 'AUD/CAD'])
      expect(reply.body.error.details[1].message).toBe('moves from 150 to 100, by 33.33 %')
    }
    expect(await ratesInForce()).toEqual(before)
    expect(await auditCount(service)).toBe(entries)
  })

  test('a change of ten percent up or down is accepted', async () => {
    expectData(await sendCsv('PLN,CZK,0.9\nCZK,PLN,150\n'), 201)

    expectData(await sendCsv('PLN,CZK,0.99\nCZK,PLN,135\n'), 201)

    expect(await ratesInForce()).toMatchObject({ 'PLN/CZK': 0.99, 'CZK/PLN': 135 })
  })

  test('`force` needs a reason, and the response names the rates that the guard would refuse', async () => {
    await setRate(service, ['HUF', 'RON', 0.5])

    const withoutReason = await sendCsv('HUF,RON,0.9\n', '?force=true')
    expectError(withoutReason, 400, 'VALIDATION_ERROR', ['reason'])
    const imported = expectData(await sendCsv('HUF,RON,0.9\n', '?force=true&reason=a%20slip'), 201)

    expect(imported.forced).toEqual([{ pair: 'HUF/RON', before: 0.5, after: 0.9, percent: 80 }])
    expect(imported.rates).toEqual([{ from: 'HUF', to: 'RON', rate: 0.9, before: 0.5 }])
    expect(await ratesInForce()).toMatchObject({ 'HUF/RON': 0.9 })
  })

  test('a future rate is compared with the rate that will be in force then', async () => {
    await setRate(service, ['THB', 'SGD', 0.5])
    const rates = [{ from: 'THB', to: 'SGD', rate: 0.9 }]
    dataOf(await service.admin.put(RATES, { rates, effectiveAt: timeInDays(1) }))

    expectData(await sendCsv('THB,SGD,0.91\n', `?effectiveAt=${timeInDays(2)}`), 201)
    expectError(await sendCsv('THB,SGD,0.91\n'), 409, 'BUSINESS_RULE_VIOLATION', ['THB/SGD'])

    expect(await ratesInForce()).toMatchObject({ 'THB/SGD': 0.5 })
  })
})

test('a file that is not a list of rates is refused, and nothing changes', async () => {
  const before = await ratesInForce()
  const entityBomb = `<!DOCTYPE g [<!ENTITY a "ha"><!ENTITY b "${'&a;'.repeat(999)}">]><g>&b;</g>`
  expectError(await send(entityBomb), 400, 'VALIDATION_ERROR', ['line 1'])
  expectError(await sendCsv('USD,EUR,1\nUSD,ZZZ,1\n'), 400, 'VALIDATION_ERROR', ['line 2, to'])
  expectError(await sendCsv(''), 400, 'VALIDATION_ERROR', ['rates'])
  const notText = await send(Buffer.from([0x55, 0xff]), '', 'text/csv')
  expectError(notText, 400, 'VALIDATION_ERROR', ['file'])
  expectError(await send(XML, '?format=csv'), 400, 'VALIDATION_ERROR', ['line 1'])
  expect((await send(XML, '', 'application/json')).status).toBe(415)
  expect((await send(XML, '', 'text/xml; charset=utf-16')).status).toBe(415)
  expect((await send(' '.repeat(RATES_BYTES_MAX + 1))).status).toBe(413)
  expect(await ratesInForce()).toEqual(before)
})
