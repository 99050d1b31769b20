import { expect, onTestFinished, test } from 'vitest'
import { EVENT_TYPES } from '../../src/events/mod.ts'
import { signedClient, type Credentials, type Json } from '../support/client.ts'
import { completedFirst } from '../support/completed-first.ts'
import { withoutPauses } from '../support/eventually.ts'
import { dataOf, openService } from '../support/service.ts'
import { environmentOf, NOBODY } from './doctor.ts'
import { startStub, tessera } from './fixture.ts'

const IMPOSSIBLE = [
  'case.resolved',
  'product.updated',
  'price.updated',
  'stock.low',
  'balance.low',
  'balance.credited',
  'link.sent',
  'link.claimed',
  'link.failed',
  'link.expired',
  'link.cancelled',
  'link.returned',
  'link.mailed',
  'link.bounced',
  'link.complained',
]
const POSSIBLE = EVENT_TYPES.filter((type) => !IMPOSSIBLE.includes(type))

/** Returns the id of the subject of an event, or of the result of a trigger. */
function subjectOf({ caseId, walletId, orderId, id }: Json): string {
  return String(caseId ?? walletId ?? orderId ?? id)
}

test('each event that can be triggered happens, and `tessera listen` posts it', async () => {
  const hook = await startStub({ status: 204 })
  const service = await openService()
  // Slow orders are still under way.
  onTestFinished(() => withoutPauses(service.end()))
  const { admin, partner, http } = service
  const path = `/admin/v1/partners/${partner.partnerId}/credentials`
  const credentials: Credentials = dataOf(await admin.post(path, { mode: 'test' }))
  const environment = environmentOf(await completedFirst(service), credentials)
  // The feed begins with its first request.
  const { body } = await signedClient(http, credentials).get('/v2/events')
  const interrupt = new AbortController()
  const listening = tessera(
    ['listen', '--forward', hook.url, '--after', body.meta.pagination.after],
    { environment, interrupt: interrupt.signal },
  )

  const expectedPosts = await Promise.all(
    POSSIBLE.map(async (type) => {
      const { exitCode, stdout, stderr } = await tessera(['trigger', type, '--json'], {
        environment,
      })
      expect([type, exitCode, stderr]).toEqual([type, 0, ''])
      return `${type} ${subjectOf(JSON.parse(stdout))}`
    }),
  )

  const posted = (): string[] =>
    hook.received
      .map(({ body: bytes }): Json => JSON.parse(bytes.toString()))
      .map(({ type, data }) => `${type} ${subjectOf(data)}`)
  await expect.poll(posted).toEqual(expect.arrayContaining(expectedPosts))
  interrupt.abort()
  expect((await listening).exitCode).toBe(0)
})

test.each(IMPOSSIBLE)('a trigger of %s is refused with the reason', async (type) => {
  const { exitCode, stderr } = await tessera(['trigger', type])

  expect(exitCode).toBe(2)
  expect(stderr).toMatch(RegExp(`^error: ${type} cannot be triggered: \\w.*`))
})

test('a live credential triggers nothing', async () => {
  const stub = await startStub({ status: 201, body: { data: {} } })

  const outcome = await tessera(['trigger', 'order.completed'], {
    environment: environmentOf(stub.url, NOBODY),
  })

  expect(outcome).toMatchObject({ exitCode: 1, stdout: '' })
  expect(outcome.stderr).toContain('this credential is live')
  expect(stub.received).toEqual([])
})

test('an unknown event is a usage error, and the message names the known events', async () => {
  const { exitCode, stderr } = await tessera(['trigger', 'order.done'])

  expect(exitCode).toBe(2)
  for (const type of EVENT_TYPES) expect(stderr).toContain(type)
})
