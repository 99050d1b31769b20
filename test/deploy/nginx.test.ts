import { randomUUID } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { expect, test } from 'vitest'
import { testFaults } from './balancer-faults.ts'
import { NGINX, startBalancer } from './balancer-programs.ts'
import { startRecorder, testBalancer } from './balancing.ts'

const KEY = { 'idempotency-key': randomUUID() }
const NONCE = { 'x-nonce': randomUUID() }
const TRANSACTIONS = '/api/partner/v1/wallets/1/transactions'

const disconnect: RequestListener = (request) => request.socket.destroy()
const refuse: RequestListener = (_request, response) => response.writeHead(503).end()

testBalancer(NGINX)
testFaults(NGINX)

test.each([
  { name: 'an order with a key', path: '/v2/orders', headers: KEY, status: 200 },
  { name: 'a wallet transaction', path: TRANSACTIONS, headers: {}, status: 200 },
  { name: 'an order without a key', path: '/v2/orders', headers: {}, status: 502 },
  { name: 'an order with a nonce', path: '/v2/orders', headers: { ...KEY, ...NONCE }, status: 502 },
])('$name that got no response is answered with $status', async ({ path, headers, status }) => {
  expect(await statusesAfter(disconnect, path, headers)).toEqual(new Set([200, status]))
})

test('an order with a key that a stopping process refused is accepted by another one', async () => {
  expect(await statusesAfter(refuse, '/v2/orders', KEY)).toEqual(new Set([200]))
})

test('an order with a key that no process responds to gets 503 with Retry-After', async () => {
  const processes = [await startRecorder(disconnect), await startRecorder(disconnect)]
  const balancer = await startBalancer(
    NGINX,
    processes.map(({ url }) => url),
  )

  const headers = { ...KEY, 'x-client-id': randomUUID() }
  const reply = await fetch(`${balancer}/v2/orders`, { method: 'POST', headers })

  expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '1'])
  expect(await reply.json()).toMatchObject({ error: { code: 'INTERNAL_SERVER_ERROR' } })
})

/** Posts for many credentials. One of the two processes fails its first request. */
async function statusesAfter(
  fail: RequestListener,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<Set<number>> {
  const processes = [await startRecorder(fail), await startRecorder()]
  const balancer = await startBalancer(
    NGINX,
    processes.map(({ url }) => url),
  )
  const statuses = new Set<number>()
  for (let count = 0; count < 20; count += 1) {
    const own = { ...headers, 'x-client-id': randomUUID() }
    statuses.add((await fetch(balancer + path, { method: 'POST', headers: own })).status)
  }
  expect(processes[0]?.seen).toHaveLength(1)
  return statuses
}
