import { Refusal, type Clock } from '../core/mod.ts'
import type { Database } from '../db/mod.ts'
import { endOfTurn } from './end-of-turn.ts'
import type { GroupContext, GroupStats, Waiting, Write } from './group.ts'
import { createJointWrites } from './joint-writes.ts'
import { CachedBooks, type CacheLimits } from './cached-books.ts'
import { runGroup } from './run-group.ts'
import { runCached } from './run-cached.ts'
import { runShared } from './run-shared.ts'
import type { AnyWriteKind, WriteKind } from './write-kind.ts'

export interface LedgerOptions {
  readonly db: Database
  readonly clock: Clock
  /** Kinds that may join groups of others. */
  readonly followers: readonly AnyWriteKind[]
  readonly cacheLimits?: CacheLimits
  onGroup?(stats: GroupStats): void
}

/** The one path on which balances change. */
export interface Ledger {
  /**
   * Queues a write for its partner's next group; answers after the commit that made it durable.
   * Rejects with the write's own Refusal, with `overloaded` where the queue is full, or Outage.
   */
  submit<Input, State, Answer>(
    kind: WriteKind<Input, State, Answer>,
    partnerId: number,
    input: Input,
  ): Promise<Answer>
  /** Writes that wait for their group, of one partner or of all. */
  queued(partnerId?: number): number
  /** Answers when no write is queued or under way. */
  drained(): Promise<void>
}

const GROUP_WRITES_MAX = 512
/** So that a group holds the book for some tenths of a second, however large its writes are. */
const GROUP_WEIGHT_MAX = 5_000
/** Of fewer, a second group would cost more than it gains. */
const HALF_WRITES_MIN = 16
const QUEUE_WRITES_MAX = 4_096
const QUEUE_WEIGHT_MAX = 65_536
const RETRY_AFTER_SECONDS = 1

/** The queue of one partner; while one group commits, the next one gathers here. */
interface PartnerQueue {
  readonly partnerId: number
  readonly queue: Write[]
  /** Of all that is queued. */
  weight: number
  /** The first of the queue wait for nothing but their turn, or the lock: they go next. */
  isAboutToGo: boolean
  /** Writes of the group before, whose clients are about to write again. */
  last: number
}

export function createLedger(options: LedgerOptions): Ledger {
  const partnerQueues = new Map<number, PartnerQueue>()
  const idle: (() => void)[] = []
  const context = contextOf(options)
  let queued = 0

  async function serve(partnerQueue: PartnerQueue): Promise<void> {
    const isAlone = (): boolean => partnerQueues.size === 1
    const waiting = waitingOf(partnerQueue, isAlone, (change) => void (queued += change))
    while (partnerQueue.queue.length > 0) {
      partnerQueue.isAboutToGo = true
      const left = await runOnCached(context, waiting)
      if (left.length > 0) await runGroup(context, partnerQueue.partnerId, left)
    }
    partnerQueues.delete(partnerQueue.partnerId)
    if (partnerQueues.size === 0) for (const resolve of idle.splice(0)) resolve()
  }

  function enqueue(partnerId: number, write: Write): void {
    queued += 1
    const partnerQueue = partnerQueues.get(partnerId)
    if (partnerQueue) {
      partnerQueue.queue.push(write)
      partnerQueue.weight += write.weight
      return
    }
    const { weight } = write
    const opened = { partnerId, queue: [write], weight, isAboutToGo: true, last: 0 }
    partnerQueues.set(partnerId, opened)
    void serve(opened)
  }

  return {
    submit<Input, State, Answer>(
      kind: WriteKind<Input, State, Answer>,
      partnerId: number,
      input: Input,
    ): Promise<Answer> {
      const weight = kind.weigh?.(input) ?? 1
      if (isFull(partnerQueues.get(partnerId), weight)) return overloaded()
      return new Promise<Answer>((resolve, reject) => {
        enqueue(partnerId, { kind, input, weight, resolve, reject })
      })
    },
    queued: (partnerId) =>
      partnerId === undefined ? queued : (partnerQueues.get(partnerId)?.queue.length ?? 0),
    drained: () =>
      partnerQueues.size === 0 ? Promise.resolve() : new Promise((resolve) => idle.push(resolve)),
  }
}

