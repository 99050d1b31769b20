import { expect, test } from 'vitest'
import { findCurrency } from '../../src/core/mod.ts'
import type { CsvRecord } from '../../src/csv/csv-records.ts'
import { readHeader } from '../../src/csv/csv-header.ts'
import { IMPORT_COLUMNS, LineReader, type StockedProduct } from '../../src/imports/import-line.ts'
import type { StockedCode } from '../../src/inventory/sealed-chunk.ts'
import { CodeFault } from '../../src/supply/code-rules.ts'
import { fixedProduct, NOON } from '../inventory/fixture.ts'

const header = readHeader(IMPORT_COLUMNS.all, IMPORT_COLUMNS)
const CODE = 'ABCD-1234'

interface Fields {
  faceValue?: string
  giftCardNumber?: string
  giftCardPin?: string
  barCodeNumber?: string
  redemptionUrl?: string
  expiresAt?: string
}

function read(fields: Fields, product: StockedProduct = fixedProduct(1)): StockedCode {
  const line = { faceValue: '10', giftCardNumber: CODE, ...fields }
  return new LineReader(product).read(
    { header, now: NOON },
    recordOf(IMPORT_COLUMNS.all.map((column) => line[column as keyof Fields] ?? '')),
  )
}

function recordOf(fields: readonly string[]): CsvRecord {
  return { line: 2, fields }
}

function reasonFor(fields: Fields): string {
  try {
    read(fields)
  } catch (error) {
    if (error instanceof CodeFault) return error.message
    throw error
  }
  return expect.unreachable()
}

const variable = (code: string, minMinor: bigint, maxMinor: bigint): StockedProduct => ({
  productId: 1,
  currency: findCurrency(code) ?? expect.unreachable(),
  denomination: { type: 'VARIABLE', minMinor, maxMinor },
})

test('a line with all columns is read unchanged', () => {
  const code = {
    giftCardNumber: 'aB "c", d=+-@é漢',
    giftCardPin: '0042',
    barCodeNumber: '0123456789012',
    redemptionUrl: 'HTTPS://shop.test:8443/r?code=a%20b&x=1#y',
  }

  expect(read({ ...code, faceValue: '25.00', expiresAt: '2026-03-01T13:00:00+00:30' })).toEqual({
    line: 2,
    code,
    faceValueMinor: 2500n,
    expiresAt: Date.parse('2026-03-01T12:30:00Z'),
  })
})

test('each line is read by itself, whatever the lines before it have', () => {
  const reader = new LineReader(fixedProduct(1))
  const readAt = (faceValue: string, expiresAt: string, now = NOON) => {
    const fields = [faceValue, CODE, '', '', '', expiresAt]
    const line = reader.read({ header, now }, recordOf(fields))
    return [line.faceValueMinor, line.expiresAt]
  }
  const [soon, later] = ['2026-03-02', '2026-03-03'].map((day) => Date.parse(day))

  expect(readAt('10', '2026-03-02')).toEqual([1000n, soon])
  expect(readAt('25', '2026-03-02')).toEqual([2500n, soon])
  expect(readAt('25', '2026-03-03')).toEqual([2500n, later])
  expect(readAt('25', '')).toEqual([2500n, undefined])
  expect(() => readAt('11', '')).toThrow('faceValue')
  expect(() => readAt('11', '')).toThrow('faceValue')
  expect(() => readAt('10', '2026-03-02', soon)).toThrow('has passed')
})

test('columns may stand in any order, and the optional ones may be missing', () => {
  const reorderedHeader = readHeader(['giftCardNumber', 'faceValue'], IMPORT_COLUMNS)
  const line = new LineReader(fixedProduct(1)).read(
    { header: reorderedHeader, now: NOON },
    recordOf([CODE, '25']),
  )

  expect(line).toEqual({
    line: 2,
    code: { giftCardNumber: CODE, giftCardPin: '', barCodeNumber: '', redemptionUrl: '' },
    faceValueMinor: 2500n,
    expiresAt: undefined,
  })
})

