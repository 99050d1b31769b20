import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readEcbXml } from '../../src/catalog/ecb-xml.ts'
import { isEcbCsv, readEcbCsv, readPairsCsv } from '../../src/catalog/rates-csv.ts'
import { crossRates, sheetOf } from '../../src/catalog/rate-sheet.ts'
import {
  currencyCodes,
  ratioHalfUp,
  Refusal,
  storedCurrency,
  wireRate,
} from '../../src/core/mod.ts'

const fixture = (name: string) =>
  readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf8')
const XML = fixture('eurofxref-daily.xml')
const CSV = fixture('eurofxref.csv')

const ONE = 10n ** 8n

function refusedField(read: () => unknown): string | undefined {
  try {
    read()
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error.extras.details?.[0]?.field
    throw error
  }
}

test('a day of the ECB as XML and as CSV is the same list', () => {
  const sheet = readEcbXml(XML)

  expect(sheet.day).toBe(Date.parse('2026-10-02'))
  expect(sheet.perEuro.size).toBe(29)
  expect(sheet.perEuro.get('GBP')?.rate).toBe(85_033_000n)
  expect(sheet.unknown).toEqual([])
  expect(readEcbCsv(CSV)).toEqual(sheet)
  expect([isEcbCsv(CSV), isEcbCsv('from,to,rate\n')]).toEqual([true, false])
})

test('withdrawn currencies are named, and N/A means that there is no rate', () => {
  const old = CSV.replace('USD', 'HRK').replace('176.99', 'N/A').replace('GBP', 'BGN')
  const { perEuro, unknown } = readEcbCsv(old)

  expect(unknown).toEqual(['HRK', 'BGN'])
  expect(perEuro.has('JPY')).toBe(false)
})

test('cross rates are computed through the euro, both ways, half up to 8 decimals', () => {
  const currencies = ['EUR', 'USD', 'JPY', 'KWD'].map(storedCurrency)

  const rates = crossRates(readEcbXml(XML), currencies)

  expect(rates.map(({ from, to, rate }) => [`${from.code}/${to.code}`, wireRate(rate)])).toEqual([
    ['EUR/USD', 1.1225],
    ['EUR/JPY', 176.99],
    ['USD/EUR', 0.8908686],
    ['USD/JPY', 157.67483296],
    ['JPY/EUR', 0.00565004],
    ['JPY/USD', 0.00634217],
  ])
})

const codes = currencyCodes().filter((code) => code !== 'EUR')

/** The price of a euro in some currencies, in units of 10^-8: from 0.01 to some 60,000. */
const perEuro = fc.uniqueArray(
  fc.record({
    code: fc.constantFrom(...codes),
    rate: fc.bigInt({ min: ONE / 100n, max: 60_000n * ONE }),
  }),
  { selector: ({ code }) => code, minLength: 1, maxLength: 6 },
)

test('each cross rate is nearest to the exact ratio, half up; both directions multiply to one', () => {
  fc.assert(
    fc.property(perEuro, (listed) => {
      const quotes = listed.map(({ code, rate }) => ({ code, rate: decimal(rate), where: code }))
      const exact = new Map([['EUR', ONE], ...listed.map((one) => [one.code, one.rate] as const)])

      const rates = crossRates(sheetOf('2026-10-02', quotes), [...exact.keys()].map(storedCurrency))

      expect(rates).toHaveLength(exact.size * (exact.size - 1))
      const rateByPair = new Map(rates.map((one) => [`${one.from.code}/${one.to.code}`, one.rate]))
      for (const { from, to, rate } of rates) {
        const [numerator, denominator] = [exact.get(to.code) ?? 0n, exact.get(from.code) ?? 1n]
        const twiceOff = 2n * (rate * denominator - numerator * ONE)
        expect(twiceOff > -denominator && twiceOff <= denominator).toBe(true)
        const back = rateByPair.get(`${to.code}/${from.code}`) ?? 0n
        const product = rate * back - ONE * ONE
        expect(4n * (product < 0n ? -product : product) <= 2n * (rate + back) + 1n).toBe(true)
      }
    }),
    { seed: 4, numRuns: 200 },
  )
})

