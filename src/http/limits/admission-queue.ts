import type { ServerResponse } from 'node:http'
import { Refusal, type Clock } from '../../core/mod.ts'
import type { Ledger } from '../../ledger/mod.ts'
import type { CredentialStore } from '../../partners/mod.ts'

/**
 * The most weight of one partner's writes in the ledger's queue: a few groups. More would cost
 * memory and not be faster.
 */
const QUEUED_MAX = 1_024
const WAITING_MAX = 8_192
/** Every partner may have this many writes waiting, however many writes of others wait. */
const WAITING_OF_ONE_MIN = 512
/** Well below the timeouts of clients. */
const WAIT_MS_MAX = 2_000
/** Short enough that the ledger cannot drain its queue between sweeps. */
const SWEEP_MS = 5
const RETRY_AFTER_SECONDS = 1

interface Waiting {
  readonly since: number
  readonly response: ServerResponse
  /** Admits the request, or refuses it with the error. */
  done(error?: Error): void
}

interface AdmissionQueueOptions {
  readonly ledger: Pick<Ledger, 'queued'>
  readonly credentials: Pick<CredentialStore, 'partnerOf'>
  readonly clock: Clock
}

/**
 * Admission control with one queue per partner. Writes wait unread while the ledger's queue is full
 * for their partner, and are admitted in order of arrival. Partners do not wait for each other. A
 * write that waits too long, or finds the queue full, is refused with 503 before its body is read.
 * Queueing makes refusals rare. That saves work, because refused clients retry at once and each
 * retry costs as much as a write.
 */
export class AdmissionQueue {
  readonly #options: AdmissionQueueOptions
  /** By partner. A queue that becomes empty is removed. */
  readonly #queues = new Map<number, Waiting[]>()
  #waiting = 0
  #sweeping: NodeJS.Timeout | undefined

  constructor(options: AdmissionQueueOptions) {
    this.#options = options
  }

  /**
   * Calls `done` now or later, unless the client disconnects meanwhile. An unknown client id is
   * admitted at once, because authentication decides about it.
   */
  enter(clientId: unknown, response: ServerResponse, done: (error?: Error) => void): void {
    const { ledger, credentials, clock } = this.#options
    if (this.#waiting === 0 && ledger.queued() < QUEUED_MAX) return done()
    const partnerId = typeof clientId === 'string' ? credentials.partnerOf(clientId) : undefined
    if (partnerId === undefined) return done()
    const queue = this.#queues.get(partnerId) ?? []
    if (queue.length === 0 && ledger.queued(partnerId) < QUEUED_MAX) return done()
    if (this.#waiting >= WAITING_MAX && queue.length >= WAITING_OF_ONE_MIN)
      return done(overloaded())
    queue.push({ since: clock.monotonic(), response, done })
    this.#queues.set(partnerId, queue)
    this.#waiting += 1
    this.#sweeping ??= setInterval(() => this.#sweep(), SWEEP_MS)
  }

  waiting(): number {
    return this.#waiting
  }

  #sweep(): void {
    const callbacks = [...this.#queues].flatMap(([partnerId, queue]) =>
      this.#removeReady(partnerId, queue),
    )
    if (this.#waiting === 0) {
      clearInterval(this.#sweeping)
      this.#sweeping = undefined
    }
    for (const callback of callbacks) callback()
  }

  /** Removes the writes that need not wait any longer, and returns their callbacks. */
  #removeReady(partnerId: number, queue: Waiting[]): (() => void)[] {
    const { ledger, clock } = this.#options
    const refusedBefore = clock.monotonic() - WAIT_MS_MAX
    let room = QUEUED_MAX - ledger.queued(partnerId)
    let ready = 0
    const callbacks: (() => void)[] = []
    for (const { since, response, done } of queue) {
      if (room <= 0 && since > refusedBefore && !response.destroyed) break
      ready += 1
      if (response.destroyed) continue
      callbacks.push(room > 0 ? () => done() : () => done(overloaded()))
      room -= 1
    }
    queue.splice(0, ready)
    this.#waiting -= ready
    if (queue.length === 0) this.#queues.delete(partnerId)
    return callbacks
  }
}

function overloaded(): Refusal {
  const retryAfterSeconds = RETRY_AFTER_SECONDS
  return new Refusal('overloaded', 'too many requests are waiting', { retryAfterSeconds })
}
