import { expect, test } from 'vitest'
import { releaseBytes } from '../../src/core/mod.ts'

test('large buffers are released, and views of shared memory are not', () => {
  const large = Buffer.alloc(1_000_000, 1)
  const small = Buffer.from('small')
  const part = Buffer.alloc(1_000_000, 2).subarray(1)

  for (const bytes of [large, small, part]) releaseBytes(bytes)

  expect(large.length).toBe(0)
  expect(small.toString()).toBe('small')
  expect(part.every((byte) => byte === 2)).toBe(true)
})
