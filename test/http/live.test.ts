import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { Outage, type Database } from '../../src/db/mod.ts'
import { LiveChanges } from '../../src/http/live-changes.ts'
import { liveStream } from '../../src/http/live-stream.ts'
import { withoutPauses } from '../support/eventually.ts'
import { anOrder, dataOf, shareService } from '../support/service.ts'
import { signedIn, type Browser } from '../support/signed-in.ts'

const service = shareService()

/** Opens the stream of a session, and returns what it has sent so far and whether it has ended. */
async function listen(url: string, { token }: Browser) {
  const response = await fetch(`${url}/admin/v1/live`, {
    headers: { cookie: `__Host-tessera=${token}`, accept: 'text/event-stream' },
  })
  const heard = { text: '', isOver: false }
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? []) heard.text += decoder.decode(chunk)
    heard.isOver = true
  }
  // A failure of the stream shows in the text that a test compares.
  const reading = read().catch((error: unknown) => void (heard.text += inspect(error)))
  return { heard, reading }
}

test('a stream names an order that changed, and ends with its session', async () => {
  const running = await service({ funds: { USD: '100.00' } })
  const browser = await signedIn(running)
  const { heard, reading } = await listen(running.url, browser)
  await expect.poll(() => heard.text).toContain('event: ready')

  const { productId } = await running.product()
  const items = [{ productId, amount: 10, quantity: 1 }]
  const { id } = dataOf(await running.partner.post('/v2/orders', anOrder({ items })))
  await expect.poll(() => heard.text).toContain(String(id))

  const signOut = await browser.post('/auth/v1/sign-out')
  expect(signOut.status).toBe(200)
  // A stream that does not end shows what it sent.
  await expect.poll(() => heard.isOver || heard.text).toBe(true)
  await reading
})

test('a stream names an order that the poll of another stream found right after `ready`', async () => {
  const { services, partner, product } = await service({ funds: { USD: '100.00' } })
  const liveChanges = new LiveChanges(services)
  const context = { liveChanges, clock: services.clock, isDraining: () => false }
  const reader = { permissions: new Set<never>(), token: undefined, isWanted: true }
  const stream = liveStream(context, reader)
  expect((await stream.next()).value).toContain('event: ready')

  const { productId } = await product()
  const items = [{ productId, amount: 10, quantity: 1 }]
  const { id } = dataOf(await partner.post('/v2/orders', anOrder({ items })))
  await withoutPauses(liveChanges.next())

  expect((await stream.next()).value).toContain(String(id))
  await stream.return(undefined)
})

test.each([
  ['is away', new Outage(undefined)],
  ['cannot say', new Error('unexpected')],
])('a stream survives a database that %s, and then names what changed', async (_, fault) => {
  const { services, partner, product } = await service({ funds: { USD: '100.00' } })
  let isAway = true
  const db = Object.create(services.db) as Database
  db.rows = (statement) => (isAway ? Promise.reject(fault) : services.db.rows(statement))
  const liveChanges = new LiveChanges({ ...services, db })
  const { productId } = await product()
  const items = [{ productId, amount: 10, quantity: 1 }]
  const { id } = dataOf(await partner.post('/v2/orders', anOrder({ items })))

  await withoutPauses(liveChanges.next())
  expect(liveChanges.since(0).orderIds).toEqual([])

  isAway = false
  await withoutPauses(liveChanges.next())
  expect(liveChanges.since(0).orderIds).toContain(String(id))
})
