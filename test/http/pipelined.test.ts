import { once } from 'node:events'
import { createServer, type ServerOptions, type ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { isoTime, systemClock } from '../../src/core/mod.ts'
import { sendClientError } from '../../src/http/listeners/client-errors.ts'
import { afterEarlier } from '../../src/http/limits/pipelined.ts'
import { signedHeaders, type Credentials } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { requestsInFlight } from '../support/current-metrics.ts'
import { anOrder, dataOf, startService } from '../support/service.ts'

function connectTo(url: string): Socket {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  onTestFinished(() => void socket.destroy())
  return socket
}

interface PlainRequest {
  readonly method: string
  readonly target: string
  readonly body?: string
}

/** The bytes of one signed request. */
function wireOf(credentials: Credentials, { method, target, body = '' }: PlainRequest): string {
  const timestamp = isoTime(systemClock.now())
  const headers = {
    host: 'a',
    ...signedHeaders(credentials, { method, body, timestamp }),
    ...(body && { 'content-type': 'application/json', 'content-length': body.length }),
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
}

test('a request right behind a write on the same connection sees that write', async () => {
  const { url, partner, product } = await startService({ funds: { USD: '1000.00' } })
  await product()
  const socket = connectTo(url)

  const body = JSON.stringify(anOrder({ amount: 100, quantity: 1 }))
  const balances = { method: 'GET', target: '/v2/accounts/balances' }
  const requests = [balances, { method: 'POST', target: '/v2/orders', body }, balances]
  socket.write(requests.map((each) => wireOf(partner.credentials, each)).join(''))
  socket.write('GET /health/live HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n')
  const answers = await text(socket)

  expect(answers.match(/HTTP\/1.1 \d+|"funds":\d+/g)).toEqual([
    'HTTP/1.1 200',
    '"funds":1000',
    'HTTP/1.1 201',
    'HTTP/1.1 200',
    '"funds":900',
    'HTTP/1.1 200',
  ])
})

test('pipelined requests of a client that goes away end', async () => {
  const { url, partner, product, waitForOrder, services } = await startService({
    funds: { USD: '1000000.00' },
  })
  await product()
  const { id } = dataOf(await partner.post('/v2/orders', anOrder({ amount: 1, quantity: 100_000 })))
  await waitForOrder(id, 'COMPLETED')
  const socket = connectTo(url)

  const items = wireOf(partner.credentials, { method: 'GET', target: `/v2/orders/${id}/items` })
  socket.pause().write(items.repeat(3))
  await eventually(async () => expect(await requestsInFlight(services)).toBeGreaterThan(0))
  socket.destroy()

  await eventually(async () => expect(await requestsInFlight(services)).toBe(0))
})

/** Writes far more than a connection takes at once, as fast as the connection accepts it. */
function writeForLong(response: ServerResponse, done: () => void): void {
  const part = Buffer.alloc(2 ** 20)
  let parts = 50
  const next = (): void => {
    while (parts > 0) {
      parts -= 1
      if (!response.write(part)) return
    }
    done()
  }
  response.on('drain', next)
  next()
}

/**
 * A server that ends only the response to `/`, writes the response to `/long`, and counts requests.
 */
async function plainServer(options: ServerOptions = {}) {
  const first: ServerResponse[] = []
  const parsed = { count: 0 }
  const server = createServer(options, (request, response) => {
    parsed.count += 1
    afterEarlier(request, response, () => {
      if (request.url === '/') return response.end('x')
      if (request.url === '/long') writeForLong(response, () => first.push(response))
      else first.push(response)
    })
  })
  server.on('clientError', (error, socket) => {
    sendClientError(error, socket, { isOnlyByTls: false })
  })
  server.listen(0)
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  /** Returns the first response once it has begun. The server does not end it. */
  const heldResponse = () => eventually(() => first[0] ?? expect.fail('no response is held'))
  return { url, server, parsed, heldResponse }
}

test('a connection is read only a little ahead of its first response, and wholly in the end', async () => {
  const all = 20_000
  const { url, parsed, heldResponse } = await plainServer()
  const socket = connectTo(url)

  socket.write('GET /wait HTTP/1.1\r\nhost: a\r\n\r\n')
  socket.write(`GET / HTTP/1.1\r\nhost: a\r\nx: ${'a'.repeat(200)}\r\n\r\n`.repeat(all - 2))
  socket.write('GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n')
  // Ticks of the event loop, in each of which 64 KiB would be read.
  for (let turn = 0; turn < 200; turn += 1) await (await fetch(url)).text()
  const first = await heldResponse()
  expect(parsed.count - 200).toBeLessThan(all / 10)

  first.end('x')
  expect((await text(socket)).match(/HTTP\/1.1 200/g)).toHaveLength(all)
})

test('parts of a long response do not cause further reads of the connection', async () => {
  const { url, parsed, heldResponse } = await plainServer()
  const socket = connectTo(url).resume()
  socket.on('error', () => undefined)
  const request = 'GET / HTTP/1.1\r\nhost: a\r\n\r\n'
  const many = request.repeat(10_000)
  const sendAhead = (): void => {
    while (socket.write(many));
  }

  // In one packet, so that Node.js itself also pauses, and reads on when a part is sent.
  socket.on('drain', sendAhead).write(`GET /long HTTP/1.1\r\nhost: a\r\n\r\n${many}`)
  await heldResponse()

  // Only the bytes that came with the first request are parsed: two or three reads of 64 KiB.
  expect(parsed.count).toBeLessThan((3 * 65_536) / request.length)
})

test('a head whose time runs out while we do not read its connection still gets a response', async () => {
  const timeouts = { headersTimeout: 1_000, connectionsCheckingInterval: 20 }
  const { url, server, parsed, heldResponse } = await plainServer(timeouts)
  const expired = once(server, 'clientError')
  const connected = once(server, 'connection') as Promise<[Socket]>
  const socket = connectTo(url)

  socket.write('GET /wait HTTP/1.1\r\nhost: a\r\n\r\nGET / HTTP/1.1\r\nhost: a\r\n\r\nGET / HT')
  const [accepted] = await connected
  await eventually(() => expect(accepted.isPaused()).toBe(true))
  socket.write('TP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n')
  expect(await expired).toMatchObject([{ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, accepted])
  expect(parsed.count).toBe(2)

  const first = await heldResponse()
  first.end('x')
  expect((await text(socket)).match(/HTTP\/1.1 200/g)).toHaveLength(3)
})