function contextOf(options: LedgerOptions): GroupContext {
  const { db } = options
  const books = new CachedBooks(options.cacheLimits)
  db.life.onNew(() => books.clear())
  return {
    ...options,
    books,
    jointWrites: createJointWrites(db),
  }
}

/** `onQueued` hears by how many writes the queue changed. */
function waitingOf(
  partnerQueue: PartnerQueue,
  isAlone: () => boolean,
  onQueued: (change: number) => void,
): Waiting {
  return {
    partnerId: partnerQueue.partnerId,
    isAlone,
    next: () => nextGroup(partnerQueue),
    half: () => (isAlone() ? halfOf(partnerQueue) : nextGroup(partnerQueue).length),
    take(count = nextGroup(partnerQueue).length) {
      onQueued(-count)
      partnerQueue.isAboutToGo = false
      partnerQueue.last = count
      return takeFrom(partnerQueue, count)
    },
    putBack(group) {
      onQueued(group.length)
      putInFront(partnerQueue, group)
    },
  }
}

/** Commits what it can of a group from the cached book; returns the writes that are left. */
async function runOnCached(context: GroupContext, waiting: Waiting): Promise<readonly Write[]> {
  const { books } = context
  const { partnerId } = waiting
  const isRepeating = books.takeRepeating(partnerId)
  // What else arrives in this turn joins: a group costs as much for one write as for many.
  await endOfTurn()
  if (isRepeating) return waiting.take()
  return books.isShared(partnerId) ? runShared(context, waiting) : runCached(context, waiting)
}

/** A queue with nothing behind its next group accepts any write. */
function isFull(partnerQueue: PartnerQueue | undefined, weight: number): boolean {
  if (!partnerQueue || partnerQueue.queue.length === 0) return false
  if (
    partnerQueue.queue.length < QUEUE_WRITES_MAX &&
    partnerQueue.weight + weight <= QUEUE_WEIGHT_MAX
  )
    return false
  const going = partnerQueue.isAboutToGo ? nextGroup(partnerQueue) : []
  const count = partnerQueue.queue.length - going.length
  if (count === 0) return false
  const waiting = going.reduce((left, write) => left - write.weight, partnerQueue.weight)
  return count >= QUEUE_WRITES_MAX || waiting + weight > QUEUE_WEIGHT_MAX
}

/** Returns the next writes in arrival order: as many as one group carries, at least one. */
function nextGroup({ queue }: PartnerQueue): Write[] {
  let weight = 0
  let count = 0
  for (const write of queue) {
    weight += write.weight
    if (count > 0 && (count >= GROUP_WRITES_MAX || weight > GROUP_WEIGHT_MAX)) break
    count += 1
  }
  return queue.slice(0, count)
}

/** See `Waiting.half`. */
function halfOf(partnerQueue: PartnerQueue): number {
  const half = Math.ceil((partnerQueue.last + partnerQueue.queue.length) / 2)
  return Math.min(nextGroup(partnerQueue).length, Math.max(HALF_WRITES_MIN, half))
}

function takeFrom(partnerQueue: PartnerQueue, count: number): Write[] {
  const group = partnerQueue.queue.splice(0, count)
  for (const write of group) partnerQueue.weight -= write.weight
  return group
}

function putInFront(partnerQueue: PartnerQueue, group: readonly Write[]): void {
  partnerQueue.queue.unshift(...group)
  for (const write of group) partnerQueue.weight += write.weight
}

function overloaded(): Promise<never> {
  return Promise.reject(
    new Refusal('overloaded', 'too many writes are waiting', {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    }),
  )
}
