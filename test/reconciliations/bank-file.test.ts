import { expect, test } from 'vitest'
import { findCurrency, Refusal, type Currency } from '../../src/core/mod.ts'
import {
  readBankFile,
  type BankFile,
  type FileColumns,
} from '../../src/reconciliations/bank-file.ts'

const COLUMNS: FileColumns = {
  reference: 'reference',
  amount: 'amount',
  currency: undefined,
  decimalMark: 'point',
  isNegated: false,
}

function currency(code: string): Currency {
  return findCurrency(code) ?? expect.unreachable()
}

function read(text: string, columns: Partial<FileColumns> = {}, code = 'USD'): BankFile {
  const bytes = new TextEncoder().encode(text)
  return readBankFile(bytes, { ...COLUMNS, ...columns }, currency(code))
}

function amountOf(text: string, columns: Partial<FileColumns> = {}, code = 'USD') {
  return read(`reference\tamount\nr\t${text}`, columns, code).lines[0]?.amountMinor
}

function faultsOf(text: string | Uint8Array, columns: Partial<FileColumns> = {}) {
  try {
    const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text
    readBankFile(bytes, { ...COLUMNS, ...columns }, currency('USD'))
  } catch (error) {
    if (error instanceof Refusal) return error.extras.details
    throw error
  }
  return expect.unreachable()
}

test.each([
  ['1234.5', 'point', 'USD', 123_450n],
  ['-1,234.50', 'point', 'USD', -123_450n],
  ["+1'234", 'point', 'USD', 123_400n],
  ['1.234,5', 'comma', 'EUR', 123_450n],
  ['1 234 567,00', 'comma', 'JPY', 1_234_567n],
  ['0.125', 'point', 'KWD', 125n],
  ['12.500', 'point', 'USD', 1_250n],
  ['-0', 'point', 'USD', 0n],
] as const)('%s with a decimal %s is exact in %s', (text, decimalMark, code, minor) => {
  expect(amountOf(text, { decimalMark }, code)).toBe(minor)
})

test.each([
  ['1,23', 'point'],
  ['1.234,50', 'point'],
  ['1,234.50', 'comma'],
  ['1e3', 'point'],
  ['0.001', 'point'],
  ['12 USD', 'point'],
  ['--1', 'point'],
  ['NaN', 'point'],
  ['.5', 'point'],
  ['9999999999999999', 'point'],
  ['9'.repeat(100_000), 'point'],
] as const)('%s with a decimal %s is refused by line and column', (text, decimalMark) => {
  const file = `reference\tamount\nfine\t1\nr\t${text}\n`
  expect(faultsOf(file, { decimalMark })).toMatchObject([{ field: 'line 3, amount' }])
})

test('columns are found by their headings, whatever the delimiter, quotes and line ends', () => {
  const columns = { reference: 'Payment ref', amount: 'Betrag', decimalMark: 'comma' } as const
  const text =
    '\uFEFFDate;"Payment ref";Betrag\r\n1.1.;"wire ""7""; Acme";1,5\r\n\r\n2.1.; ;-2\r\n3.1.;x;\r\n'

  expect(read(text, columns)).toEqual({
    lines: [
      { line: 2, reference: 'wire "7"; Acme', currency: currency('USD'), amountMinor: 150n },
      { line: 4, reference: '', currency: currency('USD'), amountMinor: -200n },
    ],
    skipped: 1,
  })
  expect(read('reference,amount\nr,-3', { isNegated: true }).lines).toMatchObject([
    { amountMinor: 300n },
  ])
})

test('a file that cannot be read whole is refused, with each fault', () => {
  expect(faultsOf('')).toMatchObject([{ field: 'file' }])
  expect(faultsOf(Uint8Array.of(0xff, 0xfe, 0x41))).toMatchObject([{ field: 'file' }])
  expect(faultsOf('reference,Amount\nr,1')).toMatchObject([
    { field: 'amountColumn', message: expect.stringContaining('"reference", "Amount"') },
  ])
  expect(faultsOf('reference,amount,amount\nr,1,2')).toMatchObject([{ field: 'amountColumn' }])
  expect(faultsOf('reference,amount\n"r,1')).toMatchObject([{ field: 'line 2' }])
  const long = 'r'.repeat(201)
  expect(faultsOf(`reference,amount\na,x\n${long},1\nb,0.001`)).toMatchObject([
    { field: 'line 2, amount' },
    { field: 'line 3, reference' },
    { field: 'line 4, amount' },
  ])
  const much = '9999999999999.99'
  expect(faultsOf(`reference,amount\na,${much}\nb,-${much}`)).toMatchObject([{ field: 'file' }])
  expect(faultsOf(`reference,amount\n${'a,1\n'.repeat(50_001)}`)).toMatchObject([{ field: 'file' }])
})
