import { expect, test } from 'vitest'
import { EndpointRun, type PendingDelivery } from '../../src/webhooks/endpoint-run.ts'

const AT = { now: 0, monotonic: 0 }
const ACCEPTED = { status: 204, fault: undefined, response: undefined, durationMs: 1 }

function openRun(): EndpointRun {
  return new EndpointRun({ partnerId: 1, endpointId: 1, epoch: 1n }, 10)
}

function queued(eventNo: number, subject: string): PendingDelivery {
  const event = { eventNo, subject, type: 'order.completed', id: `evt_1_${eventNo}`, body: '{}' }
  return { event, attempts: 1, replays: 0, isQueued: true, readAt: 0 }
}

test('a delivery that was accepted and is not removed yet is not sent again', () => {
  const run = openRun()
  run.addDue(queued(7, 'a'))
  const delivery = run.next() ?? expect.unreachable()
  run.ended({ delivery, answer: ACCEPTED, at: 0, nextTryAt: undefined })

  run.addDue(queued(7, 'a'))
  expect(run.hasReady).toBe(false)

  expect(run.settle(AT)?.removed).toMatchObject([{ eventNo: 7 }])
  run.addDue(queued(8, 'a'))
  expect(run.hasReady).toBe(true)
})
