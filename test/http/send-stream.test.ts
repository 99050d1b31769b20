import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { sendStream, type Chunks } from '../../src/http/responses/send-stream.ts'

const CHUNK_BYTES = 1_048_576

let app: FastifyInstance | undefined

afterEach(() => app?.close())

interface StreamServer {
  readonly url: string
  readonly broken: unknown[]
}

async function serve(body: () => Chunks): Promise<StreamServer> {
  app = Fastify({ forceCloseConnections: true })
  const broken: unknown[] = []
  app.get('/', async (_request, reply) => {
    reply.header('x-mark', 'kept')
    await sendStream(reply, body(), (error) => broken.push(error))
    return reply
  })
  return { url: await app.listen({ port: 0, host: '127.0.0.1' }), broken }
}

function request(url: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(url, resolve).once('error', reject)
  })
}

test('two buffers alternate: a slow reader gets every chunk unchanged', async () => {
  const count = 24
  async function* byTurns(): AsyncGenerator<Buffer> {
    const buffers = [Buffer.alloc(CHUNK_BYTES), Buffer.alloc(CHUNK_BYTES)]
    for (let at = 0; at < count; at += 1) yield buffers[at % 2]?.fill(at) ?? Buffer.alloc(0)
  }
  const { url, broken } = await serve(byTurns)

  const response = await request(url)
  const bytesByValue = Array.from({ length: count }, () => 0)
  for await (const chunk of response as AsyncIterable<Buffer>) {
    for (const byte of chunk) bytesByValue[byte] = (bytesByValue[byte] ?? 0) + 1
  }

  expect(response).toMatchObject({ statusCode: 200, headers: { 'x-mark': 'kept' } })
  expect(bytesByValue).toEqual(bytesByValue.map(() => CHUNK_BYTES))
  expect(broken).toEqual([])
})

async function* failing(after: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < after; at += 1) yield Buffer.alloc(CHUNK_BYTES)
  throw new Error('does not open')
}

test('a failure before the first byte is an ordinary error; a later one leaves the body incomplete', async () => {
  const early = await serve(() => failing(0))
  expect(await request(early.url)).toMatchObject({ statusCode: 500 })
  expect(early.broken).toEqual([])
  await app?.close()

  const late = await serve(() => failing(2))
  const response = await request(late.url)
  response.resume()
  await expect(once(response, 'end')).rejects.toThrow('aborted')
  expect(late.broken).toHaveLength(1)
})

test('a client that goes away ends the generator', async () => {
  let ended: () => void
  const end = new Promise<void>((resolve) => (ended = resolve))
  async function* endless(): AsyncGenerator<Buffer> {
    try {
      for (;;) yield Buffer.alloc(CHUNK_BYTES)
    } finally {
      ended()
    }
  }
  const { url, broken } = await serve(endless)

  const response = await request(url)
  response.once('error', () => undefined)
  response.destroy()

  await end
  expect(broken).toEqual([])
})

test('a client that reads nothing is cut off after a while, and the generator ends', async () => {
  let ended = false
  async function* endless(): AsyncGenerator<Buffer> {
    try {
      for (;;) yield Buffer.alloc(CHUNK_BYTES)
    } finally {
      ended = true
    }
  }
  app = Fastify({ forceCloseConnections: true })
  app.get('/', async (_request, reply) => {
    await sendStream(reply, endless(), () => undefined, 50)
    return reply
  })
  const url = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const socket = connect(Number(url.port), url.hostname)
  socket.on('error', () => undefined)
  socket.pause()
  socket.write('GET / HTTP/1.1\r\nhost: t\r\n\r\n')

  await expect.poll(() => ended).toBe(true)
  socket.destroy()
})
