import { expect, test } from 'vitest'
import { currencyCodes, findCurrency } from '../../src/core/mod.ts'
import { decimalsOf } from '../../web/src/format/currency-decimals.ts'
import { exampleNumber, parseNumber } from '../../web/src/format/parse-number.ts'

const MONEY = { decimalsMax: 2 }

test.each([
  ['en-US', '1,000', '1000'],
  ['en-US', '1,000.50', '1000.50'],
  ['en-US', '1234567.8', '1234567.8'],
  ['de-DE', '1.000', '1000'],
  ['de-DE', '1.000,50', '1000.50'],
  ['de-DE', '10,5', '10.5'],
  ['fr-FR', '1 000,50', '1000.50'],
  ['fr-FR', '1\u202F000,50', '1000.50'],
  ['de-CH', "1'000.50", '1000.50'],
  ['de-CH', '1’000.50', '1000.50'],
  ['es-ES', '1.000', '1000'],
  ['en-IN', '1,23,456.5', '123456.5'],
  ['ar-EG', '١٬٠٠٠٫٥', '1000.5'],
  ['ar-EG', '1000', '1000'],
])('%s: %s is %s', (locale, text, value) => {
  expect(parseNumber(text, { ...MONEY, locale })).toEqual({ value })
})

test.each([
  ['de-DE', '1.5', 'malformed'],
  ['de-DE', '1.00', 'malformed'],
  ['de-DE', '1.0000', 'malformed'],
  ['de-DE', '1000.50', 'malformed'],
  ['de-DE', '1,000', 'too_many_decimals'],
  ['en-US', '1.000', 'too_many_decimals'],
  ['en-US', '1,00', 'malformed'],
  ['en-US', '10,5', 'malformed'],
  ['en-US', '1.000,50', 'malformed'],
  ['fr-FR', '10.50', 'malformed'],
  ['en-IN', '123,456', 'malformed'],
  ['en-US', '-5', 'malformed'],
  ['en-US', '1e3', 'malformed'],
  ['en-US', '.5', 'malformed'],
  ['en-US', '5.', 'malformed'],
  ['en-US', 'USD 5', 'malformed'],
  ['en-US', '', 'malformed'],
  ['en-US', '12345678901234.56', 'too_long'],
])('%s: %s is refused as %s', (locale, text, fault) => {
  expect(parseNumber(text, { ...MONEY, locale })).toEqual({ fault })
})

test('a number is read as its locale shows it', () => {
  for (const locale of ['en-US', 'de-DE', 'fr-FR', 'pl-PL', 'pt-BR', 'hi-IN', 'fa-IR', 'sv-SE']) {
    for (const value of ['0.01', '7', '999.99', '1000', '12345.6', '9876543210.98']) {
      const shown = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }).format(
        Number(value),
      )
      expect(parseNumber(shown, { ...MONEY, locale }), `${locale} ${shown}`).toEqual({ value })
    }
    const example = exampleNumber({ ...MONEY, locale })
    expect(parseNumber(example, { ...MONEY, locale })).toEqual({ value: '1234.50' })
  }
})

test('a signed number may be below zero, with the minus that pages show', () => {
  const signed = { decimalsMax: 4, isSigned: true, locale: 'en-US' }
  expect(parseNumber('-2.5', signed)).toEqual({ value: '-2.5' })
  expect(parseNumber('\u22122.5', signed)).toEqual({ value: '-2.5' })
})

test('amounts have the decimals of the service, whatever browsers think of a currency', () => {
  const differing = currencyCodes().filter(
    (code) => decimalsOf(code) !== findCurrency(code)?.exponent,
  )
  expect(differing).toEqual([])
})
