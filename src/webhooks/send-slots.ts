/** An endpoint, as far as the limits of sending need it. */
export interface Sending {
  readonly partnerId: number
  sending: number
  /** True if its last attempt failed or took long. */
  readonly isSlow: boolean
  /** True if there is an event to send. */
  readonly hasReady: boolean
}

const LIMITS = {
  fast: { perEndpoint: 16, inAll: 512 },
  slow: { perEndpoint: 2, inAll: 128 },
}

/** A limit, and the endpoints that wait for a slot below it. Partners take turns. */
class SlotQueue<T extends Sending> {
  readonly #isSlow: boolean
  readonly #limit: { readonly perEndpoint: number; readonly inAll: number }
  readonly #waiting = new Map<number, Set<T>>()
  inUse = 0

  constructor(isSlow: boolean) {
    this.#isSlow = isSlow
    this.#limit = isSlow ? LIMITS.slow : LIMITS.fast
  }

  add(endpoint: T): void {
    if (!this.#isServed(endpoint)) return
    const { partnerId } = endpoint
    const endpoints = this.#waiting.get(partnerId)
    if (endpoints) endpoints.add(endpoint)
    else this.#waiting.set(partnerId, new Set([endpoint]))
  }

  /** Returns the longest waiting endpoint of the partner that has waited longest. */
  next(): T | undefined {
    while (this.inUse < this.#limit.inAll) {
      const [first] = this.#waiting
      if (!first) return undefined
      const [partnerId, endpoints] = first
      const [endpoint] = endpoints
      if (endpoint) endpoints.delete(endpoint)
      this.#waiting.delete(partnerId)
      if (endpoints.size > 0) this.#waiting.set(partnerId, endpoints)
      if (endpoint && this.#isServed(endpoint)) return endpoint
    }
    return undefined
  }

  /** True if the endpoint still belongs to this queue: it may change while it waits. */
  #isServed({ isSlow, hasReady, sending }: T): boolean {
    return hasReady && isSlow === this.#isSlow && sending < this.#limit.perEndpoint
  }
}

/**
 * Limits the number of requests at a time, to an endpoint and in all. A free slot goes to the
 * partner that has waited longest, whatever the others have to send. Endpoints that are slow or
 * fail share slots of their own, so that the others do not wait for them, however many there are.
 */
export class SendSlots<T extends Sending> {
  readonly #fast = new SlotQueue<T>(false)
  readonly #slow = new SlotQueue<T>(true)

  /**
   * Lets the endpoint wait for a slot, if it has an event to send and fewer slots than its maximum.
   */
  request(endpoint: T): void {
    this.#queueOf(endpoint.isSlow).add(endpoint)
  }

  /**
   * Assigns a free slot. Returns its endpoint; undefined if no slot is free, or no endpoint waits.
   */
  take(): T | undefined {
    const endpoint = this.#fast.next() ?? this.#slow.next()
    if (endpoint) this.#queueOf(endpoint.isSlow).inUse += 1
    return endpoint
  }

  /** Frees a slot. `wasSlow`: whether the endpoint was slow when the slot was taken. */
  release(wasSlow: boolean): void {
    this.#queueOf(wasSlow).inUse -= 1
  }

  #queueOf(isSlow: boolean): SlotQueue<T> {
    return isSlow ? this.#slow : this.#fast
  }
}
