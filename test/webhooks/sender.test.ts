import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../src/core/mod.ts'
import { WebhookSender } from '../../src/webhooks/mod.ts'

/** Sends one webhook to a receiver that handles it by `receive`. */
async function sendTo(receive: RequestListener, timeoutMs = 10_000) {
  const server = createServer(receive)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const sender = new WebhookSender({ clock: systemClock, isPrivateAllowed: true, timeoutMs })
  onTestFinished(async () => {
    await sender.close()
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return sender.send({ url: `http://127.0.0.1:${port}/hooks`, headers: {}, body: '{}' })
}

test('a receiver that never responds is a failure after the timeout', async () => {
  const answer = await sendTo(() => undefined, 100)

  expect(answer).toMatchObject({ status: undefined, fault: 'no response within 0.1 s' })
})

test('a provisional response does not count: the status after it decides', async () => {
  const answer = await sendTo((_request, response) => {
    response.writeProcessing()
    response.writeHead(503).end('later')
  })

  expect(answer).toMatchObject({ status: 503, fault: 'HTTP 503', response: 'later' })
})

test('a huge response is cut, and its connection is closed', async () => {
  const part = Buffer.alloc(65_536, 'x')
  const huge = Readable.from(Array<Buffer>(1_024).fill(part))
  let isWhole: Promise<boolean> | undefined
  const answer = await sendTo((_request, response) => {
    isWhole = once(response, 'close').then(() => huge.readableEnded)
    huge.pipe(response.writeHead(500))
  })

  expect(answer).toMatchObject({ status: 500, response: 'x'.repeat(1_000) })
  expect(await isWhole).toBe(false)
})

test('a connection that ends within a response leaves the status that has arrived', async () => {
  const answer = await sendTo((request, response) => {
    response.writeHead(500, { 'content-length': 100 })
    response.write('half', () => request.socket.destroy())
  })

  expect(answer).toMatchObject({ status: 500, response: 'half' })
})
