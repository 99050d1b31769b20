import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { Outage, type Database } from '../../src/db/mod.ts'
import { LiveChanges } from '../../src/http/responses/live-changes.ts'
import { liveStream } from '../../src/http/responses/live-stream.ts'
import { eventually, withoutPauses } from '../support/eventually.ts'
import { anOrder, dataOf, shareService } from '../support/service.ts'
import { signedIn, type Browser } from '../support/signed-in.ts'

const service = shareService()

/** Opens the stream of a session. Returns its text so far, and whether it has ended. */
async function listen(url: string, { token }: Browser) {
  const response = await fetch(`${url}/admin/v1/live`, {
    headers: { cookie: `__Host-tessera=${token}`, accept: 'text/event-stream' },
  })
  const stream = { text: '', isOver: false }
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? []) stream.text += decoder.decode(chunk)
    stream.isOver = true
  }
  // A failure of the stream shows in the text that a test compares.
  const reading = read().catch((error: unknown) => void (stream.text += inspect(error)))
  return { stream, reading }
}

test('a stream names an order that changed, and ends with its session', async () => {
  const running = await service({ funds: { USD: '100.00' } })
  const browser = await signedIn(running)
  const { stream, reading } = await listen(running.url, browser)
  await expect.poll(() => stream.text).toContain('event: ready')

  const { productId } = await running.product()
  const items = [{ productId, amount: 10, quantity: 1 }]
  const { id } = dataOf(await running.partner.post('/v2/orders', anOrder({ items })))
  await expect.poll(() => stream.text).toContain(String(id))

  const signOut = await browser.post('/auth/v1/sign-out')
  expect(signOut.status).toBe(200)
  // If a stream does not end, the test shows its text.
  await expect.poll(() => stream.isOver || stream.text).toBe(true)
  await reading
})

test('a session has eight streams at a time, and its user has others in another session', async () => {
  const { url, services } = await service()
  const browser = await signedIn(await service())
  const open = async ({ token }: { readonly token: string }): Promise<OpenStream> => {
    const closing = new AbortController()
    const response = await fetch(`${url}/admin/v1/live`, {
      headers: { cookie: `__Host-tessera=${token}`, accept: 'text/event-stream' },
      signal: closing.signal,
    })
    return { response, close: () => closing.abort() }
  }
  const opened = await Promise.all(Array.from({ length: 8 }, () => open(browser)))
  expect(opened.map(({ response }) => response.status)).toEqual(
    Array.from({ length: 8 }, () => 200),
  )

  const { response } = await open(browser)
  expect(response.status).toBe(429)
  expect(response.headers.get('retry-after')).toBe('5')
  expect(await response.text()).toContain('8 live streams of one session')
  expect((await open(await signedIn(await service()))).response.status).toBe(200)

  opened[0]?.close()
  await eventually(async () => expect((await open(browser)).response.status).toBe(200))
  await services.db.pool.query('delete from user_sessions')
})

interface OpenStream {
  readonly response: Response
  close(): void
}

test('a user has thirty-two streams at a time, in however many sessions', async () => {
  const { services } = await service()
  const liveChanges = new LiveChanges(services)
  const listeners = Array.from({ length: 32 }, (_, at) => ({ who: 'user:1', token: `t${at % 4}` }))
  for (const one of listeners) liveChanges.add(one)

  expect(() => liveChanges.add({ who: 'user:1', token: 't5' })).toThrow('32 live streams of user:1')
  expect(() => liveChanges.add({ who: 'user:2', token: 't6' })).not.toThrow()
  const [first] = listeners
  if (first) liveChanges.remove(first)
  expect(() => liveChanges.add({ who: 'user:1', token: 't5' })).not.toThrow()
})

test('a stream names an order that the poll of another stream found right after `ready`', async () => {
  const { services, partner, product } = await service({ funds: { USD: '100.00' } })
  const liveChanges = new LiveChanges(services)
  const context = { liveChanges, clock: services.clock, isDraining: () => false }
  const reader = {
    permissions: new Set<never>(),
    who: 'operator',
    token: undefined,
    isWanted: true,
  }
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
  ['fails', new Error('unexpected')],
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
