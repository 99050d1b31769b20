import { expect, test } from 'vitest'
import { FairQueue } from '../../src/identity/fair-queue.ts'

/** A queue whose only place is occupied until `leave` is called. */
function occupiedQueue({ strangersMax = 4, knownMax = 4 } = {}) {
  const queue = new FairQueue({ strangersMax, knownMax })
  const ran: string[] = []
  const places: (() => void)[] = []
  const running = queue.run(
    { key: 'first', isKnown: false },
    () =>
      new Promise<void>((resolve) => {
        places.push(resolve)
      }),
  )
  const add = (key: string, name = key, isKnown = false): Promise<string> =>
    queue
      .run({ key, isKnown }, () => Promise.resolve(ran.push(name)))
      .then(
        () => 'ran',
        (error: Error) => error.message,
      )
  const end = async (): Promise<readonly string[]> => {
    for (const leave of places) leave()
    await running
    return ran
  }
  return { queue, add, end }
}

const REFUSED = 'too many passwords are being checked; try again'

test('keys take turns, however many entries each has', async () => {
  const { add, end } = occupiedQueue()
  const all = [add('a', 'a1'), add('a', 'a2'), add('a', 'a3'), add('b', 'b1')]

  const ran = await end()
  await Promise.all(all)

  expect(ran).toEqual(['a1', 'b1', 'a2', 'a3'])
})

test('known keys go before strangers, and get a place when strangers get none', async () => {
  const { add, end } = occupiedQueue({ strangersMax: 1 })
  const all = [add('a'), add('b'), add('known', 'known', true)]

  const ran = await end()

  expect(await Promise.all(all)).toEqual(['ran', REFUSED, 'ran'])
  expect(ran).toEqual(['known', 'a'])
})

test('a full queue drops the last entry of the key with the most entries, for a key with fewer', async () => {
  const { queue, add, end } = occupiedQueue({ strangersMax: 3 })
  const all = [add('a', 'a1'), add('a', 'a2'), add('a', 'a3')]
  expect(() => queue.requireRoom({ key: 'a', isKnown: false })).toThrow(REFUSED)
  queue.requireRoom({ key: 'b', isKnown: false })
  all.push(add('b', 'b1'), add('b', 'b2'), add('c', 'c1'), add('d', 'd1'))

  const ran = await end()

  const [, , a3, , b2, c1, d1] = await Promise.all(all)
  expect([a3, b2, c1, d1]).toEqual([REFUSED, REFUSED, 'ran', REFUSED])
  expect(ran).toEqual(['a1', 'b1', 'c1'])
})

test('one entry runs at a time, also if one fails', async () => {
  const queue = new FairQueue({ strangersMax: 9, knownMax: 9 })
  let running = 0
  let runningMax = 0
  const work = async (at: number): Promise<void> => {
    running += 1
    runningMax = Math.max(runningMax, running)
    await Promise.resolve()
    running -= 1
    if (at === 1) throw new Error('failed')
  }

  const settled = await Promise.allSettled(
    [0, 1, 2, 3].map((at) => queue.run({ key: 'a', isKnown: at % 2 === 0 }, () => work(at))),
  )

  expect(settled.filter(({ status }) => status === 'rejected')).toHaveLength(1)
  expect(runningMax).toBe(1)
})
