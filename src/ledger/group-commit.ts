import { Refusal, type Clock } from '../core/mod.ts'
import type { Database } from '../db/mod.ts'
import { CachedBooks, type CacheLimits } from './cached-books.ts'
import { commitGroup } from './commit-group.ts'
import { newWriter } from './group-outcome.ts'
import type { GroupContext, GroupStats, Write } from './group.ts'
import { createJointWrites } from './joint-writes.ts'
import { LoadChoice } from './load-choice.ts'
import { PartnerQueue } from './partner-queue.ts'
import type { Sentinel } from './sentinel.ts'
import type { TraceOrigin } from '../telemetry/mod.ts'
import type { AnyWriteKind, WriteKind } from './write-kind.ts'

export interface LedgerOptions {
  readonly db: Database
  readonly clock: Clock
  /** Kinds of writes that can add changes to groups of other kinds. */
  readonly followers: readonly AnyWriteKind[]
  readonly cacheLimits?: CacheLimits
  /** Fails groups that break an invariant; absent unless it is switched on. */
  readonly sentinel?: Sentinel | undefined
  onGroup?(stats: GroupStats): void
  /** Returns the span that is current when a write is queued. */
  originOf?(): TraceOrigin | undefined
}

/** The only way to change balances. */
export interface Ledger {
  /**
   * Queues a write for its partner's next group. Resolves after the commit that made it durable.
   * Rejects with the write's own Refusal, with `overloaded` if the queue is full, or with Outage.
   */
  submit<Input, State, Result>(
    kind: WriteKind<Input, State, Result>,
    partnerId: number,
    input: Input,
  ): Promise<Result>
  /** Returns the weight of the waiting writes of one partner, or of all partners. */
  queued(partnerId?: number): number
  /** Resolves when no write waits or is under way. */
  drained(): Promise<void>
}

const RETRY_AFTER_SECONDS = 1

export function createLedger(options: LedgerOptions): Ledger {
  const queues = new Map<number, PartnerQueue>()
  const onDrained: (() => void)[] = []
  const context = contextOf(options, () => queues.size === 1)
  let queued = 0

  async function commitGroups(queue: PartnerQueue): Promise<void> {
    while (queue.waiting > 0) await commitGroup(context, queue)
    queues.delete(queue.partnerId)
    if (queues.size === 0) for (const resolve of onDrained.splice(0)) resolve()
  }

  function enqueue(partnerId: number, write: Write): void {
    const queue = queues.get(partnerId)
    if (queue) return queue.push(write)
    const opened = new PartnerQueue(partnerId, (change) => void (queued += change))
    queues.set(partnerId, opened)
    opened.push(write)
    void commitGroups(opened)
  }

  return {
    submit<Input, State, Result>(
      kind: WriteKind<Input, State, Result>,
      partnerId: number,
      input: Input,
    ): Promise<Result> {
      const weight = kind.weigh?.(input) ?? 1
      if (queues.get(partnerId)?.isFull(weight) === true) return Promise.reject(overloaded())
      return new Promise<Result>((resolve, reject) => {
        const origin = options.originOf?.()
        enqueue(partnerId, { kind, input, weight, origin, resolve, reject })
      })
    },
    queued: (partnerId) =>
      partnerId === undefined ? queued : (queues.get(partnerId)?.waitingWeight ?? 0),
    drained: () =>
      queues.size === 0 ? Promise.resolve() : new Promise((resolve) => onDrained.push(resolve)),
  }
}

function contextOf(options: LedgerOptions, isAlone: () => boolean): GroupContext {
  const { db, cacheLimits } = options
  const books = new CachedBooks(cacheLimits)
  db.life.onNew(() => books.clear())
  const jointWrites = createJointWrites(db)
  const [writer, loadChoice] = [newWriter(), new LoadChoice()]
  return { ...options, books, jointWrites, isAlone, loadChoice, writer }
}

function overloaded(): Refusal {
  return new Refusal('overloaded', 'too many writes are waiting', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
}
