import { expect, test } from 'vitest'
import { LoadChoice, type Load } from '../../src/ledger/load-choice.ts'
import { EMPTY } from './book-fixture.ts'

const { partnerId } = EMPTY
const OTHER_VERSION = { ...EMPTY, version: EMPTY.version + 1 }

/** Returns how the next `count` groups are loaded. */
function nextLoads(choice: LoadChoice, count: number): Load[] {
  return Array.from({ length: count }, () => choice.next(partnerId))
}

test('the cached book is used until a group finds another version under the lock', () => {
  const choice = new LoadChoice()
  expect(nextLoads(choice, 2)).toEqual(['cache', 'cache'])

  choice.versionFound(EMPTY, EMPTY)
  expect(choice.isShared(partnerId)).toBe(false)
  choice.versionFound(EMPTY, OTHER_VERSION)

  expect(nextLoads(choice, 20)).toEqual(Array.from({ length: 20 }, () => 'catch up'))
  expect([choice.isShared(partnerId), choice.isShared(partnerId + 1)]).toEqual([true, false])
  expect(choice.next(partnerId + 1)).toBe('cache')
})

test('after 16 groups in a row without another version the cached book is used again', () => {
  const choice = new LoadChoice()
  choice.versionFound(EMPTY, OTHER_VERSION)
  for (let group = 0; group < 15; group += 1) choice.versionFound(EMPTY, EMPTY)
  choice.versionFound(EMPTY, OTHER_VERSION)
  for (let group = 0; group < 15; group += 1) choice.versionFound(EMPTY, EMPTY)
  expect(choice.next(partnerId)).toBe('catch up')

  choice.versionFound(EMPTY, EMPTY)

  expect(choice.next(partnerId)).toBe('cache')
})

test('the eight groups after a repeated key are loaded under the lock', () => {
  const choice = new LoadChoice()
  choice.versionFound(EMPTY, OTHER_VERSION)
  choice.keyRepeated(partnerId)

  expect(choice.next(partnerId + 1)).toBe('cache')
  expect(nextLoads(choice, 8)).toEqual(Array.from({ length: 8 }, () => 'lock'))
  expect(choice.next(partnerId)).toBe('catch up')
})

test('the counts of partners are bounded: the 10,001st partner clears them', () => {
  const choice = new LoadChoice()
  for (let id = 1; id <= 10_000; id += 1) choice.keyRepeated(id)
  expect([choice.next(1), choice.next(10_000)]).toEqual(['lock', 'lock'])

  choice.keyRepeated(10_001)

  expect([1, 10_000, 10_001].map((id) => choice.next(id))).toEqual(['cache', 'cache', 'lock'])
})
