import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openService, type RunningService } from '../support/service.ts'

let service: RunningService
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.end())

/** The whole answer to one request. */
async function answerTo(...lines: string[]): Promise<string> {
  const { hostname, port } = new URL(service.url)
  const socket = connect(Number(port), hostname)
  socket.end(`${lines.join('\r\n')}\r\n\r\n`)
  return text(socket)
}

test('HTTP/1.1 without a Host: 400 with an id and a body', async () => {
  const answer = await answerTo('GET /v2/orders HTTP/1.1', 'connection: close')

  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  expect(answer).toMatch(/^x-request-id: \S/m)
  expect(answer).toContain('"message":"the Host header is missing"')
})

test('HTTP/1.0 needs none', async () => {
  expect(await answerTo('GET /health/live HTTP/1.0')).toMatch(/^HTTP\/1\.1 200 /)
})

test('an expectation that nobody knows is passed over', async () => {
  const lines = ['GET /health/live HTTP/1.1', 'host: a', 'expect: wonders', 'connection: close']

  expect(await answerTo(...lines)).toMatch(/^HTTP\/1\.1 200 /)
})
