import { expect, test } from 'vitest'
import { EndpointRun, type PendingDelivery } from '../../src/webhooks/endpoint-run.ts'

const AT = { now: 0, monotonic: 0 }
const LATER = { now: 1_000, monotonic: 1_000 }
const ACCEPTED = { status: 204, fault: undefined, response: undefined, durationMs: 1 }

function openRun(): EndpointRun {
  return new EndpointRun({ partnerId: 1, endpointId: 1, epoch: 1n }, 10)
}

function queuedEvent(eventNo: number, subject: string): PendingDelivery {
  const event = { eventNo, subject, type: 'order.completed', id: `evt_1_${eventNo}`, body: '{}' }
  return { event, attempts: 1, replays: 0, isQueued: true }
}

function addFresh(run: EndpointRun, eventNo: number, subject: string, isBlocked = false): void {
  run.addFresh({ ...queuedEvent(eventNo, subject), attempts: 0, isQueued: false }, isBlocked)
}

/** Returns a run that sends event 11, which is queued, while 12 and 13 wait. */
function openBlocked(): { run: EndpointRun; sent: PendingDelivery } {
  const run = openRun()
  addFresh(run, 11, 'a')
  addFresh(run, 12, 'a')
  const sent = sendNext(run)
  run.settle(AT)
  expect(run.settle(LATER)).toMatchObject({ saved: [{ eventNo: 11 }], lastEvent: 11 })
  // These events were read in the same feed, after 11 was queued.
  addFresh(run, 13, 'a', true)
  return { run, sent }
}

function accept(run: EndpointRun, delivery: PendingDelivery): void {
  run.recordAttempt({ delivery, response: ACCEPTED, at: 0, nextTryAt: undefined })
}

function refuse(run: EndpointRun, delivery: PendingDelivery): void {
  const answer = { ...ACCEPTED, status: 500, fault: 'responded 500' }
  run.recordAttempt({ delivery, response: answer, at: 0, nextTryAt: LATER.now })
}

function sendNext(run: EndpointRun): PendingDelivery {
  return run.next() ?? expect.unreachable()
}

test('an accepted delivery that is not removed yet is not sent again', () => {
  const run = openRun()
  run.addDue(queuedEvent(7, 'a'))
  accept(run, sendNext(run))

  run.addDue(queuedEvent(7, 'a'))
  expect(run.hasReady).toBe(false)

  expect(run.settle(AT)).toMatchObject({ removed: [{ eventNo: 7 }], subjects: ['a'] })
  run.addDue(queuedEvent(8, 'a'))
  expect(run.hasReady).toBe(true)
})

test('after a refusal that is not written yet, nothing of its subject is sent', () => {
  const run = openRun()
  addFresh(run, 11, 'a')
  refuse(run, sendNext(run))
  run.addDue(queuedEvent(7, 'b'))
  refuse(run, sendNext(run))

  // The rows as they were read before the refusals were written.
  addFresh(run, 12, 'a')
  run.addDue(queuedEvent(8, 'b'))
  expect(run.hasReady).toBe(false)
  expect(run.settle(AT)?.saved).toMatchObject([
    { eventNo: 11, attempts: 1, nextTryAt: LATER.now },
    { eventNo: 7, attempts: 2, nextTryAt: LATER.now },
    { eventNo: 12, attempts: 0, nextTryAt: undefined },
  ])
})

test('an event that is accepted at once leaves only its attempt', () => {
  const run = openRun()
  addFresh(run, 11, 'a')
  accept(run, sendNext(run))

  const { attempts, ...rest } = run.settle(AT) ?? expect.unreachable()
  expect(attempts).toHaveLength(1)
  expect(rest).toMatchObject({ saved: [], removed: [], subjects: [], lastEvent: 11 })
})

test('events at the end of a run are not queued, however long they wait', () => {
  const run = openRun()
  for (const [at, subject] of ['a', 'b', 'c'].entries()) addFresh(run, 11 + at, subject)

  expect(run.settle(AT)).toBeUndefined()
  expect(run.settle(LATER)).toBeUndefined()
})

test('a slow event is queued with those of its subject behind it, and delays no later event', () => {
  const run = openRun()
  addFresh(run, 11, 'slow')
  addFresh(run, 12, 'slow')
  addFresh(run, 13, 'b')
  addFresh(run, 14, 'slow')
  sendNext(run)
  accept(run, sendNext(run))
  expect(run.settle(AT)).toMatchObject({ saved: [], lastEvent: 10 })

  const { saved, lastEvent } = run.settle(LATER) ?? expect.unreachable()
  expect(saved).toMatchObject([
    { eventNo: 11, nextTryAt: LATER.now },
    { eventNo: 12, nextTryAt: undefined },
  ])
  // Event 14 was not sent, nor was a later one.
  expect(lastEvent).toBe(13)
})

test('an event is not queued before an earlier one of its subject, which would be sent after it', () => {
  const { run, sent } = openBlocked()

  const { saved, lastEvent } = run.settle(LATER) ?? expect.unreachable()
  expect(saved).toMatchObject([
    { eventNo: 12, nextTryAt: undefined },
    { eventNo: 13, nextTryAt: undefined },
  ])
  expect(lastEvent).toBe(13)

  accept(run, sent)
  accept(run, sendNext(run))
  const { removed, subjects } = run.settle(LATER) ?? expect.unreachable()
  expect(removed).toMatchObject([{ eventNo: 11 }, { eventNo: 12 }])
  expect(subjects).toContain('a')
})

test('a run that ends queues no event after one that it leaves unread', () => {
  const { run, sent } = openBlocked()

  run.halt()
  accept(run, sent)
  const { saved, removed, lastEvent } = run.settle(LATER) ?? expect.unreachable()
  expect([saved, lastEvent]).toEqual([[], 11])
  expect(removed).toMatchObject([{ eventNo: 11 }])
})

test('events that a halted run leaves unread are read by the next, even if a later one is under way', () => {
  const run = openRun()
  addFresh(run, 11, 'a')
  addFresh(run, 12, 'a')
  addFresh(run, 13, 'b')
  const [first] = [sendNext(run), sendNext(run)]

  run.halt()
  accept(run, first)

  expect(run.settle(AT)).toMatchObject({ saved: [], lastEvent: 11 })
})

test('more events are read when half of them are sent, or when none is left to send', () => {
  const run = openRun()
  for (let eventNo = 11; eventNo <= 210; eventNo += 1) addFresh(run, eventNo, `a${eventNo}`)
  expect(run.hasRoom).toBe(false)
  for (let sent = 0; sent < 99; sent += 1) accept(run, sendNext(run))
  expect(run.hasRoom).toBe(false)
  accept(run, sendNext(run))
  expect(run.hasRoom).toBe(true)

  const sameSubjectRun = openRun()
  for (let eventNo = 11; eventNo <= 160; eventNo += 1) addFresh(sameSubjectRun, eventNo, 'a')
  expect(sameSubjectRun.hasRoom).toBe(false)
  sendNext(sameSubjectRun)
  expect(sameSubjectRun.hasRoom).toBe(true)
})
