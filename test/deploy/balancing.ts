import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { Http, signedClient, type Reply, type SignedClient } from '../support/client.ts'
import { startCuttableProxy, type CuttableProxy } from '../support/cuttable-proxy.ts'
import { eventually } from '../support/eventually.ts'
import { anOrder, dataOf, startService } from '../support/service.ts'
import { portOf } from '../telemetry/port.ts'
import { startBalancer, type BalancerProgram } from './balancer-programs.ts'

/** Odd, so that plain round robin over two processes would split the requests of each. */
const CREDENTIALS = 15
const PARTNERS = 4

/** Defines the tests of a balancer with its configuration. */
export function testBalancer(program: BalancerProgram): void {
  test('all requests of a credential reach one process, and both processes have work', async () => {
    const processes = [await startRecorder(), await startRecorder()]
    const balancer = await startBalancer(
      program,
      processes.map(({ url }) => url),
    )

    const ids = Array.from({ length: CREDENTIALS }, () => randomUUID())
    for (const id of [...ids, ...ids, ...ids]) {
      await fetch(`${balancer}/v2/orders`, { method: 'POST', headers: { 'x-client-id': id } })
    }

    const [one = [], two = []] = processes.map(({ seen }) => ids.map((id) => countOf(seen, id)))
    expect(one.map((count) => [0, 3].includes(count))).toEqual(ids.map(() => true))
    expect(one.map((count, at) => count + (two[at] ?? 0))).toEqual(ids.map(() => 3))
    expect([one.includes(3), two.includes(3)]).toEqual([true, true])
  })

  test('partners are served, operators are not, and one process is enough', async () => {
    const service = await startService()
    const second = await service.another()
    const url = await startBalancer(program, [service.url, second.url])
    const http = new Http(url)
    const clients: SignedClient[] = []
    for (let count = 0; count < PARTNERS; count += 1) {
      const { credentials } = await service.newPartner()
      clients.push(signedClient(http, credentials))
    }
    const statuses = async (): Promise<number[]> => {
      const replies = await Promise.all(clients.map(({ get }) => get('/v2/accounts/balances')))
      return replies.map(({ status }) => status)
    }
    const served = clients.map(() => 200)

    expect(await statuses()).toEqual(served)
    for (const target of ['/admin/v1/partners', '/health/ready', '/metrics']) {
      // The OpenAPI document lacks the responses of the balancer itself.
      expect((await fetch(new URL(target, url))).status).toBe(404)
    }
    await second.stop()
    await eventually(async () => expect(await statuses()).toEqual(served))
    http.close()
  })

  test('while the database fails over, each response says when to try again; the order is placed once', async () => {
    const proxies: CuttableProxy[] = []
    const service = await startService({
      funds: { USD: '100.00' },
      connectThrough: async (target) => {
        const proxy = await startCuttableProxy(target)
        onTestFinished(() => proxy.close())
        proxies.push(proxy)
        return proxy.target
      },
    })
    const { productId } = await service.product()
    const processes = [service.url, (await service.another()).url]
    const http = new Http(await startBalancer(program, processes))
    onTestFinished(() => http.close())
    const partner = signedClient(http, service.partner.credentials)
    const body = anOrder({ productId })
    const headers = { 'idempotency-key': randomUUID() }
    const place = (): Promise<Reply> => partner.post('/v2/orders', body, headers)
    expect((await partner.get('/v2/orders')).status).toBe(200)

    for (const proxy of proxies) proxy.cut()
    expectRetryAfter(await place())
    await eventually(async () =>
      expect(await Promise.all(processes.map(isReady))).toEqual([false, false]),
    )
    expectRetryAfter(await place())
    for (const proxy of proxies) proxy.mend()

    const placed = await eventually(async () => {
      const reply = await place()
      expect(reply.status).toBe(201)
      return reply
    })
    expect((await place()).text).toBe(placed.text)
    expect(dataOf(await partner.get('/v2/orders'))).toHaveLength(1)
  })
}

async function isReady(url: string): Promise<boolean> {
  return (await fetch(`${url}/health/ready`)).ok
}

function expectRetryAfter(reply: Reply): void {
  expect([502, 503]).toContain(reply.status)
  expect(reply.headers['retry-after']).toBe('1')
  expect(reply.body.error.code).toBe('INTERNAL_SERVER_ERROR')
}

function countOf(seen: readonly string[], id: string): number {
  return seen.filter((one) => one === id).length
}

/** A process that records the credential of each request. */
export interface Recorder {
  readonly url: string
  readonly seen: readonly string[]
}

const succeed: RequestListener = (_request, response) => void response.end()

/** Starts a server that responds by `respond`, and to the checks of a balancer. */
export async function startRecorder(
  respond: RequestListener = succeed,
  check: RequestListener = succeed,
): Promise<Recorder> {
  const seen: string[] = []
  const server = createServer((request, response) => {
    const id = request.headers['x-client-id']
    if (typeof id === 'string') seen.push(id)
    if (id === undefined) check(request, response)
    else respond(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${portOf(server)}`, seen }
}
