import { expect, test } from 'vitest'
import { MS_PER_DAY, daysLeft, unitsPerDay } from '../../src/core/mod.ts'

const over = (days: number, units: bigint) => ({
  units,
  elapsedMs: BigInt(Math.round(days * MS_PER_DAY)),
})

test.each<[days: number, units: bigint, perDay: number]>([
  [7, 70n, 10],
  [7, 1n, 0.1],
  [7, 10n, 1.4],
  [20, 1n, 0.1],
  [21, 1n, 0],
  [7.5, 75n, 10],
  [7, 0n, 0],
  [7, -3n, 0],
])('in %s days %s units: %s a day, to one decimal, rounded half up', (days, units, perDay) => {
  expect(unitsPerDay(over(days, units))).toBe(perDay)
})

test('less than a day counts as a day', () => {
  expect(unitsPerDay(over(0.01, 100n))).toBe(100)
  expect(daysLeft(50n, over(0, 100n))).toBe(0.5)
})

test('days left follow from the pace of sales; without sales there is no forecast', () => {
  expect(daysLeft(100n, over(7, 70n))).toBe(10)
  expect(daysLeft(1n, over(7, 3n))).toBe(2.3)
  expect(daysLeft(0n, over(7, 70n))).toBe(0)
  expect(daysLeft(100n, over(7, 0n))).toBeNull()
  expect(daysLeft(100n, over(7, -1n))).toBeNull()
})

test('a forecast is exact even if its computation exceeds 2^53', () => {
  expect(daysLeft(10n ** 12n, over(7, 7n * 10n ** 11n))).toBe(10)
})
