import fc from 'fast-check'
import { expect, test } from 'vitest'
import { minorUnits, storedCurrency } from '../../src/core/mod.ts'
import type { FileLine } from '../../src/reconciliations/bank-file.ts'
import { compareWithFile, type BookedRecord } from '../../src/reconciliations/compare.ts'

const USD = storedCurrency('USD')
const EUR = storedCurrency('EUR')

function line(lineNo: number, reference: string, amount: number, currency = USD): FileLine {
  return { line: lineNo, reference, currency, amountMinor: minorUnits(BigInt(amount)) }
}

function record(id: string, references: string[], amount: number, isExpected = true): BookedRecord {
  return { id, references, currency: USD, amountMinor: minorUnits(BigInt(amount)), isExpected }
}

test('each reference is matched, missing on one side, or of another amount', () => {
  const items = compareWithFile(
    [
      line(2, 'same', 100),
      line(3, 'twice', 50),
      line(4, 'twice', 50),
      line(5, 'unknown', 7),
      line(6, '', 1),
      line(7, '', 2),
      line(8, 'before', 30),
      line(9, 'split', 9),
    ],
    [
      record('t1', ['same'], 100),
      record('t2', ['twice'], 50),
      record('t3', ['forgotten'], 20),
      record('t4', ['before'], 30, false),
      record('t5', ['long ago'], 40, false),
      record('t6', ['usual', 'split'], 4),
      record('t7', ['split'], 5),
    ],
    USD,
  )

  expect(items.map(({ status, reference, ...item }) => [status, reference, item])).toEqual([
    ['missing_here', 'unknown', expect.objectContaining({ fileMinor: 7n, bookedMinor: undefined })],
    ['missing_here', '', expect.objectContaining({ fileMinor: 3n, fileLines: 2, firstLine: 6 })],
    ['missing_there', 'forgotten', expect.objectContaining({ bookedMinor: 20n, fileLines: 0 })],
    ['different_amount', 'twice', expect.objectContaining({ fileMinor: 100n, bookedMinor: 50n })],
    ['matched', 'same', expect.objectContaining({ records: ['t1'] })],
    ['matched', 'before', expect.objectContaining({ records: ['t4'] })],
    ['matched', 'split', expect.objectContaining({ records: ['t6', 't7'] })],
  ])
})

test('a row of another currency matches no record, and leaves records to the rows that match', () => {
  const items = compareWithFile(
    [
      line(2, 'paid in euros', 100, EUR),
      line(3, 'both', 50),
      line(4, 'both', 60, EUR),
      line(5, 'booked in euros', 70),
      line(6, 'unknown', 7, EUR),
    ],
    [
      record('t1', ['paid in euros'], 100),
      record('t2', ['both'], 50),
      { ...record('t3', ['booked in euros'], 70, false), currency: EUR },
    ],
    USD,
  )

  expect(
    items.map(({ status, reference, fileCurrency, bookedCurrency, records }) =>
      [status, reference, fileCurrency.code, bookedCurrency.code, ...records].join(' '),
    ),
  ).toEqual([
    'different_currency paid in euros EUR USD t1',
    'different_currency both EUR USD',
    'different_currency booked in euros USD EUR t3',
    'different_currency unknown EUR USD',
    'matched both USD USD t2',
  ])
})

function sum(amounts: readonly (bigint | undefined)[]): bigint {
  return amounts.reduce<bigint>((total, amount) => total + (amount ?? 0n), 0n)
}

const entries = fc.uniqueArray(
  fc.record({ key: fc.nat({ max: 50 }), amount: fc.integer({ min: -1_000, max: 1_000 }) }),
  { selector: ({ key }) => key },
)

test('of a copy of the books, only what was changed is reported, and all sums add up', () => {
  fc.assert(
    fc.property(
      entries,
      fc.infiniteStream(fc.constantFrom('keep', 'drop', 'change', 'add')),
      (all, fates) => {
        const changed = all.map((entry) => ({ ...entry, fate: fates.next().value as string }))
        const lines = changed.flatMap(({ key, amount, fate }, at) => {
          if (fate === 'drop') return []
          return [line(at + 2, `r${key}`, fate === 'change' ? amount + 1 : amount)]
        })
        const booked = changed
          .filter(({ fate }) => fate !== 'add')
          .map(({ key, amount }) => record(`t${key}`, [`r${key}`], amount))
        const items = compareWithFile(lines, booked, USD)

        const wanted = { keep: 'matched', drop: 'missing_there', change: 'different_amount' }
        const found = Object.fromEntries(items.map(({ reference, status }) => [reference, status]))
        expect(found).toEqual(
          Object.fromEntries(
            changed.map(({ key, fate }) => [
              `r${key}`,
              fate === 'add' ? 'missing_here' : wanted[fate as keyof typeof wanted],
            ]),
          ),
        )
        expect(sum(items.map(({ fileMinor }) => fileMinor))).toBe(
          sum(lines.map(({ amountMinor }) => amountMinor)),
        )
        expect(sum(items.map(({ bookedMinor }) => bookedMinor))).toBe(
          sum(booked.map(({ amountMinor }) => amountMinor)),
        )
      },
    ),
  )
})
