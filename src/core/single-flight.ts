import type { Clock } from './clock.ts'

/**
 * A value that is read anew when it is too old. Whoever asks while it is being read waits for that
 * read. What was begun before `forget` is given to those who wait for it, and is not kept.
 */
export class SingleFlight<Value> {
  readonly #clock: Clock
  readonly #freshMs: number
  #kept: Value | undefined
  #readAt = -Infinity
  #underWay: Promise<Value> | undefined
  #next: { readonly after: Promise<Value>; readonly value: Promise<Value> } | undefined

  constructor(clock: Clock, freshMs: number) {
    this.#clock = clock
    this.#freshMs = freshMs
  }

  /** What was kept last, however old. */
  get last(): Value | undefined {
    return this.#kept
  }

  /** What was kept, unless it is too old or forgotten: its age counts from when its read began. */
  get fresh(): Value | undefined {
    return this.#clock.monotonic() - this.#readAt < this.#freshMs ? this.#kept : undefined
  }

  async read(read: () => Promise<Value>): Promise<Value> {
    const startedAt = this.#clock.monotonic()
    const mine = (this.#underWay ??= read())
    try {
      const value = await mine
      // Only the first who waits, who began it, finds it under way.
      if (this.#underWay === mine) {
        this.#kept = value
        this.#readAt = startedAt
      }
      return value
    } finally {
      if (this.#underWay === mine) this.#underWay = undefined
    }
  }

  /** As `read`, of a read that begins from now on: one that is under way is waited for first. */
  readAnew(read: () => Promise<Value>): Promise<Value> {
    const after = this.#underWay
    if (!after) return this.read(read)
    if (this.#next?.after === after) return this.#next.value
    const again = (): Promise<Value> => this.read(read)
    const value = after.then(again, again)
    this.#next = { after, value }
    return value
  }

  /** It has changed: whoever asks from now on gets what is read from now on. */
  forget(): void {
    this.#readAt = -Infinity
    this.#underWay = undefined
  }
}