test.each<readonly [keyof Fields, string]>([
  ['giftCardNumber', ''],
  ['giftCardNumber', '   '],
  ['giftCardNumber', 'x'.repeat(257)],
  ['giftCardPin', '1'.repeat(65)],
  ['barCodeNumber', '1'.repeat(257)],
  ['redemptionUrl', `https://shop.test/${'x'.repeat(2_048)}`],
  ...['=1+1', '+41', '-1', '@SUM', '\tA', '＝1'].flatMap((text) => [
    ['giftCardNumber', text] as const,
    ['giftCardPin', text] as const,
    ['barCodeNumber', text] as const,
  ]),
  ...['A\nB', 'A\rB', 'A\0B', 'A\x7FB', 'A\u0085B', 'A\u200BB', 'A\u2028B', 'A\u202EB'].map(
    (text) => ['giftCardNumber', text] as const,
  ),
  ['giftCardNumber', 'A\uFFFDB'],
  ['giftCardNumber', ' A'],
  ['giftCardPin', 'A '],
  ['giftCardNumber', '4111111111111111'],
  ['redemptionUrl', 'shop.test/r'],
  ['redemptionUrl', 'ftp://shop.test/r'],
  ['redemptionUrl', 'javascript:alert(1)'],
  ['redemptionUrl', 'https://'],
  ['redemptionUrl', 'https://shop.test/a b'],
  ['expiresAt', '2026-03-01'],
  ['expiresAt', '2026-03-01T12:00:00Z'],
  ['expiresAt', '2027-02-29'],
  ['expiresAt', '2027-13-01'],
  ['expiresAt', '2027-01-01T25:00:00Z'],
  ['expiresAt', '2027-01-01T12:00:00'],
  ['expiresAt', '01/02/2027'],
  ['expiresAt', '2027'],
  ['faceValue', ''],
  ['faceValue', '10.001'],
  ['faceValue', '10.000'],
  ['faceValue', '1e1'],
  ['faceValue', ' 10'],
  ['faceValue', '+10'],
  ['faceValue', '-10'],
  ['faceValue', '010'],
  ['faceValue', '10.'],
  ['faceValue', '10,00'],
  ['faceValue', '0'],
  ['faceValue', '11'],
  ['faceValue', '9999999999999999'],
])('%s %j is rejected with a reason that names the column only', (column, text) => {
  const reason = reasonFor({ [column]: text })

  expect(reason).toMatch(new RegExp(`^${column} `))
  if (text.trim().length > 2) expect(reason).not.toContain(text.trim())
})

test("a face value must be exact in the product's currency and one that it is sold at", () => {
  const cases: [string, StockedProduct, bigint | undefined][] = [
    ['0.1', variable('USD', 10n, 1000n), 10n],
    ['0.09', variable('USD', 10n, 1000n), undefined],
    ['10.00', variable('USD', 10n, 1000n), 1000n],
    ['10.01', variable('USD', 10n, 1000n), undefined],
    ['500', variable('JPY', 100n, 1000n), 500n],
    ['500.0', variable('JPY', 100n, 1000n), undefined],
    ['1.005', variable('KWD', 1n, 2000n), 1005n],
    ['9007199254740.93', variable('USD', 1n, 999_999_999_999_999n), 900719925474093n],
  ]
  for (const [faceValue, product, minor] of cases) {
    const line = (): bigint => read({ faceValue }, product).faceValueMinor
    if (minor === undefined) expect(line).toThrow(/^faceValue/)
    else expect(line()).toBe(minor)
  }
})

test('a date alone means the first moment of that day in UTC', () => {
  expect(read({ expiresAt: '2026-03-02' }).expiresAt).toBe(Date.parse('2026-03-02T00:00:00Z'))
})

test('a line with more or fewer columns than the header is rejected', () => {
  const reader = new LineReader(fixedProduct(1))
  const context = { header, now: NOON }

  expect(() => reader.read(context, recordOf(['10', CODE]))).toThrow(
    'has 2 columns where the header has 6',
  )
  expect(() => reader.read(context, recordOf(['10', CODE, '', '', '', '', '']))).toThrow(
    'has 7 columns',
  )
})

test.each([
  ['Visa', '4111111111111111'],
  ['Visa with dashes', '4111-1111-1111-1111'],
  ['Visa with spaces', '4111 1111 1111 1111'],
  ['old Visa', '4222222222222'],
  ['Mastercard', '5555555555554444'],
  ['Mastercard of the second range', '2223003122003222'],
  ['American Express', '378282246310005'],
  ['Discover', '6011111111111117'],
  ['Diners Club', '30569309025904'],
  ['JCB', '3530111333300000'],
  ['UnionPay', '6200000000000005'],
  ['Maestro', '6759649826438453'],
])('a card number of %s is rejected', (_, giftCardNumber) => {
  expect(() => read({ giftCardNumber })).toThrow(/payment card/)
})

test.each([
  ['with a wrong check digit', '4111111111111112'],
  ['of no network', '9792023456789010'],
  ['of a gift card scheme', '6006491234567891'],
  ['that is too short', '424242424242'],
  ['that is too long', '41111111111111111115'],
  ['with letters', '4111111111111111A'],
])('a number %s is accepted as a code', (_, giftCardNumber) => {
  expect(read({ giftCardNumber }).code.giftCardNumber).toBe(giftCardNumber)
})