function decimal(rate: bigint): string {
  const digits = String(rate).padStart(9, '0')
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`
}

test('half of the last decimal is rounded up, and a rate that rounds to zero is refused', () => {
  expect(ratioHalfUp(1n, 2n * ONE)).toBe(1n)
  expect(ratioHalfUp(3n, 2n * ONE)).toBe(2n)
  expect(ratioHalfUp(3n, 2n * ONE + 1n)).toBe(1n)
  expect(ratioHalfUp(1n, 2n * ONE + 1n)).toEqual({ fault: 'is too small' })
  const sheet = sheetOf('2026-10-02', [
    { code: 'IDR', rate: '9000000', where: 'line 1' },
    { code: 'USD', rate: '0.01', where: 'line 2' },
  ])
  expect(refusedField(() => crossRates(sheet, ['IDR', 'USD'].map(storedCurrency)))).toBe('IDR/USD')
})

const LAUGHS = Array.from({ length: 9 }, (_, at) =>
  at === 0 ? '<!ENTITY l0 "ha">' : `<!ENTITY l${at} "${`&l${at - 1};`.repeat(10)}">`,
).join('\n')
const ROOT = /<gesmes:Envelope[^>]*>/.exec(XML)?.[0] ?? ''

describe('hostile and broken XML is refused, naming the line', () => {
  test.each<[string, string, string]>([
    ['nothing', '', 'file'],
    ['no XML', 'from,to,rate', 'line 1'],
    ['HTML', '<html><body>blocked</body></html>', 'line 1'],
    ['another vocabulary', XML.replace('/2002-08-01/eurofxref', '/2003/eurofxref'), 'file'],
    ['a billion laughs', XML.replace('<gesmes', `<!DOCTYPE g [${LAUGHS}]>\n<gesmes`), 'line 10'],
    [
      'an external entity',
      XML.replace('<gesmes', '<!DOCTYPE g SYSTEM "file:///x"><gesmes'),
      'line 2',
    ],
    ['an entity that is not declared', XML.replace("'1.1225'", "'&rate;'"), 'line 9'],
    ['an end that is missing', XML.slice(0, 900), 'line 22'],
    ['a currency twice', XML.replace("'JPY'", "'USD'"), 'line 10'],
    ['the euro itself', XML.replace("'JPY'", "'EUR'"), 'line 10'],
    ['no currency', XML.replace("currency='JPY' ", ''), 'line 10'],
    ['no rate', XML.replace(" rate='176.99'", ''), 'line 10'],
    ['zero', XML.replace('176.99', '0.00'), 'line 10'],
    ['below zero', XML.replace('176.99', '-176.99'), 'line 10'],
    ['an exponent', XML.replace('176.99', '1e300'), 'line 10'],
    ['nine decimals', XML.replace('176.99', '1.123456789'), 'line 10'],
    ['a rate without end', XML.replace('176.99', '9'.repeat(5_000)), 'line 10'],
    ['a day that does not exist', XML.replace('2026-10-02', '2026-02-30'), 'file'],
    ['no day', XML.replace("<Cube time='2026-10-02'>", '<Cube>'), 'line 9'],
    ['two days', XML.replace('\t</Cube>', "\t<Cube time='2026-10-01'/></Cube>"), 'line 38'],
    ['elements in elements', `${ROOT}${'<Cube>'.repeat(40_000)}`, 'line 1'],
  ])('%s', (_what, text, field) => {
    expect(refusedField(() => readEcbXml(text))).toBe(field)
  })
})

describe('broken CSV is refused, naming the line', () => {
  test.each<[string, () => unknown, string]>([
    ['no rates', () => readEcbCsv('Date, USD\n'), 'file'],
    ['two days', () => readEcbCsv(`${CSV}${CSV.split('\n')[1]}\n`), 'line 3'],
    ['fewer rates', () => readEcbCsv('Date, USD, JPY, \n02 October 2026, 1.1225, \n'), 'line 2'],
    ['a day that does not exist', () => readEcbCsv('Date, USD\n31 Septober 2026, 1\n'), 'file'],
    ['a currency twice', () => readEcbCsv('Date, USD, USD\n2026-10-02, 1, 2\n'), 'line 2, USD'],
    ['two columns', () => readPairsCsv('from,to,rate\nUSD,EUR\n'), 'line 2'],
    ['four columns', () => readPairsCsv('USD,EUR,1,2\n'), 'line 1'],
    ['no number', () => readPairsCsv('USD,EUR,1\nEUR,USD,one\n'), 'line 2, rate'],
    ['a comma for a point', () => readPairsCsv('USD,EUR,"0,92"\n'), 'line 1, rate'],
    ['no currency', () => readPairsCsv('USD,EUR,1\n\nZZZ,USD,1\n'), 'line 3, from'],
    ['a pair twice', () => readPairsCsv('USD,EUR,1\nUSD,EUR,2\n'), 'rates'],
    ['an open quote', () => readPairsCsv('USD,EUR,1\n"USD,EUR,1\n'), 'line 2'],
    ['nothing', () => readPairsCsv(''), 'rates'],
  ])('%s', (_what, read, field) => {
    expect(refusedField(read)).toBe(field)
  })
})
