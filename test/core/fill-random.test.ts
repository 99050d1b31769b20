import { expect, test } from 'vitest'
import { fillRandom } from '../../src/core/mod.ts'

/** Some draws of each length cross into a new pool; the last length is longer than a pool. */
const LENGTHS = [8, 12, 20, 32, 1_000, 8_192, 9_000]

test('no random bytes are returned twice, and all bytes are filled', () => {
  const draws = LENGTHS.flatMap((length) =>
    Array.from({ length: 500 }, () => fillRandom(Buffer.alloc(length)).subarray(-8)),
  )
  const starts = Array.from({ length: 1_000 }, () => fillRandom(Buffer.alloc(20)).subarray(0, 8))

  const seen = new Set([...draws, ...starts].map((bytes) => bytes.toString('hex')))

  expect(seen.size).toBe(draws.length + starts.length)
  expect(seen).not.toContain('00'.repeat(8))
})

test('only the bytes of the buffer itself are filled', () => {
  const whole = Buffer.alloc(60)

  const part = fillRandom(whole.subarray(20, 40))

  expect(part.length).toBe(20)
  expect([...whole.subarray(0, 20), ...whole.subarray(40)]).toStrictEqual(Array(40).fill(0))
})
