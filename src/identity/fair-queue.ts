import { Refusal } from '../core/mod.ts'

/** Somebody who waits in a fair queue. */
export interface QueuedCaller {
  /** A network or a person. Keys take turns. */
  readonly key: string
  /** True for somebody who has signed in before. Strangers wait until none of these waits. */
  readonly isKnown: boolean
}

export interface FairQueueOptions {
  readonly strangersMax: number
  readonly knownMax: number
}

interface Entry {
  begin(): void
  refuse(error: Refusal): void
}

/** Waiting entries of one kind by key. The keys are in the order in which they are served. */
class Waiters {
  readonly #byKey = new Map<string, Entry[]>()
  readonly #max: number
  #count = 0

  constructor(max: number) {
    this.#max = max
  }

  /**
   * Refuses overloaded if the queue is full, unless another key has more entries: then its last one
   * is refused instead.
   */
  requireRoom(key: string): void {
    if (this.#count >= this.#max && this.#longestAbove(key) === undefined) throw overloaded()
  }

  add(key: string, entry: Entry): void {
    this.requireRoom(key)
    if (this.#count >= this.#max) {
      this.#longestAbove(key)?.pop()?.refuse(overloaded())
      this.#count -= 1
    }
    const entries = this.#byKey.get(key)
    if (entries) entries.push(entry)
    else this.#byKey.set(key, [entry])
    this.#count += 1
  }

  next(): Entry | undefined {
    const [first] = this.#byKey
    if (!first) return undefined
    const [key, entries] = first
    const entry = entries.shift()
    this.#byKey.delete(key)
    if (entries.length > 0) this.#byKey.set(key, entries)
    this.#count -= 1
    return entry
  }

  /**
   * Returns the entries of the key with the most entries, if `key` would still have fewer after
   * adding one. Otherwise returns undefined.
   */
  #longestAbove(key: string): Entry[] | undefined {
    const waiting = this.#byKey.get(key)?.length ?? 0
    let longest: Entry[] | undefined
    for (const entries of this.#byKey.values()) {
      if (entries.length > (longest?.length ?? waiting + 1)) longest = entries
    }
    return longest
  }
}

/**
 * Runs one piece of work at a time. The number of waiting entries is bounded, and keys take turns,
 * so that one key cannot hold up the others.
 */
export class FairQueue {
  readonly #known: Waiters
  readonly #strangers: Waiters
  #isBusy = false

  constructor({ knownMax, strangersMax }: FairQueueOptions) {
    this.#known = new Waiters(knownMax)
    this.#strangers = new Waiters(strangersMax)
  }

  /** Refuses overloaded if `run` would. */
  requireRoom({ key, isKnown }: QueuedCaller): void {
    if (this.#isBusy) this.#waitersOf(isKnown).requireRoom(key)
  }

  /** Refuses overloaded if too many wait. */
  async run<T>({ key, isKnown }: QueuedCaller, work: () => Promise<T>): Promise<T> {
    if (this.#isBusy) {
      await new Promise<void>((begin, refuse) =>
        this.#waitersOf(isKnown).add(key, { begin, refuse }),
      )
    }
    this.#isBusy = true
    try {
      return await work()
    } finally {
      const next = this.#known.next() ?? this.#strangers.next()
      // The queue stays busy, so that no new call begins before the one that waited.
      if (next) next.begin()
      else this.#isBusy = false
    }
  }

  #waitersOf(isKnown: boolean): Waiters {
    return isKnown ? this.#known : this.#strangers
  }
}

function overloaded(): Refusal {
  return new Refusal('overloaded', 'too many passwords are being checked; try again')
}
