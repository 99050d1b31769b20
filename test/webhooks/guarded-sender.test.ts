import type { LookupAddress } from 'node:dns'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../src/core/mod.ts'
import { WebhookSender } from '../../src/webhooks/mod.ts'
import { dataOf, startService } from '../support/service.ts'

const LOOPBACK = { address: '127.0.0.1', family: 4 }
const PUBLIC = { address: '1.1.1.1', family: 4 }

/** Starts a program on this machine that counts the connections to it. */
async function startLocalProgram(): Promise<{ port: number; connections: () => number }> {
  let count = 0
  const server = createServer((socket) => {
    count += 1
    socket.on('error', () => socket.destroy())
    socket.end('HTTP/1.1 204 No Content\r\n\r\n')
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  onTestFinished(() => void server.close())
  return { port: (server.address() as AddressInfo).port, connections: () => count }
}

/** Sends to a host of this name, at the port of a program of this machine. */
async function sendTo(host: string, resolved: readonly LookupAddress[] = []) {
  const { port, connections } = await startLocalProgram()
  const lookups: string[] = []
  const sender = new WebhookSender({
    clock: systemClock,
    isPrivateAllowed: false,
    resolve: (hostname, callback) => {
      lookups.push(hostname)
      callback(null, [...resolved])
    },
  })
  onTestFinished(() => sender.close())
  const answer = await sender.send({ url: `http://${host}:${port}/`, headers: {}, body: '{}' })
  return { answer, lookups, connections: connections() }
}

test.each(['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '0.0.0.0', '2130706433'])(
  'nothing connects to %s, an address of this machine',
  async (host) => {
    const { answer, connections } = await sendTo(host)

    const fault = expect.stringContaining('is a private or reserved address')
    expect(answer).toMatchObject({ status: undefined, fault })
    expect(connections).toBe(0)
  },
)

test.each([
  ['leads to this machine', [LOOPBACK]],
  ['also leads to this machine', [PUBLIC, LOOPBACK]],
])('nothing connects to a host whose name %s', async (_title, resolved) => {
  const { answer, lookups, connections } = await sendTo('hooks.example.com', resolved)

  expect(answer.fault).toBe('127.0.0.1 is a private or reserved address')
  expect(lookups).toEqual(['hooks.example.com'])
  expect(connections).toBe(0)
})

test('a service without settings sends to no private address that a name leads to', async () => {
  const { partner } = await startService()
  const { port, connections } = await startLocalProgram()
  const endpoint = { url: `https://localhost:${port}/` }
  const { id } = dataOf(await partner.post('/v2/webhook-endpoints', endpoint))

  const tested = dataOf(await partner.post(`/v2/webhook-endpoints/${id}/test`, {}))

  const error = expect.stringContaining('is a private or reserved address')
  expect(tested).toMatchObject({ succeeded: false, error })
  expect(connections()).toBe(0)
})
