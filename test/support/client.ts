import { documentFault } from './documented.ts'
import { Agent, request, type IncomingHttpHeaders } from 'node:http'
import { isoTime, signedHeaders as sign, systemClock } from '../../src/core/mod.ts'

/** The credentials that a partner signs with. */
export interface Credentials {
  readonly clientId: string
  readonly apiKey: string
  readonly hmacSecret: string
}

export interface Reply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** The body as JSON; undefined if the body is not JSON. */
  readonly body: Json
  readonly text: string
}

/** Tests read responses of every shape. */
export type Json = ReturnType<typeof JSON.parse>

export type Headers = Readonly<Record<string, string | string[]>>

export interface RawRequest {
  readonly method: string
  /** Path and query, sent as they are. */
  readonly target: string
  readonly headers?: Headers
  readonly body?: string | Buffer
}

/** Sends requests to one service, on connections of its own. */
export class Http {
  readonly #base: URL
  readonly #agent = new Agent({ keepAlive: true })

  constructor(url: string) {
    this.#base = new URL(url)
  }

  /** Rejects a response that the OpenAPI documents do not describe. */
  async send(sent: RawRequest): Promise<Reply> {
    const reply = await this.#exchange(sent)
    const { status, headers, body } = reply
    const received = {
      ...sent,
      status,
      headers,
      body: body as unknown,
    }
    const fault = documentFault(received)
    if (fault !== undefined) throw new Error(fault)
    return reply
  }

  #exchange({ method, target, headers = {}, body }: RawRequest): Promise<Reply> {
    const { hostname, port } = this.#base
    return new Promise((resolve, reject) => {
      const sent = request(
        { hostname, port, method, path: target, headers, agent: this.#agent },
        (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('error', reject)
          response.on('end', () => {
            const text = Buffer.concat(chunks).toString('utf8')
            const { statusCode: status = 0, headers: responseHeaders } = response
            resolve({ status, headers: responseHeaders, body: parseJson(text), text })
          })
        },
      )
      sent.on('error', reject)
      sent.end(body)
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}

function parseJson(text: string): Json {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The five headers of a request, as a partner makes them. */
export function signedHeaders(
  credentials: Credentials,
  { method, body = '', timestamp }: { method: string; body?: string | Buffer; timestamp: string },
): Record<string, string> {
  return sign(credentials, { method, body: Buffer.from(body), timestamp })
}

/** Bodies that are text or bytes go out as they are, others as JSON. */
export type Body = string | Buffer | object

export interface SignedClient {
  readonly credentials: Credentials
  get(target: string, headers?: Headers): Promise<Reply>
  post(target: string, body: Body, headers?: Headers): Promise<Reply>
  /** Signs and sends any request; `headers` replace the signed ones. */
  send(method: string, target: string, sent?: { body?: Body; headers?: Headers }): Promise<Reply>
}

/** A client that signs with `credentials`, at the time that `now` returns. */
export function signedClient(
  http: Http,
  credentials: Credentials,
  now: () => number = () => systemClock.now(),
): SignedClient {
  const send: SignedClient['send'] = (method, target, { body, headers } = {}) => {
    const bytes = body === undefined ? undefined : encoded(body)
    const timestamp = isoTime(now())
    const signed = signedHeaders(credentials, {
      method,
      timestamp,
      ...(bytes !== undefined && { body: bytes }),
    })
    const type = bytes === undefined ? {} : { 'content-type': 'application/json' }
    return http.send({
      method,
      target,
      headers: { ...signed, ...type, ...headers },
      ...(bytes !== undefined && { body: bytes }),
    })
  }
  return {
    credentials,
    send,
    get: (target, headers = {}) => send('GET', target, { headers }),
    post: (target, body, headers = {}) => send('POST', target, { body, headers }),
  }
}

export function encoded(body: Body): string | Buffer {
  return typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)
}

/** Returns the cookie that a response sets, as a browser sends it back. */
export function cookieOf({ headers }: Reply): string {
  const [cookie = ''] = headers['set-cookie'] ?? []
  return cookie.split(';')[0] ?? ''
}
