import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Readable } from 'node:stream'
import { CommandFailure } from './failure.ts'

export interface HttpRequest {
  readonly method: string
  /** Where the service is; a path in it precedes that of every request. */
  readonly base: string
  /** Path and query, sent as they are written. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  /** Bytes, or a stream that is sent as it comes. */
  readonly body?: Uint8Array | Readable
}

export interface HttpAnswer {
  readonly status: number
  readonly statusText: string
  readonly headers: IncomingHttpHeaders
  /** Read it to its end, or destroy it. */
  readonly body: IncomingMessage
}

/** A request that is silent for this long is given up; proving a large ledger takes its time. */
const SILENCE_MS_MAX = 600_000

/** Sends one request and answers when the headers of its answer are there. */
export function exchange(request: HttpRequest): Promise<HttpAnswer> {
  const { method, base, target, headers, body } = request
  const { protocol, origin, pathname } = new URL(base)
  const send = protocol === 'https:' ? httpsRequest : httpRequest
  const path = pathname.replace(/\/+$/, '') + target
  const options = { method, path, headers, agent: false, timeout: SILENCE_MS_MAX }
  return new Promise((resolve, reject) => {
    const outgoing = send(origin, options, (incoming) => {
      // A service may answer before it has read everything; what is left need not be sent then.
      incoming.once('end', () => outgoing.destroy())
      resolve({
        status: incoming.statusCode ?? 0,
        statusText: incoming.statusMessage ?? '',
        headers: incoming.headers,
        body: incoming,
      })
    })
    outgoing.on('timeout', () => outgoing.destroy(new Error('it does not answer')))
    // After the answer has begun, a broken upload no longer matters, and nobody hears this.
    outgoing.on('error', (error) => reject(unreachable(origin, error)))
    if (body === undefined || body instanceof Uint8Array) {
      outgoing.end(body)
      return
    }
    body.on('error', (error) => {
      outgoing.destroy()
      reject(error)
    })
    outgoing.on('close', () => body.destroy())
    body.pipe(outgoing)
  })
}

export async function readBody(body: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of body) chunks.push(Buffer.from(chunk as Uint8Array))
  return Buffer.concat(chunks)
}

function unreachable(origin: string, error: Error): CommandFailure {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.message
  const hint = code === 'ECONNREFUSED' ? '; is it running? `npm start` starts the demo' : ''
  return new CommandFailure(`cannot reach ${origin} (${code})${hint}`, { cause: error })
}
