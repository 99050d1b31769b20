import { expect, test } from 'vitest'
import { SendSlots, type Sending } from '../../src/webhooks/send-slots.ts'

class Endpoint implements Sending {
  sending = 0
  readonly partnerId: number
  isSlow = false
  ready: number

  constructor(partnerId: number, ready = 1_000) {
    this.partnerId = partnerId
    this.ready = ready
  }

  get hasReady(): boolean {
    return this.ready > 0
  }
}

/** Assigns slots as the worker does, until none is free or needed; returns their endpoints. */
function assignSlots(slots: SendSlots<Endpoint>, endpoints: readonly Endpoint[]): Endpoint[] {
  const requests: Endpoint[] = []
  for (const endpoint of endpoints) slots.request(endpoint)
  for (let next = slots.take(); next; next = slots.take()) {
    next.ready -= 1
    next.sending += 1
    requests.push(next)
    slots.request(next)
  }
  return requests
}

const countOf = (endpoints: readonly Endpoint[], partnerId: number): number =>
  endpoints.filter((one) => one.partnerId === partnerId).length

test('an endpoint has at most 16 slots, or 2 if it is slow', () => {
  const slow = new Endpoint(2)
  slow.isSlow = true
  const slots = assignSlots(new SendSlots(), [new Endpoint(1), slow])

  expect([countOf(slots, 1), countOf(slots, 2)]).toEqual([16, 2])
})

test('partners get slots in turn, however many endpoints one of them has', () => {
  const many = Array.from({ length: 100 }, () => new Endpoint(1))
  const slots = assignSlots(new SendSlots(), [...many, new Endpoint(2, 10)])

  expect(slots).toHaveLength(512)
  expect(countOf(slots, 2)).toBe(10)
  expect(slots.slice(0, 4).map(({ partnerId }) => partnerId)).toEqual([1, 2, 1, 2])
  expect(new Set(slots.slice(0, 110)).size).toBe(101)
})

test('a slot that becomes free goes to the endpoint that has waited longest, not to its last one', () => {
  const slots = new SendSlots<Endpoint>()
  const busy = Array.from({ length: 32 }, (_, at) => new Endpoint(at + 1))
  const assigned = assignSlots(slots, busy)
  expect(assigned).toHaveLength(512)
  const late = new Endpoint(99)
  slots.request(late)

  const [ended] = assigned
  if (ended) ended.sending -= 1
  slots.release(false)
  if (ended) slots.request(ended)

  expect(slots.take()).toBe(late)
  expect(slots.take()).toBeUndefined()
})

test('slow endpoints and other endpoints have separate slots', () => {
  const slow = Array.from({ length: 300 }, (_, at) => new Endpoint(at + 1))
  for (const endpoint of slow) endpoint.isSlow = true
  const fast = Array.from({ length: 40 }, (_, at) => new Endpoint(at + 1_000))
  const slots = assignSlots(new SendSlots(), [...slow, ...fast])

  expect(slots.filter(({ isSlow }) => isSlow)).toHaveLength(128)
  expect(slots.filter(({ isSlow }) => !isSlow)).toHaveLength(512)
})
