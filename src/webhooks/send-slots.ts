/** What is being sent to one endpoint. */
export interface Sending {
  sending: number
  /** True if its last attempt failed or took long. */
  readonly isSlow: boolean
}

const LIMITS = {
  fast: { perEndpoint: 16, inAll: 512 },
  slow: { perEndpoint: 2, inAll: 128 },
}

/**
 * Limits how much is sent at a time, by an endpoint and in all. Endpoints that are slow or fail
 * share slots of their own, so that however many of them there are, the others do not wait.
 */
export class SendSlots {
  #fast = 0
  #slow = 0

  /** Returns false if there is no slot free for the endpoint. */
  take({ sending, isSlow }: Sending): boolean {
    const { perEndpoint, inAll } = isSlow ? LIMITS.slow : LIMITS.fast
    if (sending >= perEndpoint || (isSlow ? this.#slow : this.#fast) >= inAll) return false
    if (isSlow) this.#slow += 1
    else this.#fast += 1
    return true
  }

  /** `wasSlow`: as it was when the slot was taken. */
  release(wasSlow: boolean): void {
    if (wasSlow) this.#slow -= 1
    else this.#fast -= 1
  }
}
