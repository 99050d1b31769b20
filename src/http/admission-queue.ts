import type { ServerResponse } from 'node:http'
import { Refusal, type Clock } from '../core/mod.ts'
import type { Ledger } from '../ledger/mod.ts'
import type { CredentialStore } from '../partners/mod.ts'

/** Some groups of a partner: more that wait in the ledger make it no faster, and cost memory. */
const QUEUED_MAX = 1_024
const WAITING_MAX = 8_192
/** Places that each partner has, however many others fill the room. */
const WAITING_OF_ONE_MIN = 512
/** Well below what clients wait for an answer. */
const WAIT_MS_MAX = 2_000
/** In which the ledger takes far fewer than it has. */
const SWEEP_MS = 5
const RETRY_AFTER_SECONDS = 1

interface Waiting {
  readonly since: number
  readonly response: ServerResponse
  /** Lets it through, or refuses it with the error. */
  done(error?: Error): void
}

interface AdmissionQueueOptions {
  readonly ledger: Pick<Ledger, 'queued'>
  readonly credentials: Pick<CredentialStore, 'partnerOf'>
  readonly clock: Clock
}

/**
 * Where writes of a partner wait, unread, while the ledger has as many of this partner as it can
 * use; those of another wait for nothing of this. They go on in the order in which they came. One
 * that has waited for too long is refused, and so is one that finds the room full: with 503, before
 * anything of it was looked at. To wait is what keeps refusals few: a client that is refused at
 * once comes back at once, and each time costs what would serve another.
 */
export class AdmissionQueue {
  readonly #options: AdmissionQueueOptions
  /** By partner; none is empty. */
  readonly #lanes = new Map<number, Waiting[]>()
  #waiting = 0
  #sweeping: NodeJS.Timeout | undefined

  constructor(options: AdmissionQueueOptions) {
    this.#options = options
  }

  /**
   * Calls `done` now or later, unless the client goes away meanwhile. Whose id nobody knows yet is
   * let through, and has no write in the ledger: authentication finds out, or refuses.
   */
  enter(clientId: unknown, response: ServerResponse, done: (error?: Error) => void): void {
    const { ledger, credentials, clock } = this.#options
    if (this.#waiting === 0 && ledger.queued() < QUEUED_MAX) return done()
    const partnerId = typeof clientId === 'string' ? credentials.partnerOf(clientId) : undefined
    if (partnerId === undefined) return done()
    const lane = this.#lanes.get(partnerId) ?? []
    if (lane.length === 0 && ledger.queued(partnerId) < QUEUED_MAX) return done()
    if (this.#waiting >= WAITING_MAX && lane.length >= WAITING_OF_ONE_MIN) return done(overloaded())
    lane.push({ since: clock.monotonic(), response, done })
    this.#lanes.set(partnerId, lane)
    this.#waiting += 1
    this.#sweeping ??= setInterval(() => this.#sweep(), SWEEP_MS)
  }

  waiting(): number {
    return this.#waiting
  }

  #sweep(): void {
    const going = [...this.#lanes].flatMap(([partnerId, lane]) => this.#leave(partnerId, lane))
    if (this.#waiting === 0) {
      clearInterval(this.#sweeping)
      this.#sweeping = undefined
    }
    for (const go of going) go()
  }

  /** Takes those out of a lane that wait no longer. */
  #leave(partnerId: number, lane: Waiting[]): (() => void)[] {
    const { ledger, clock } = this.#options
    const refusedBefore = clock.monotonic() - WAIT_MS_MAX
    let room = QUEUED_MAX - ledger.queued(partnerId)
    let ready = 0
    const going: (() => void)[] = []
    for (const { since, response, done } of lane) {
      if (room <= 0 && since > refusedBefore && !response.destroyed) break
      ready += 1
      if (response.destroyed) continue
      going.push(room > 0 ? () => done() : () => done(overloaded()))
      room -= 1
    }
    lane.splice(0, ready)
    this.#waiting -= ready
    if (lane.length === 0) this.#lanes.delete(partnerId)
    return going
  }
}

function overloaded(): Refusal {
  const retryAfterSeconds = RETRY_AFTER_SECONDS
  return new Refusal('overloaded', 'too many requests are waiting', { retryAfterSeconds })
}
