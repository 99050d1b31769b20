import { createHash } from 'node:crypto'
import { isoTime, signedHeaders, systemClock, type Signer } from '../../core/mod.ts'

/** A service, and the token of its operator. */
export interface MonthTarget {
  /** Of the paths of partners, and of those of the operator. Without a trailing slash. */
  readonly url: string
  readonly operatorUrl: string
  readonly adminToken: string
}

/** What is sent, and the name of the step, of which its Idempotency-Key is made. */
interface Sent {
  readonly body?: object | string
  readonly step?: string
}

interface Response {
  readonly status: number
  readonly data: Data
}

/** The `data` of a response, of whatever shape the step expects. */
export type Data = ReturnType<typeof JSON.parse>

/**
 * Acts over HTTP as the operator and as partners. Each step has an Idempotency-Key of its own, so
 * a month that was interrupted goes on where it stopped.
 */
export class MonthClient {
  readonly #target: MonthTarget

  constructor(target: MonthTarget) {
    this.#target = target
  }

  /** Throws if the operator is refused. */
  async operate(method: string, path: string, sent: Sent = {}): Promise<Data> {
    const headers = { authorization: `Bearer ${this.#target.adminToken}` }
    return required(path, await this.#send(method, `/admin/v1${path}`, { ...sent, headers }))
  }

  /** Throws if the partner is refused. */
  async act(signer: Signer, path: string, sent: Required<Sent>): Promise<Data> {
    return required(path, await this.tryTo(signer, path, sent))
  }

  async tryTo(signer: Signer, path: string, { body, step }: Required<Sent>): Promise<Response> {
    const timestamp = isoTime(systemClock.now())
    const bytes = Buffer.from(JSON.stringify(body))
    const headers = signedHeaders(signer, { method: 'POST', body: bytes, timestamp })
    return await this.#send('POST', path, { body, step, headers })
  }

  async #send(
    method: string,
    path: string,
    { body, step, headers }: Sent & { readonly headers: Readonly<Record<string, string>> },
  ): Promise<Response> {
    const isText = typeof body === 'string'
    const { url, operatorUrl } = this.#target
    const base = path.startsWith('/admin/v1') ? operatorUrl : url
    const response = await fetch(base + path, {
      method,
      headers: {
        ...headers,
        ...(body !== undefined && { 'content-type': isText ? 'text/csv' : 'application/json' }),
        ...(step !== undefined && { 'idempotency-key': keyOf(step) }),
      },
      ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
    })
    const parsed: Data = await response.json()
    return { status: response.status, data: parsed.data ?? parsed }
  }
}

function required(path: string, { status, data }: Response): Data {
  if (status < 400) return data
  throw new Error(`the month stopped at ${path}: ${status} ${JSON.stringify(data)}`)
}

/** Returns the key of a step: a UUID of version 8, made of its name. */
function keyOf(step: string): string {
  const hash = createHash('sha256').update(`tessera demo month: ${step}`).digest('hex')
  const parts = [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`]
  return [...parts, `8${hash.slice(17, 20)}`, hash.slice(20, 32)].join('-')
}
