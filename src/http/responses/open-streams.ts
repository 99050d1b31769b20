import { Refusal } from '../../core/mod.ts'
import type { Chunks } from './send-stream.ts'

export interface StreamLimits {
  readonly streamsPerLinkMax: number
  readonly streamsPerPartnerMax: number
}

/** The partner of a download, and the link that it uses, if any. */
export interface StreamOwner {
  readonly link?: string
  readonly partnerId: number
}

const RETRY_AFTER_SECONDS = 5

/**
 * Limits open downloads. Each one holds memory, however slowly its client reads, and anybody who
 * has a link can use it.
 */
export class OpenStreams {
  readonly #limits: StreamLimits
  readonly #byLink = new Map<string, number>()
  readonly #byPartner = new Map<number, number>()

  constructor(limits: StreamLimits) {
    this.#limits = limits
  }

  /**
   * Yields the chunks of `open`. The download counts until it ends, fails or is abandoned. Refuses
   * rate_limited if the link or the partner has too many open.
   */
  async *hold(owner: StreamOwner, open: () => Chunks): AsyncGenerator<Uint8Array | string> {
    const { link, partnerId } = owner
    const { streamsPerLinkMax, streamsPerPartnerMax } = this.#limits
    if (link !== undefined) requireRoom(this.#byLink.get(link), streamsPerLinkMax, 'link')
    requireRoom(this.#byPartner.get(partnerId), streamsPerPartnerMax, 'partner')
    this.#count(owner, 1)
    try {
      yield* open()
    } finally {
      this.#count(owner, -1)
    }
  }

  #count({ link, partnerId }: StreamOwner, change: number): void {
    if (link !== undefined) add(this.#byLink, link, change)
    add(this.#byPartner, partnerId, change)
  }
}

function requireRoom(openCount = 0, max: number, owner: string): void {
  if (openCount < max) return
  throw new Refusal('rate_limited', `at most ${max} downloads of one ${owner} at a time`, {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
}

function add<Key>(counts: Map<Key, number>, key: Key, change: number): void {
  const count = (counts.get(key) ?? 0) + change
  if (count === 0) counts.delete(key)
  else counts.set(key, count)
}
