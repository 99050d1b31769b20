import { setImmediate as endOfTick } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
import { WriteLimiter } from '../../src/fulfillment/write-limiter.ts'
import { Gate } from '../support/gate.ts'

const OWN_MAX = 3

let limiter: WriteLimiter

beforeEach(() => {
  limiter = new WriteLimiter()
})

/** Begins a write that ends when its gate is opened; `hasRoom` says whether another may begin. */
async function begin(partnerId: number) {
  const written = new Gate()
  const write = { written, hasRoom: false }
  void limiter.waitForRoom(partnerId, written.passed(), OWN_MAX).then(() => (write.hasRoom = true))
  await endOfTick()
  return write
}

test('a partner alone has up to its own limit of concurrent writes', async () => {
  const first = await begin(1)
  const second = await begin(1)
  const third = await begin(1)
  expect([first.hasRoom, second.hasRoom, third.hasRoom]).toEqual([true, true, false])

  second.written.open()
  await endOfTick()

  expect(third.hasRoom).toBe(true)
})

test('at the limit of all partners, each partner waits for one of its own writes', async () => {
  await begin(1)
  await begin(1)
  const first = await begin(1)
  const [second, third] = [await begin(2), await begin(3)]
  expect([first.hasRoom, second.hasRoom, third.hasRoom]).toEqual([false, false, false])

  second.written.open()
  await endOfTick()

  expect([first.hasRoom, second.hasRoom, third.hasRoom]).toEqual([false, true, false])
})
