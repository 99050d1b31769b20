import { expect, test } from 'vitest'
import { movableClock } from '../support/domain.ts'
import { shareService } from '../support/service.ts'
import { LOCAL, openEndpoint, publish } from './feed.ts'

const clock = movableClock()
const open = shareService({ settings: LOCAL, clock })

test('a replay by ids has events of any type, a replay of a time only the types of the endpoint', async () => {
  const service = await open()
  const { path, arrived } = await openEndpoint(service, { eventTypes: ['order.completed'] })
  const atMs = clock.now() - 3_600_000
  const [other, completed] = await publish(service, [
    { subject: 'a', type: 'order.cancelled', atMs },
    { subject: 'a', atMs },
  ])
  await expect.poll(arrived).toEqual([completed])
  const replay = (body: object) => service.partner.post(`${path}/replay`, body)
  const idOf = (eventNo: number | undefined) => `evt_${service.partner.partnerId}_${eventNo}`

  const byTime = await replay({ from: new Date(atMs).toISOString() })
  expect(byTime.body.data).toEqual({ events: 1 })
  await expect.poll(arrived).toEqual([completed, completed])
  const byId = await replay({ eventIds: [idOf(other)] })
  expect(byId.body.data).toEqual({ events: 1 })
  await expect.poll(arrived).toEqual([completed, completed, other])

  const unknown = await replay({ eventIds: [idOf(other), idOf(9_999)] })
  expect(unknown.status).toBe(400)
  expect(unknown.body.error.message).toBe(
    `eventIds names ${idOf(9_999)}, which is not stored (any more)`,
  )
})
