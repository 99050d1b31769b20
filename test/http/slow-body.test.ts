import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { BODY_MS_MAX } from '../../src/http/arrival.ts'
import { eventually } from '../support/eventually.ts'
import { ADMIN_TOKEN, openService, type RunningService } from '../support/service.ts'

let service: RunningService
/** The bounds that were set and not lifted: calling one lets its time pass. */
let bounds: Set<() => void>

beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.end())

beforeEach(() => {
  bounds = new Set()
  const { setTimeout: start, clearTimeout: stop } = globalThis
  const byTimer = new Map<unknown, () => void>()
  const startAndTell = (run: () => void, ms?: number): NodeJS.Timeout => {
    const timer = start(run, ms)
    if (ms === BODY_MS_MAX) {
      byTimer.set(timer, run)
      bounds.add(run)
    }
    return timer
  }
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(startAndTell)
  vi.spyOn(globalThis, 'clearTimeout').mockImplementation((timer) => {
    const run = byTimer.get(timer)
    if (run) bounds.delete(run)
    stop(timer)
  })
})

function opened(lines: readonly string[], body: string): Socket {
  const { hostname, port } = new URL(service.url)
  const socket = connect(Number(port), hostname)
  socket.write([...lines, 'host: a', 'content-length: 100', '', body].join('\r\n'))
  return socket
}

function letTimePass(): void {
  for (const run of bounds) run()
}

test('408: a body that does not arrive in time ends its connection, before anything is done', async () => {
  for (const request of ['POST /v2/orders HTTP/1.1', 'POST /nothing HTTP/1.1']) {
    const socket = opened([request], '{')
    await eventually(() => expect(bounds.size).toBe(1))

    letTimePass()

    expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\nx-request-id: /)
  }
})

test('what was refused before its body had arrived loses its connection then', async () => {
  const socket = opened(['POST /admin/v1/products/1/codes HTTP/1.1'], 'a')
  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 401 /)
  expect(bounds.size).toBe(1)

  letTimePass()

  expect(await text(socket)).toBe('')
})

test('an upload that was admitted may take its time', async () => {
  const { productId } = await service.product({ supplier: 'vault' })
  const authorization = `authorization: Bearer ${ADMIN_TOKEN}`
  const request = `POST /admin/v1/products/${productId}/codes HTTP/1.1`
  const socket = opened([request, authorization, 'content-type: text/csv'], 'faceValue,')
  await eventually(() => expect(vi.mocked(clearTimeout)).toHaveBeenCalled())
  await eventually(() => expect(bounds.size).toBe(0))

  socket.write('giftCardNumber\n10,ABC\n'.padEnd(90, '\n'))

  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 201 /)
  socket.destroy()
})
