import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import { MS_PER_MINUTE } from '../../core/mod.ts'

/**
 * Bytes that are produced while they are sent. A chunk is no longer used once the second chunk
 * after it is requested, so a producer may alternate between two buffers.
 */
export type Chunks = AsyncIterable<Uint8Array | string>

/** A client that reads nothing for this long is disconnected. */
const UNREAD_MS_MAX = MS_PER_MINUTE

export function isChunks(body: unknown): body is Chunks {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body
}

/**
 * Sends the reply as a stream, and requests one chunk ahead. A failure before the first byte
 * rejects. A later one aborts the response, so that it cannot be taken for complete, and is
 * reported to `onBroken`. If the client disconnects, or reads nothing for `unreadMsMax`, production
 * stops.
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
    sending = sendChunk(raw, next.value, unreadMsMax)
  }
  await sending
}

/**
 * Resolves when the chunk is written or the connection closed. Destroys the connection if the chunk
 * stays unread for `unreadMsMax`.
 */
function sendChunk(
  raw: ServerResponse,
  chunk: Uint8Array | string,
  unreadMsMax: number,
): Promise<void> {
  return new Promise((resolve) => {
    const unread = setTimeout(() => raw.destroy(), unreadMsMax)
    const done = (): void => {
      clearTimeout(unread)
      raw.off('close', done)
      resolve()
    }
    // A write says nothing if its connection closes meanwhile.
    raw.once('close', done)
    raw.write(chunk, done)
  })
}
