import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'

/**
 * Bytes that are made while they are sent. A chunk is left alone when the next but one is asked
 * for: whoever makes them may do so in two buffers by turns.
 */
export type Chunks = AsyncIterable<Uint8Array | string>

/** A client that reads nothing for so long holds a place that others wait for. */
const UNREAD_MS_MAX = 60_000

export function isChunks(body: unknown): body is Chunks {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body
}

/**
 * Sends the reply as a stream: the next chunk is made while one is on its way, and no other. What
 * fails before the first byte rejects, to be answered as any other error; what fails later breaks
 * the answer off, so that nobody takes it for whole, and is reported to `onBroken`. A client that
 * goes away, or takes nothing for `unreadMsMax`, ends the making.
 */
export async function sendStream(
  reply: FastifyReply,
  body: Chunks,
  onBroken: (error: unknown) => void,
  unreadMsMax = UNREAD_MS_MAX,
): Promise<void> {
  const chunks = body[Symbol.asyncIterator]()
  const first = await chunks.next()
  reply.hijack()
  const { raw } = reply
  try {
    for (const [name, value = []] of Object.entries(reply.getHeaders())) raw.setHeader(name, value)
    raw.writeHead(reply.statusCode)
    await sendAll(raw, { chunks, first, unreadMsMax })
    raw.end()
  } catch (error) {
    onBroken(error)
    raw.destroy()
  } finally {
    await chunks.return?.()
  }
}

interface Sending {
  readonly chunks: AsyncIterator<Uint8Array | string>
  readonly first: IteratorResult<Uint8Array | string>
  readonly unreadMsMax: number
}

async function sendAll(
  raw: ServerResponse,
  { chunks, first, unreadMsMax }: Sending,
): Promise<void> {
  let sending = Promise.resolve()
  for (let next = first; next.done !== true; next = await chunks.next()) {
    await sending
    if (raw.destroyed) return
    sending = sent(raw, next.value, unreadMsMax)
  }
  await sending
}

/**
 * Resolves when the chunk is the system's, or the connection is gone. Destroys the connection if
 * nobody takes the chunk for `unreadMsMax`.
 */
function sent(raw: ServerResponse, chunk: Uint8Array | string, unreadMsMax: number): Promise<void> {
  return new Promise((resolve) => {
    const unread = setTimeout(() => raw.destroy(), unreadMsMax)
    const done = (): void => {
      clearTimeout(unread)
      raw.off('close', done)
      resolve()
    }
    // Of a connection that ends meanwhile the write itself says nothing.
    raw.once('close', done)
    raw.write(chunk, done)
  })
}
