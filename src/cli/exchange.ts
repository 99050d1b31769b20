import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Readable } from 'node:stream'
import { CommandFailure, faultCodeOf } from './failure.ts'
import { USER_AGENT } from './version.ts'

export interface HttpRequest {
  readonly method: string
  /** The service's URL. Its path, if any, precedes that of every request. */
  readonly base: string
  /** Path and query, sent as written. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  /** Bytes, or a stream that is sent as it is read. */
  readonly body?: Uint8Array | Readable
  /** Aborts the request after this time without traffic. */
  readonly silenceMsMax?: number
  /** Aborts the request, as if the connection was lost. */
  readonly interrupt?: AbortSignal
}

export interface HttpResponse {
  readonly status: number
  readonly statusText: string
  readonly headers: IncomingHttpHeaders
  /** Must be read to its end or destroyed. */
  readonly body: IncomingMessage
}

/** The default of `silenceMsMax`: long, because a large ledger is verified without traffic. */
const SILENCE_MS_MAX = 600_000

/** Sends one request. Resolves when the headers of the response have arrived. */
export function exchange(request: HttpRequest): Promise<HttpResponse> {
  const { method, base, target, headers, body, interrupt } = request
  const timeout = request.silenceMsMax ?? SILENCE_MS_MAX
  const { protocol, origin, pathname } = new URL(base)
  const send = protocol === 'https:' ? httpsRequest : httpRequest
  const path = pathname.replace(/\/+$/, '') + target
  const signal = interrupt && { signal: interrupt }
  const allHeaders = { 'user-agent': USER_AGENT, ...headers }
  const options = { method, path, headers: allHeaders, agent: false, timeout, ...signal }
  return new Promise((resolve, reject) => {
    const outgoing = send(origin, options, (incoming) => {
      // The service may respond before it has read the whole body. The rest need not be sent then.
      incoming.once('end', () => outgoing.destroy())
      resolve({
        status: incoming.statusCode ?? 0,
        statusText: incoming.statusMessage ?? '',
        headers: incoming.headers,
        body: incoming,
      })
    })
    outgoing.on('timeout', () => outgoing.destroy(new Error('it does not respond')))
    // Once the response has begun, a broken upload no longer matters, and this has no effect.
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

export function unreachable(origin: string, error: Error): CommandFailure {
  const code = faultCodeOf(error)
  const hint = code === 'ECONNREFUSED' ? '; is it running? `npm start` starts the demo' : ''
  return new CommandFailure(`cannot reach ${origin} (${code})${hint}`, { cause: error })
}
