import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { UpstreamClient } from '../../src/upstream/client.ts'

const SIGNER = { clientId: 'client', apiKey: 'tsk_ours', hmacSecret: 'b3Vycw==' }
const NOON = Date.parse('2026-03-01T12:00:00Z')
const REFERENCE = 'tessera-1-2-3-a'

/** A service with one response to everything, and the requests that it got. */
async function clientOf(status: number, body: unknown, signer = SIGNER) {
  const taken: IncomingHttpHeaders[] = []
  const server = createServer((incoming, answer) => {
    taken.push(incoming.headers)
    incoming.resume()
    answer.writeHead(status, { connection: 'close' })
    answer.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const clock = { now: () => NOON, monotonic: () => 0 }
  const client = new UpstreamClient({ baseUrl: `http://127.0.0.1:${port}`, signer, clock })
  onTestFinished(() => {
    client.close()
    server.close()
  })
  return { client, taken }
}

const ORDER = { id: 'o-1', status: 'PENDING', currency: 'USD', totalAmount: 10 }

test('a list with other references than ours is not accepted', async () => {
  const data = [{ ...ORDER, clientReference: 'of somebody else' }]
  const { client } = await clientOf(200, { data })

  await expect(client.findOrder(REFERENCE)).rejects.toMatchObject({ kind: 'lost' })
})

test('an empty list means that there is no order', async () => {
  const { client } = await clientOf(200, { data: [] })

  expect(await client.findOrder(REFERENCE)).toBeUndefined()
})

test('an order whose id cannot be stored is not accepted', async () => {
  const data = { ...ORDER, id: 'o\u0000-1', clientReference: REFERENCE }
  const { client } = await clientOf(200, { data })

  await expect(client.readOrder('o-1')).rejects.toMatchObject({ kind: 'lost' })
})

test('a create has the timestamp that it is signed for', async () => {
  const { client, taken } = await clientOf(201, { data: { ...ORDER, clientReference: REFERENCE } })

  const placed = await client.placeOrder({
    clientReference: REFERENCE,
    idempotencyKey: 'once',
    currency: 'USD',
    productId: 1,
    amount: 10,
    quantity: 1,
    recipient: undefined,
    signedFor: NOON - 240_000,
  })

  expect(placed.is).toBe('placed')
  expect(taken.map((headers) => headers['x-timestamp'])).toEqual(['2026-03-01T11:56:00.000Z'])
})

test('the reason of an upstream is passed on without our secrets', async () => {
  const message = 'no key tsk_ours, nor b3Vycw==, is known'
  const { client } = await clientOf(401, { error: { code: 'AUTHENTICATION_ERROR', message } })

  await expect(client.readBalances()).rejects.toMatchObject({
    kind: 'denied',
    message: '401: no key ***, nor ***, is known',
  })
})

test('the reason is passed on without a secret that is written with escapes', async () => {
  const signer = { ...SIGNER, hmacSecret: 'a/b+c=' }
  const body = '{"error":{"code":"AUTHENTICATION_ERROR","message":"not a\\/b\\u002bc="}}'
  const { client } = await clientOf(401, body, signer)

  await expect(client.readBalances()).rejects.toMatchObject({ message: '401: not ***' })
})
