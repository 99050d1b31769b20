import type { WriteOutcome, Write } from './group.ts'

const GROUP_WRITES_MAX = 512
/** Bounds the time that a group holds its book to some tenths of a second. */
const GROUP_WEIGHT_MAX = 5_000
/** A second group of less weight costs more than it gains. */
const HALF_WEIGHT_MIN = 16
const QUEUE_WRITES_MAX = 4_096
const QUEUE_WEIGHT_MAX = 65_536

/**
 * The writes of one partner, in arrival order: the group under way, then those that wait. A write
 * stays in the group until it is settled: accepted or refused, after the commit.
 */
export class PartnerQueue {
  readonly partnerId: number
  readonly #group = new Set<Write>()
  readonly #waiting: Write[] = []
  readonly #onQueued: (change: number) => void
  /** The weight of the waiting writes. */
  #weight = 0
  /** The weight of the group, including its settled writes. */
  #weightOfGroup = 0

  /** Calls `onQueued` with each change of the weight of the waiting writes. */
  constructor(partnerId: number, onQueued: (change: number) => void) {
    this.partnerId = partnerId
    this.#onQueued = onQueued
  }

  /** The number of writes that wait for the next group. */
  get waiting(): number {
    return this.#waiting.length
  }

  /** Returns the weight of the waiting writes. A write of many rows counts as many writes. */
  get waitingWeight(): number {
    return this.#weight
  }

  /** The writes of the group that are not settled yet. */
  get group(): readonly Write[] {
    return [...this.#group]
  }

  get isSettled(): boolean {
    return this.#group.size === 0
  }

  /** True if the queue has no room for this weight. An empty queue accepts any write. */
  isFull(weight: number): boolean {
    // The first write of the next group always fits.
    const first = this.isSettled ? this.#waiting[0] : undefined
    const count = this.#waiting.length - (first ? 1 : 0)
    const waiting = this.#weight - (first?.weight ?? 0)
    return count > 0 && (count >= QUEUE_WRITES_MAX || waiting + weight > QUEUE_WEIGHT_MAX)
  }

  push(write: Write): void {
    this.#waiting.push(write)
    this.#weight += write.weight
    this.#onQueued(write.weight)
  }

  /** Returns the group together with the waiting writes that it has room for. */
  grown(): readonly Write[] {
    const group = this.group.slice()
    let weight = group.reduce((sum, write) => sum + write.weight, 0)
    for (const write of this.#waiting) {
      weight += write.weight
      const isFull = group.length >= GROUP_WRITES_MAX || weight > GROUP_WEIGHT_MAX
      if (isFull && group.length > 0) break
      group.push(write)
    }
    return group
  }

  /**
   * Begins a group of about half of the writers: of those that wait, and of those in the last
   * group, which are about to write again. Measures the half by the weight of the writes. While the
   * database commits one half, this process serves the other. Measured with 64 connections: 1.15x
   * of the throughput of groups of all waiting writes, which have 1 and 63 writes alternately.
   */
  beginHalf(): void {
    const half = Math.ceil((this.#weightOfGroup + this.#weight) / 2)
    const weightMin = Math.max(HALF_WEIGHT_MIN, half)
    let [size, weight] = [0, 0]
    for (const write of this.grown()) {
      if (weight >= weightMin) break
      size += 1
      weight += write.weight
    }
    this.growTo(size)
  }

  /** Moves waiting writes into the group until it has `size` writes. */
  growTo(size: number): void {
    if (this.isSettled) this.#weightOfGroup = 0
    let weight = 0
    for (const write of this.#waiting.splice(0, size - this.#group.size)) {
      this.#group.add(write)
      weight += write.weight
    }
    this.#weight -= weight
    this.#weightOfGroup += weight
    this.#onQueued(-weight)
  }

  /** Settles the promise of a write and removes it from the group. */
  settle(outcome: WriteOutcome): void {
    const { write } = outcome
    this.#group.delete(write)
    if ('result' in outcome) write.resolve(outcome.result)
    else write.reject(outcome.error)
  }
}
