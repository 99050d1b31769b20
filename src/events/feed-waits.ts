import { Refusal } from '../core/mod.ts'

/** A reader that waits for an event after a number. */
export interface FeedWait {
  readonly partnerId: number
  readonly after: number
  readonly ms: number
  isOver(): boolean
}

interface ActiveWait extends FeedWait {
  end(): void
}

const WAITS_MAX = 5_000
const WAITS_PER_PARTNER_MAX = 20
const RETRY_AFTER_SECONDS = 5

/** Readers that wait for events. They hold no connection of the database. */
export class FeedWaits {
  readonly #byPartner = new Map<number, Set<ActiveWait>>()
  #count = 0

  /** Resolves when there may be an event, or the time is over. Refuses rate_limited. */
  async untilEvent(wait: FeedWait): Promise<void> {
    const waits = this.#byPartner.get(wait.partnerId) ?? new Set<ActiveWait>()
    if (waits.size >= WAITS_PER_PARTNER_MAX || this.#count >= WAITS_MAX) {
      const message = `at most ${WAITS_PER_PARTNER_MAX} requests of a partner wait at a time`
      throw new Refusal('rate_limited', message, { retryAfterSeconds: RETRY_AFTER_SECONDS })
    }
    this.#byPartner.set(wait.partnerId, waits)
    this.#count += 1
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => active.end(), wait.ms)
      const active: ActiveWait = {
        ...wait,
        isOver: () => wait.isOver(),
        end: () => {
          clearTimeout(timer)
          this.#remove(waits, active)
          resolve()
        },
      }
      waits.add(active)
    })
  }

  #remove(waits: Set<ActiveWait>, wait: ActiveWait): void {
    if (!waits.delete(wait)) return
    this.#count -= 1
    if (waits.size === 0) this.#byPartner.delete(wait.partnerId)
  }

  /** Ends the waits for these partners. */
  wake(partnerIds: Iterable<number>): void {
    for (const id of partnerIds) for (const wait of this.#of(id)) wait.end()
  }

  /** Ends the waits for an event up to this number. */
  reached(partnerId: number, last: number): void {
    for (const wait of this.#of(partnerId)) if (wait.after < last) wait.end()
  }

  /** Ends the waits of readers that must not wait any longer. */
  endOver(): void {
    for (const id of this.partners()) for (const wait of this.#of(id)) if (wait.isOver()) wait.end()
  }

  partners(): number[] {
    return [...this.#byPartner.keys()]
  }

  #of(partnerId: number): readonly ActiveWait[] {
    return [...(this.#byPartner.get(partnerId) ?? [])]
  }
}
