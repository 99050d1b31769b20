import { expect, test } from 'vitest'
import { ClientWrites } from '../../src/http/client-writes.ts'

test('clients write as long as one came a moment ago', () => {
  let now = 1_000
  const writes = new ClientWrites({ now: () => 0, monotonic: () => now })
  expect(writes.areComing()).toBe(false)

  writes.came()
  now += 19
  expect(writes.areComing()).toBe(true)

  now += 1
  expect(writes.areComing()).toBe(false)
})
