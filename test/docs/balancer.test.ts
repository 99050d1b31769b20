import { randomUUID } from 'node:crypto'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { Http, signedClient, type SignedClient } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { startService } from '../support/service.ts'
import { blocksOf, readPage, sectionOf } from './markdown.ts'

const PAGE = sectionOf(readPage('docs/operations.md'), 'Several processes behind a balancer')
const [CONFIGURATION = ''] = blocksOf(PAGE, 'haproxy')
/** Odd, so that requests in turn would not reach the same process each time by themselves. */
const CREDENTIALS = 15
const PARTNERS = 4

test('the page has one configuration, which hashes on the header that names the credential', () => {
  expect(blocksOf(PAGE, 'haproxy')).toHaveLength(1)
  expect(CONFIGURATION).toContain('balance hdr(x-client-id)')
})

test('all requests of a credential reach one process, and both processes have work', async () => {
  const processes = [await startRecorder(), await startRecorder()]
  const balancer = await startBalancer(processes.map(({ url }) => url))

  const ids = Array.from({ length: CREDENTIALS }, () => randomUUID())
  for (const id of [...ids, ...ids, ...ids]) {
    await fetch(`${balancer}/v2/orders`, { method: 'POST', headers: { 'x-client-id': id } })
  }

  const [one = [], two = []] = processes.map(({ seen }) => ids.map((id) => countOf(seen, id)))
  expect(one.map((count) => [0, 3].includes(count))).toEqual(ids.map(() => true))
  expect(one.map((count, at) => count + (two[at] ?? 0))).toEqual(ids.map(() => 3))
  expect([one.includes(3), two.includes(3)]).toEqual([true, true])
})

test('partners are served, the operator is not, and one process serves all when the other stops', async () => {
  const service = await startService()
  const second = await service.another()
  const url = await startBalancer([service.url, second.url])
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
    // What the balancer itself responds is in no document of the service.
    expect((await fetch(new URL(target, url))).status).toBe(404)
  }
  await second.stop()
  await eventually(async () => expect(await statuses()).toEqual(served))
  http.close()
})

function countOf(seen: readonly string[], id: string): number {
  return seen.filter((one) => one === id).length
}

/** Starts a server that is ready, and remembers the credential of each request. */
async function startRecorder(): Promise<{ url: string; seen: string[] }> {
  const seen: string[] = []
  const server = createHttpServer((request, response) => {
    const id = request.headers['x-client-id']
    if (typeof id === 'string') seen.push(id)
    response.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${portOf(server)}`, seen }
}

/** Starts HAProxy with the configuration of the page, on ports of this test; returns its URL. */
async function startBalancer(processes: readonly string[]): Promise<string> {
  const port = await freePort()
  const [one = '', two = ''] = processes.map((url) => new URL(url).host)
  const text = CONFIGURATION.replace('127.0.0.1:8080', `127.0.0.1:${port}`)
    .replace('127.0.0.1:8081', one)
    .replace('127.0.0.1:8082', two)
  const directory = mkdtempSync(join(tmpdir(), 'tessera-balancer-'))
  const file = join(directory, 'haproxy.cfg')
  writeFileSync(file, `${text}\n`)
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' })
  onTestFinished(async () => {
    child.kill()
    if (child.exitCode === null) await once(child, 'exit')
    rmSync(directory, { recursive: true })
  })
  const url = `http://127.0.0.1:${port}`
  await eventually(async () => expect((await fetch(url)).status).not.toBe(503))
  return url
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const port = portOf(server)
  server.close()
  return port
}

function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('there is no port')
  return address.port
}
