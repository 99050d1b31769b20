import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, type IncomingHttpHeaders } from 'node:http2'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { selfSigned } from '../support/certificate.ts'
import { endChild } from '../support/end-child.ts'
import { eventually } from '../support/eventually.ts'
import { startBalancer, type BalancerProgram } from './balancer-programs.ts'
import { startRecorder } from './balancing.ts'

/** Enough that each of the two processes gets some of them. */
const CREDENTIALS = 12
const STUB = join(import.meta.dirname, 'stub-process.js')
const CUSTOMERS = '/api/partner/v1/customer'
const LOST = { code: 'INTERNAL_SERVER_ERROR' }

interface Stub {
  readonly url: string
  readonly child: ChildProcess
  seen(): Promise<string[]>
}

async function startStub(): Promise<Stub> {
  const child = spawn(process.execPath, [STUB], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => endChild(child, 'SIGKILL'))
  const [url] = await once(createInterface(child.stdout), 'line')
  const seen = async (): Promise<string[]> =>
    (await fetch(`${url}/seen`)).json() as Promise<string[]>
  return { url, child, seen }
}

/** Defines the tests of a balancer in front of failing processes. */
export function testFaults(program: BalancerProgram): void {
  test('a frozen process delays few requests, executes none twice, and is used again later', async () => {
    const stubs = [await startStub(), await startStub()]
    const [one, two] = stubs
    const balancer = await startBalancer(
      program,
      stubs.map(({ url }) => url),
    )
    const ids = Array.from({ length: CREDENTIALS }, () => randomUUID())
    const post = (id: string): Promise<Response> =>
      fetch(balancer + CUSTOMERS, { method: 'POST', headers: { 'x-client-id': id } })

    one?.child.kill('SIGSTOP')
    const replies = await Promise.all(ids.map(post))

    const failed = replies.filter(({ status }) => status !== 200)
    expect([failed.length > 0, failed.length < CREDENTIALS]).toEqual([true, true])
    for (const reply of failed) {
      expect([reply.status, reply.headers.get('retry-after')]).toEqual([502, '1'])
      expect(await reply.json()).toMatchObject({ success: false, error: LOST })
    }
    expect(new Set(await Promise.all(ids.map(async (id) => (await post(id)).status)))).toContain(
      200,
    )
    one?.child.kill('SIGCONT')
    await eventually(async () => {
      const fresh = Array.from({ length: CREDENTIALS }, () => randomUUID())
      await Promise.all(fresh.map(post))
      const both = await Promise.all(stubs.map(({ seen }) => seen()))
      expect(both.map((seen) => fresh.some((id) => seen.includes(`POST ${id}`)))).toEqual([
        true,
        true,
      ])
    })
    const [seenByOne = [], seenByTwo = []] = await Promise.all(stubs.map(({ seen }) => seen()))
    // Each request was sent twice by the test. A balancer's own repetition would be the third.
    const twice = ids.filter((id) => count(seenByOne, id) + count(seenByTwo, id) > 2)
    expect(twice).toEqual([])
    two?.child.kill('SIGKILL')
    await eventually(async () =>
      expect(await Promise.all(ids.map(async (id) => (await post(id)).status))).toEqual(
        ids.map(() => 200),
      ),
    )
  })

  test('the own responses of the balancer have the shape of their path family', async () => {
    const stub = await startStub()
    const balancer = await startBalancer(program, [stub.url, stub.url])
    const operators = await fetch(`${balancer}/admin/v1/partners`)
    expect(operators.status).toBe(404)
    expect(await operators.json()).toMatchObject({ error: { code: 'RESOURCE_NOT_FOUND' } })

    await endChild(stub.child, 'SIGKILL')

    for (const [path, envelope] of [
      ['/v2/orders', { error: LOST }],
      [CUSTOMERS, { success: false, error: LOST }],
    ] as const) {
      const reply = await fetch(balancer + path)
      expect([502, 503]).toContain(reply.status)
      expect([reply.headers.get('retry-after'), reply.headers.get('content-type')]).toEqual([
        '1',
        'application/json',
      ])
      expect(await reply.json()).toEqual({
        ...envelope,
        error: { ...LOST, message: expect.any(String) as string },
      })
    }
  })

  test('with its lines for TLS, the balancer serves HTTP/2 and passes the address of the client on', async () => {
    const received: IncomingHttpHeaders[] = []
    const recorder = await startRecorder((request, response) => {
      received.push(request.headers)
      response.end()
    })
    const certificate = selfSigned('127.0.0.1')
    const tls = { certificate, url: '' }
    await startBalancer(program, [recorder.url, recorder.url], tls)
    const session = connect(tls.url, { ca: certificate.cert })
    onTestFinished(() => session.close())
    const claimed = '203.0.113.9'
    const stream = session.request({
      ':path': '/v2/orders',
      'x-client-id': randomUUID(),
      'x-forwarded-for': claimed,
    })
    const [headers] = await once(stream, 'response')
    stream.resume()

    expect([session.alpnProtocol, headers[':status']]).toEqual(['h2', 200])
    expect(String(received[0]?.['x-forwarded-for']).split(/, ?/)).toEqual([claimed, '127.0.0.1'])
  })
}

function count(seen: readonly string[], id: string): number {
  return seen.filter((one) => one.endsWith(id)).length
}
