import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Tessera } from '@tessera/sdk'
import type { Clock, Signer } from '../../core/mod.ts'

const POLL_MS = 200
const POLLS_MAX = 150

/** A service, and the token of its operator. */
export interface MonthTarget {
  /** The base of the partners' paths and of the operator's, without a trailing slash. */
  readonly url: string
  readonly operatorUrl: string
  readonly adminToken: string
  /** The clock of the service. */
  readonly clock: Clock
}

/** A request, and the name of its step, from which its Idempotency-Key is made. */
interface SentStep {
  readonly body?: object | string
  readonly step?: string
}

/** The `data` of a response, of whatever shape the step expects. */
export type Data = ReturnType<typeof JSON.parse>

/**
 * Acts over HTTP as the operator and as partners. Each step has an Idempotency-Key of its own, so
 * an interrupted month continues where it stopped.
 */
export class MonthClient {
  readonly #target: MonthTarget

  constructor(target: MonthTarget) {
    this.#target = target
  }

  /** Returns the client of a partner, which signs by the clock of the service. */
  partner(signer: Signer): Tessera {
    const { url, clock } = this.#target
    return new Tessera({ ...signer, baseUrl: url, now: () => clock.now() })
  }

  /** Throws if the operator is refused. */
  async operate(method: string, path: string, { body, step }: SentStep = {}): Promise<Data> {
    const isText = typeof body === 'string'
    const { operatorUrl, adminToken } = this.#target
    const response = await fetch(`${operatorUrl}/admin/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${adminToken}`,
        ...(body !== undefined && { 'content-type': isText ? 'text/csv' : 'application/json' }),
        ...(step !== undefined && { 'idempotency-key': keyOf(step) }),
      },
      ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
    })
    const parsed: Data = await response.json()
    if (response.ok) return parsed.data ?? parsed
    const text = JSON.stringify(parsed)
    throw new Error(`the month stopped at ${path}: ${response.status} ${text}`)
  }

  /** Polls a path until `isDone` accepts the response. Throws after 30 s. */
  async until(path: string, isDone: (data: Data) => boolean): Promise<void> {
    for (let polls = 1; polls <= POLLS_MAX; polls += 1) {
      if (isDone(await this.operate('GET', path))) return
      await pause(POLL_MS)
    }
    throw new Error(`the month stopped: ${path} did not reach the expected state`)
  }
}

/** Returns the key of a step: a UUID of version 8, derived from its name. */
export function keyOf(step: string): string {
  const hash = createHash('sha256').update(`tessera demo month: ${step}`).digest('hex')
  const parts = [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`]
  return [...parts, `8${hash.slice(17, 20)}`, hash.slice(20, 32)].join('-')
}
