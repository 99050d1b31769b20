import { setImmediate as endOfTurn } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
import { FullTurns } from '../../src/fulfillment/full-turns.ts'
import { Gate } from '../support/gate.ts'

const OWN_MAX = 3

let turns: FullTurns

beforeEach(() => {
  turns = new FullTurns()
})

/** A full turn that is written until its gate is opened, and whether another may begin. */
async function begin(partnerId: number) {
  const written = new Gate()
  const turn = { written, hasRoom: false }
  void turns.roomForMore(partnerId, written.passed(), OWN_MAX).then(() => (turn.hasRoom = true))
  await endOfTurn()
  return turn
}

test('a partner alone has as many turns under way as it may', async () => {
  const first = await begin(1)
  const second = await begin(1)
  const third = await begin(1)
  expect([first.hasRoom, second.hasRoom, third.hasRoom]).toEqual([true, true, false])

  second.written.open()
  await endOfTurn()

  expect(third.hasRoom).toBe(true)
})

test('where all partners together have enough under way, each waits for its own', async () => {
  await begin(1)
  await begin(1)
  const first = await begin(1)
  const [second, third] = [await begin(2), await begin(3)]
  expect([first.hasRoom, second.hasRoom, third.hasRoom]).toEqual([false, false, false])

  second.written.open()
  await endOfTurn()

  expect([first.hasRoom, second.hasRoom, third.hasRoom]).toEqual([false, true, false])
})
