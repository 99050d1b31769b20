import { describe, expect, test } from 'vitest'
import { DETAILS_MAX, Refusal } from '../../src/core/mod.ts'
import {
  optionalOneOf,
  optionalText,
  pages,
  requiredCurrency,
  zeroBasedPages,
  type QuerySpec,
} from '../../src/http/queries/query.ts'
import {
  dayAfter,
  dayRange,
  optionalDay,
  requiredTimeRange,
  timeRange,
} from '../../src/http/queries/query-times.ts'
import { readQuery } from '../../src/http/queries/read-query.ts'

function fieldsAtFault(spec: QuerySpec, query: Record<string, unknown>): string[] {
  try {
    readQuery(spec, query)
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'invalid_parameters') {
      return (error.extras.details ?? []).map(({ field }) => field)
    }
    throw error
  }
  return []
}

describe('query parameters', () => {
  test('pages have defaults', () => {
    expect(readQuery(pages, {})).toEqual({ page: 1, pageSize: 100 })
    expect(readQuery(zeroBasedPages, {})).toEqual({ page: 0, size: 20 })
  })

  test('an unknown parameter is a fault, listed after those of known ones', () => {
    expect(fieldsAtFault(pages, { more: ['x'], page: '0' })).toEqual(['page', 'more'])
    expect(() => readQuery({}, { more: 'x' })).toThrow('more is not known')
  })

  test('the number of unknown parameters that are named is bounded', () => {
    const query = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`x${at}`, '1']))

    expect(fieldsAtFault(pages, query)).toHaveLength(DETAILS_MAX)
  })

  test('the limits are inclusive', () => {
    expect(readQuery(pages, { page: '1000000000', pageSize: '2000' })).toMatchObject({
      pageSize: 2_000,
    })
    expect(fieldsAtFault(pages, { page: '0', pageSize: '2001' })).toEqual(['page', 'pageSize'])
    expect(readQuery(zeroBasedPages, { page: '0', size: '50' })).toEqual({ page: 0, size: 50 })
    expect(fieldsAtFault(zeroBasedPages, { page: '-1', size: '51' })).toEqual(['page', 'size'])
    expect(fieldsAtFault(zeroBasedPages, { size: '0' })).toEqual(['size'])
  })

  test.each(['1.0', '+1', '', ' 1', '1 ', '01', '1e2', '0x1', 'one', '١', '9'.repeat(400)])(
    'page=%j is not a whole number',
    (page) => {
      expect(fieldsAtFault(pages, { page })).toEqual(['page'])
    },
  )

  test('a parameter that is sent twice is a fault', () => {
    expect(fieldsAtFault(pages, { page: ['1', '1'] })).toEqual(['page'])
  })

  test.each(['usd', 'US', 'XYZ', '', 'USD ', '__proto__'])('%j is not a currency', (currency) => {
    expect(fieldsAtFault({ currency: requiredCurrency() }, { currency })).toEqual(['currency'])
  })

  test('currency is required', () => {
    expect(fieldsAtFault({ currency: requiredCurrency() }, {})).toEqual(['currency'])
    expect(readQuery({ currency: requiredCurrency() }, { currency: 'JPY' })).toEqual({
      currency: { code: 'JPY', exponent: 0 },
    })
  })

  test.each([
    ['time', timeRange],
    ['day', dayRange],
    ['time that is required', requiredTimeRange],
  ])('from must be before to: %s', (_, spec) => {
    const bad = { from: '2026-01-02', to: '2026-01-02' }

    expect(() => readQuery(spec, bad)).toThrow('from must be before to')
    expect(fieldsAtFault(spec, { ...bad, to: '2026-01-01' })).toEqual(['from'])
    expect(fieldsAtFault(spec, { ...bad, to: '2026-01-03' })).toEqual([])
    expect(fieldsAtFault(spec, { ...bad, more: 'x' })).toEqual(['more'])
    expect(fieldsAtFault(spec, { ...bad, to: 'x' })).toEqual(['to'])
  })

  test('a day is a real one, and covers 24 hours', () => {
    const spec = { day: optionalDay() }
    const { day = 0 } = readQuery(spec, { day: '2024-02-29' })

    expect([day, dayAfter(day)]).toEqual([Date.UTC(2024, 1, 29), Date.UTC(2024, 2, 1)])
    for (const text of [
      '2026-02-29',
      '2026-13-01',
      '2026-1-1',
      '20260101',
      '2026-01-01T00:00:00Z',
      '',
    ]) {
      expect(fieldsAtFault(spec, { day: text })).toEqual(['day'])
    }
  })

  test('a value is one of its list, and text is bounded and can be stored', () => {
    const spec = { status: optionalOneOf(['PENDING', 'COMPLETED']), text: optionalText() }

    expect(readQuery(spec, {})).toEqual({ status: undefined, text: undefined })
    expect(fieldsAtFault(spec, { status: 'pending', text: '' })).toEqual(['status', 'text'])
    expect(fieldsAtFault(spec, { text: 'a\0' })).toEqual(['text'])
    expect(fieldsAtFault(spec, { text: 'a'.repeat(256) })).toEqual(['text'])
  })
})
