import type { ServerResponse } from 'node:http'
import { Refusal, type Clock } from '../core/mod.ts'
import type { Ledger } from '../ledger/mod.ts'

/** Some groups of the ledger: more that wait there make it no faster, and cost memory and time. */
const QUEUED_MAX = 1_024
const WAITING_MAX = 8_192
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

/**
 * Where writes wait, unread, while the ledger has as many as it can use. They go on in the order in
 * which they came. One that has waited for too long is refused, and so is one that finds the room
 * full: with 503, before anything of it was looked at. To wait is what keeps refusals few: a client
 * that is refused at once comes back at once, and each time costs what would serve another.
 */
export class WaitingRoom {
  readonly #ledger: Pick<Ledger, 'queued'>
  readonly #clock: Clock
  readonly #waiting: Waiting[] = []
  #sweeping: NodeJS.Timeout | undefined

  constructor({ ledger, clock }: { ledger: Pick<Ledger, 'queued'>; clock: Clock }) {
    this.#ledger = ledger
    this.#clock = clock
  }

  /** Calls `done` now or later, unless the client goes away meanwhile. */
  enter(response: ServerResponse, done: (error?: Error) => void): void {
    const { length } = this.#waiting
    if (length === 0 && this.#ledger.queued() < QUEUED_MAX) return done()
    if (length >= WAITING_MAX) return done(overloaded())
    this.#waiting.push({ since: this.#clock.monotonic(), response, done })
    this.#sweeping ??= setInterval(() => this.#sweep(), SWEEP_MS)
  }

  waiting(): number {
    return this.#waiting.length
  }

  #sweep(): void {
    const refusedBefore = this.#clock.monotonic() - WAIT_MS_MAX
    let room = QUEUED_MAX - this.#ledger.queued()
    let ready = 0
    const going: (() => void)[] = []
    for (const { since, response, done } of this.#waiting) {
      if (room <= 0 && since > refusedBefore && !response.destroyed) break
      ready += 1
      if (response.destroyed) continue
      going.push(room > 0 ? () => done() : () => done(overloaded()))
      room -= 1
    }
    this.#waiting.splice(0, ready)
    if (this.#waiting.length === 0) {
      clearInterval(this.#sweeping)
      this.#sweeping = undefined
    }
    for (const go of going) go()
  }
}

function overloaded(): Refusal {
  const retryAfterSeconds = RETRY_AFTER_SECONDS
  return new Refusal('overloaded', 'too many requests are waiting', { retryAfterSeconds })
}
