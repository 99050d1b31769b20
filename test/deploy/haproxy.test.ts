import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import type { RequestListener, ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { PROJECT } from '../docs/markdown.ts'
import { eventually } from '../support/eventually.ts'
import { testFaults } from './balancer-faults.ts'
import { HAPROXY, startBalancer } from './balancer-programs.ts'
import { startRecorder, testBalancer } from './balancing.ts'

test.each(['deploy/haproxy/haproxy.cfg', 'deploy/docker/haproxy.cfg'])(
  'HAProxy accepts %s without a warning',
  (path) => {
    const checked = spawnSync('haproxy', ['-c', '-f', path], { cwd: PROJECT, encoding: 'utf8' })

    expect(checked.stderr).toBe('')
    expect(checked.status).toBe(0)
  },
)

testBalancer(HAPROXY)
testFaults(HAPROXY)

test('a process that is busy for most of a second at each check is used', async () => {
  let checks = 0
  const busy: RequestListener = (_request, response) => {
    checks += 1
    setTimeout(() => response.end(), 800)
  }
  const processes = [await startRecorder(undefined, busy), await startRecorder(undefined, busy)]
  const balancer = await startBalancer(
    HAPROXY,
    processes.map(({ url }) => url),
  )
  await eventually(() => expect(checks).toBeGreaterThan(8))

  const headers = { 'x-client-id': randomUUID() }
  expect((await fetch(`${balancer}/v2/orders`, { headers })).status).toBe(200)
})

test('a process that stops gets no new request, and finishes those that it has', async () => {
  const openResponses: ServerResponse[] = []
  let refusals = 0
  let isLeaving = false
  const hold: RequestListener = (_request, response) => void openResponses.push(response)
  const check: RequestListener = (_request, response) => {
    if (isLeaving) refusals += 1
    response.writeHead(isLeaving ? 503 : 200).end()
  }
  const [leaving, other] = [await startRecorder(hold, check), await startRecorder()]
  const balancer = await startBalancer(HAPROXY, [leaving.url, other.url])
  const send = (id: string): Promise<Response> =>
    fetch(`${balancer}/v2/orders`, { headers: { 'x-client-id': id } })
  const ids = Array.from({ length: 20 }, () => randomUUID())
  const sent = ids.map(send)
  await eventually(() => expect(openResponses.length + other.seen.length).toBe(ids.length))
  expect(openResponses.length).toBeGreaterThan(0)

  isLeaving = true
  await eventually(() => expect(refusals).toBeGreaterThan(2))

  expect((await Promise.all(ids.map(send))).map(({ status }) => status)).toEqual(ids.map(() => 200))
  for (const response of openResponses) response.end()
  expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(ids.map(() => 200))
})
