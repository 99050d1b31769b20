import { expect, test } from 'vitest'
import { ClientWrites } from '../../src/http/client-writes.ts'

test('clients are writing while two of them came within the last moment', () => {
  let now = 1_000
  const writes = new ClientWrites({ now: () => 0, monotonic: () => now })
  expect(writes.areComing()).toBe(false)

  writes.came()
  expect(writes.areComing()).toBe(false)

  now += 10
  writes.came()
  now += 9
  expect(writes.areComing()).toBe(true)

  now += 1
  expect(writes.areComing()).toBe(false)
})
