import { groupBy } from '../../../src/core/mod.ts'
import { inTurn } from '../../support/turns.ts'

/** Texts that are not whole numbers. The first text of each list in this file is empty. */
export const NO_NUMBERS = (
  ' abc 1.5 1.0 -1 +1 1e1 01 0x1 %201 1%20 1,2 %D9%A1 NaN Infinity null true [] %00 1%00 %zz %ff' +
  ` ${'9'.repeat(400)} 9007199254740993 99999999999999999999 -9007199254740993 __proto__`
).split(' ')
export const NO_PARTNERS = [...NO_NUMBERS, '0', '2097152']
export const NO_CURRENCIES = (
  ' usd Usd US USDD ZZZ BGN 840 %20USD USD%20 USD%00 %00 USD,EUR __proto__ constructor %ff' +
  ` ${'U'.repeat(5_000)}`
).split(' ')
/** For filters of stored rows, whose currency may no longer be listed. */
export const NO_STORED_CURRENCIES = NO_CURRENCIES.filter((code) => code !== 'BGN')
export const NO_DAYS = (
  ' today 2026 2026-01 2026-1-1 26-01-01 2026-02-30 2026-13-01 2026-00-10 2026-01-01T00:00:00Z' +
  ' 01-01-2026 2026/01/01 20260101 1767225600 %202026-01-01 2026-01-01%00 +002026-01-01' +
  ' -000001-01-01 %00 %ff'
).split(' ')
export const NO_STATUSES = ' pending DONE PENDING,COMPLETED PENDING%20 PENDING%00 FAILED'.split(' ')
export const NO_AMOUNTS =
  ` abc -1 +1 1e1 01 .5 1. 1,5 0x1 %201 1%20 1.00001 NaN Infinity %00 ${'9'.repeat(16)}`.split(' ')
export const NO_UUIDS = [
  '',
  '1',
  'abc',
  '%00',
  'g'.repeat(36),
  '018f3b2e-0000-7000-8000-00000000000',
]
export const NO_TEXTS = ['', '%00', 'a%00', 'x'.repeat(256)]

export type Bad = Readonly<Record<string, readonly string[]>>

export const PAGE_SIZE: Bad = { pageSize: [...NO_NUMBERS, '0', '2001'] }
export const PAGES: Bad = { page: [...NO_NUMBERS, '0'], ...PAGE_SIZE }
export const ZERO_BASED: Bad = {
  page: NO_NUMBERS,
  size: [...NO_NUMBERS, '0', '51'],
}

export const NO_FLAGS = ' TRUE yes 1 0 true%20 null %00'.split(' ')
/** The parameters that select products. */
export const NO_PRODUCTS: Bad = {
  include: ['', 'Content', 'content,', 'content,content', 'images', '%00', '__proto__'],
  country: ['', 'de', 'XX', 'EU', 'ZZ', 'DEU', 'DE,FR', '%00', '__proto__'],
  category: ['', 'fashion', 'FASHION,HOME', '%00', '__proto__'],
  brand: NO_TEXTS,
  q: NO_TEXTS,
  inStock: NO_FLAGS,
}

export const NO_LISTS = [
  ...NO_CURRENCIES.slice(0, 5),
  'USD,',
  ',USD',
  'USD,,EUR',
  'USD,USD',
  'USD;EUR',
]
export const NO_INSTANTS = [
  '',
  'soon',
  '2099',
  '2099-01-01',
  '2099-01-01T00:00:00',
  '1e12',
  '%00',
].concat('2099-02-30T00:00:00Z', '2099-01-01T25:00:00Z')
export const NO_LINES = ['', '%20', 'a%0Ab', '%00', 'x'.repeat(1_001)]
export const NO_TIMES = NO_DAYS.filter((day) => !day.endsWith('Z')).concat(
  NO_INSTANTS.filter((text) => text !== '2099-01-01'),
)
export const NO_TRANSFERS = ['', '1', 'trf_1', 'trf_0_1', 'trf_1_0', 'trf_1_1%00', 'ord_1', '%00']

/** Valid values of parameters that refuse 2. */
const GOOD: Readonly<Record<string, string>> = {
  currency: 'USD',
  page: '1',
  createdFrom: '2026-01-01',
  createdTo: '2026-01-01',
  status: 'PENDING',
}

const OUT_OF_RANGE = NO_NUMBERS.filter((text) => /^-?\d+$/.test(text))

/** Lists of values that one rule refuses, whichever parameter has them. */
const ALIKE: readonly (readonly string[])[] = [
  OUT_OF_RANGE,
  NO_NUMBERS,
  NO_CURRENCIES,
  NO_DAYS,
  NO_AMOUNTS,
  NO_UUIDS,
  NO_FLAGS,
  NO_INSTANTS,
]

/**
 * Returns queries in which the parameter has a bad value, stands twice, or has no value. In the
 * short form, similar values take turns: `place` selects some of them.
 */
export function badQueries(name: string, values: readonly string[], place: number) {
  const once = `${name}=${GOOD[name] ?? '2'}`
  const lists = groupBy(values, (value) => ALIKE.find((list) => list.includes(value)))
  const sent = [...lists].flatMap(([list, some]) => (list ? inTurn(some, 8, place) : some))
  const queries = [...sent.map((value) => `${name}=${value}`), `${once}&${once}`, name]
  return queries.map((query) => ({ name, query }))
}
