import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import {
  adoptStoredCurrencies,
  AMOUNT_MINOR_MAX,
  convertHalfUp,
  currencyCodes,
  findCurrency,
  formatAmount,
  isFault,
  minorUnits,
  parseAmount,
  parseRate,
  storedCurrency,
  wireAmount,
  wireRate,
} from '../../src/core/mod.ts'

const currencyOf = (code: string) => findCurrency(code) ?? expect.unreachable(code)
const USD = currencyOf('USD')
const JPY = currencyOf('JPY')
const KWD = currencyOf('KWD')

test.each([
  ['JPY', 0],
  ['KRW', 0],
  ['USD', 2],
  ['MGA', 2],
  ['MRU', 2],
  ['BHD', 3],
  ['IQD', 3],
  ['JOD', 3],
  ['KWD', 3],
  ['OMR', 3],
  ['TND', 3],
])('%s has %i decimals', (code, exponent) => {
  expect(currencyOf(code).exponent).toBe(exponent)
})

test.each(['usd', 'US', 'USDX', '', 'DEM', 'HRK', 'BGN', 'XXX', '__proto__'])(
  '%j is not an active currency',
  (code) => {
    expect(findCurrency(code)).toBeUndefined()
  },
)

test('the list holds the active currencies', () => {
  expect(currencyCodes().length).toBeGreaterThan(150)
})

test.each([
  [12.34, 'USD', 1_234n],
  [0.1, 'USD', 10n],
  [10, 'USD', 1_000n],
  [1e2, 'USD', 10_000n],
  [1e-2, 'USD', 1n],
  [0.001, 'KWD', 1n],
  [5, 'JPY', 5n],
  [1e14, 'JPY', 100_000_000_000_000n],
  [999_999_999_999_999, 'JPY', 999_999_999_999_999n],
  [9_999_999_999_999.99, 'USD', 999_999_999_999_999n],
])('%d of %s is %d minor units', (value, code, minor) => {
  expect(parseAmount(value, currencyOf(code))).toBe(minor)
})

test.each([
  ['zero', 0, USD],
  ['minus zero', -0, USD],
  ['negative', -1, USD],
  ['not finite', Infinity, USD],
  ['not a number', Number.NaN, USD],
  ['three decimals of USD', 1.234, USD],
  ['one decimal of JPY', 1.5, JPY],
  ['four decimals of KWD', 1.0001, KWD],
  ['a sum of floats', 0.1 + 0.2, USD],
  ['sixteen digits', 1_234_567_890_123_456, JPY],
  ['far too large', 1e300, USD],
  ['beyond the largest amount', 1e15, JPY],
  ['far too small', 1e-9, USD],
])('%s is refused, never rounded', (_, value, currency) => {
  expect(parseAmount(value, currency)).toHaveProperty('fault')
})

test('zero is an amount if it is allowed', () => {
  expect(parseAmount(0, USD, 'allowed')).toBe(0n)
})

test('every amount survives a round trip through its wire number', () => {
  const amount = fc.bigInt({ min: 1n, max: AMOUNT_MINOR_MAX })
  const currency = fc.constantFrom(USD, JPY, KWD)
  fc.assert(
    fc.property(amount, currency, (minor, inCurrency) => {
      expect(wireAmount(minor, inCurrency)).toBe(Number(formatAmount(minor, inCurrency)))
      expect(parseAmount(wireAmount(minor, inCurrency), inCurrency)).toBe(minor)
      expect(String(wireAmount(-minor, inCurrency))).toBe(String(-wireAmount(minor, inCurrency)))
    }),
  )
})

test('an amount is accepted exactly if its decimal text fits the currency', () => {
  const digits = fc.integer({ min: 1, max: 99_999_999 })
  fc.assert(
    fc.property(digits, fc.integer({ min: 0, max: 6 }), (value, scale) => {
      const number = Number(`${value}e-${scale}`)
      const significant = String(value).replace(/0+$/, '').length
      const decimals = Math.max(0, scale - (String(value).length - significant))
      expect(isFault(parseAmount(number, USD))).toBe(decimals > USD.exponent)
    }),
  )
})

test.each([
  [1_234n, 'USD', '12.34'],
  [5n, 'USD', '0.05'],
  [-5n, 'KWD', '-0.005'],
  [7n, 'JPY', '7'],
  [0n, 'USD', '0.00'],
])('%d minor units of %s print as %s', (minor, code, text) => {
  expect(formatAmount(minor, currencyOf(code))).toBe(text)
})

test.each([
  // 10.00 USD x 0.92345678 = 9.2345678
  [1_000n, USD, 0.92345678, currencyOf('EUR'), 923n],
  // 0.5 minor units round up, a hair less rounds down
  [1n, USD, 0.5, currencyOf('EUR'), 1n],
  [1n, USD, 0.49999999, currencyOf('EUR'), 0n],
  [100n, USD, 149.505, JPY, 150n],
  [100n, USD, 149.49999999, JPY, 149n],
  [1n, JPY, 0.0020005, KWD, 2n],
  [1_000n, KWD, 3.255, USD, 326n],
])('%d minor units convert half up', (...row) => {
  const [amount, from, rate, to, converted] = row
  const scaled = parseRate(rate)
  if (typeof scaled !== 'bigint') return expect.unreachable()
  expect(convertHalfUp(minorUnits(amount), scaled, { from, to })).toBe(converted)
})

test('a conversion is within half a minor unit of the exact product', () => {
  const rates = fc.integer({ min: 1, max: 2_000_000_000 })
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 12n }), rates, (amount, scaled) => {
      const rate = parseRate(Number(`${scaled}e-8`))
      if (typeof rate !== 'bigint') return expect.unreachable()
      const converted = convertHalfUp(minorUnits(amount), rate, { from: KWD, to: JPY })
      // Of KWD's thousandths: 10^8 for the rate, 10^3 for the exponents.
      const off = 2n * (converted * 10n ** 11n - amount * BigInt(scaled))
      expect(off > -(10n ** 11n) && off <= 10n ** 11n).toBe(true)
    }),
  )
})

test.each([0, -1, Infinity, Number.NaN, 1.123456789, 1e-9, 1e16])(
  '%d is not a valid rate',
  (rate) => {
    expect(parseRate(rate)).toHaveProperty('fault')
  },
)

test('a rate is shown as it was given', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2_000_000_000 }), (scaled) => {
      const rate = Number(`${scaled}e-8`)
      const parsed = parseRate(rate)
      if (typeof parsed !== 'bigint') return expect.unreachable()
      expect(wireRate(parsed)).toBe(rate)
    }),
  )
})

test('a currency that was withdrawn keeps its decimals, and is no longer listed', () => {
  expect(storedCurrency('BGN')).toEqual({ code: 'BGN', exponent: 2 })
  expect(findCurrency('BGN')).toBeUndefined()
  expect(currencyCodes()).not.toContain('BGN')
})

test('a stored currency keeps its exponent, whatever the present list says', () => {
  const krona = storedCurrency('ISK')
  // Later test files of this process share the list.
  onTestFinished(() => adoptStoredCurrencies([krona]))
  adoptStoredCurrencies([
    { code: 'XQX', exponent: 3 },
    { code: 'ISK', exponent: 2 },
  ])

  expect(storedCurrency('XQX').exponent).toBe(3)
  expect(findCurrency('XQX')).toBeUndefined()
  expect(findCurrency('ISK')?.exponent).toBe(2)
})
