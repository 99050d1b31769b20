import { Refusal, type Clock } from '../core/mod.ts'
import { Outage, transact, type Database, type Tx } from '../db/mod.ts'
import type { Book } from './book.ts'
import { loadBook, saveBook } from './book-rows.ts'

/**
 * One kind of write that a group can carry. The ledger knows nothing about orders or consumers: it
 * asks each kind to load what all its writes of the group need, to decide them one by one, and to
 * save what they made.
 */
export interface WriteKind<Input, State, Answer> {
  readonly name: string
  /** How many plain writes it is worth, in rows and memory; one, where the kind does not say. */
  weigh?(input: Input): number
  /**
   * Reads, set-based, what these inputs need; every statement runs under the book's lock. What
   * does not depend on the book is asked for before waiting for it, so that it travels with it.
   */
  load(tx: Tx, asked: Asked<Input>): Promise<State>
  /**
   * Accepts (changes book and state, answers), replays (answers) or throws a Refusal. Pure, and
   * all or nothing: a refusal must leave book and state as they were.
   */
  decide(book: Book, state: State, input: Input): Answer
  /** Writes, set-based, what the decisions put into the state. */
  save(tx: Tx, book: Book, state: State): void
  /** Whether this kind takes part in a group that carries none of its writes. */
  joins?(book: Book, kinds: ReadonlySet<string>): boolean
  /** After each accepted write of any kind: what follows from it. Pure. */
  follow?(book: Book, state: State): void
}

/** What a group asks of one of its kinds. */
export interface Asked<Input> {
  readonly partnerId: number
  readonly inputs: readonly Input[]
  /** Names of all kinds whose writes the group carries. */
  readonly kinds: ReadonlySet<string>
  /** The partner's book, once it is locked and loaded. */
  readonly book: Promise<Book>
}

/** Any kind of write; method parameters are checked where a kind is declared. */
export type AnyWriteKind = WriteKind<unknown, unknown, unknown>

export interface GroupStats {
  readonly partnerId: number
  /** Names of the kinds that took part. */
  readonly kinds: ReadonlySet<string>
  readonly writes: number
  readonly refused: number
  readonly durationMs: number
}

export interface LedgerOptions {
  readonly db: Database
  readonly clock: Clock
  /** Kinds that may join groups of others. */
  readonly followers: readonly AnyWriteKind[]
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
  /** Writes that wait for their group. */
  queued(): number
  /** Answers when no write is queued or under way. */
  drained(): Promise<void>
}

const GROUP_WRITES_MAX = 512
/** So that a group holds the book for some tenths of a second, however large its writes are. */
const GROUP_WEIGHT_MAX = 5_000
const QUEUE_WRITES_MAX = 4_096
const QUEUE_WEIGHT_MAX = 65_536
const RETRY_AFTER_SECONDS = 1

interface Write {
  readonly kind: AnyWriteKind
  readonly input: unknown
  readonly weight: number
  resolve(answer: unknown): void
  reject(error: unknown): void
}

type Outcome = { answer: unknown } | { refusal: Refusal }

/** What became of each write of a group, in arrival order. */
interface Decided {
  readonly outcomes: readonly Outcome[]
  readonly kinds: ReadonlySet<string>
}

/** The queue of one partner; while one group commits, the next one gathers here. */
interface Lane {
  readonly partnerId: number
  readonly queue: Write[]
  /** Of all that is queued. */
  weight: number
}

export function createLedger(options: LedgerOptions): Ledger {
  const lanes = new Map<number, Lane>()
  const idle: (() => void)[] = []
  let queued = 0

  async function serve(lane: Lane): Promise<void> {
    while (lane.queue.length > 0) {
      const group = takeGroup(lane)
      queued -= group.length
      await runGroup(options, lane.partnerId, group)
    }
    lanes.delete(lane.partnerId)
    if (lanes.size === 0) for (const resolve of idle.splice(0)) resolve()
  }

  function enqueue(partnerId: number, write: Write): void {
    queued += 1
    const lane = lanes.get(partnerId)
    if (lane) {
      lane.queue.push(write)
      lane.weight += write.weight
      return
    }
    const opened = { partnerId, queue: [write], weight: write.weight }
    lanes.set(partnerId, opened)
    void serve(opened)
  }

  return {
    submit<Input, State, Answer>(
      kind: WriteKind<Input, State, Answer>,
      partnerId: number,
      input: Input,
    ): Promise<Answer> {
      const weight = kind.weigh?.(input) ?? 1
      if (isFull(lanes.get(partnerId), weight)) return overloaded()
      return new Promise<Answer>((resolve, reject) => {
        enqueue(partnerId, { kind, input, weight, resolve, reject })
      })
    },
    queued: () => queued,
    drained: () =>
      lanes.size === 0 ? Promise.resolve() : new Promise((resolve) => idle.push(resolve)),
  }
}

/** A lane that waits for nothing takes any write. */
function isFull(lane: Lane | undefined, weight: number): boolean {
  if (!lane || lane.queue.length === 0) return false
  return lane.queue.length >= QUEUE_WRITES_MAX || lane.weight + weight > QUEUE_WEIGHT_MAX
}

/** The next writes of a lane in arrival order: as many as one group carries, and at least one. */
function takeGroup(lane: Lane): Write[] {
  let weight = 0
  let count = 0
  for (const write of lane.queue) {
    weight += write.weight
    if (count > 0 && (count >= GROUP_WRITES_MAX || weight > GROUP_WEIGHT_MAX)) break
    count += 1
  }
  const group = lane.queue.splice(0, count)
  for (const write of group) lane.weight -= write.weight
  return group
}

function overloaded(): Promise<never> {
  return Promise.reject(
    new Refusal('overloaded', 'too many writes are waiting', {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    }),
  )
}

/**
 * Commits one group and answers its writes. An error that no write answers for is narrowed down by
 * halving, in arrival order, so that one poisoned write fails alone. Never rejects.
 */
async function runGroup(
  options: LedgerOptions,
  partnerId: number,
  group: readonly Write[],
): Promise<void> {
  const startedAt = options.clock.monotonic()
  let decided: Decided
  try {
    decided = await transact(options.db, (tx) => decideGroup(tx, options, { partnerId, group }))
  } catch (error) {
    if (group.length === 1 || error instanceof Outage) {
      for (const write of group) write.reject(error)
      return
    }
    const middle = group.length >> 1
    await runGroup(options, partnerId, group.slice(0, middle))
    await runGroup(options, partnerId, group.slice(middle))
    return
  }
  const { outcomes, kinds } = decided
  options.onGroup?.({
    partnerId,
    kinds,
    writes: group.length,
    refused: outcomes.filter((outcome) => 'refusal' in outcome).length,
    durationMs: options.clock.monotonic() - startedAt,
  })
  group.forEach((write, index) => answer(write, outcomes[index]))
}

function answer(write: Write, outcome: Outcome | undefined): void {
  if (!outcome) write.reject(new Error('a write of the group was not decided'))
  else if ('refusal' in outcome) write.reject(outcome.refusal)
  else write.resolve(outcome.answer)
}

async function decideGroup(
  tx: Tx,
  options: LedgerOptions,
  { partnerId, group }: { partnerId: number; group: readonly Write[] },
): Promise<Decided> {
  const loading = loadBook(tx, partnerId, options.clock.now())
  const states = await loadStates(tx, loading, { partnerId, group, followers: options.followers })
  const book = await loading
  const outcomes = group.map((write) => decideOne(book, states, write))
  if (outcomes.some((outcome) => 'answer' in outcome)) {
    saveBook(tx, book)
    for (const [kind, state] of states) kind.save(tx, book, state)
  }
  return { outcomes, kinds: new Set([...states.keys()].map((kind) => kind.name)) }
}

type States = Map<AnyWriteKind, unknown>

interface Joined {
  readonly partnerId: number
  readonly group: readonly Write[]
  readonly followers: readonly AnyWriteKind[]
}

/** The kinds of the group load at once; whether a follower joins is seen from the book. */
async function loadStates(
  tx: Tx,
  book: Promise<Book>,
  { partnerId, group, followers }: Joined,
): Promise<States> {
  const inputs = new Map<AnyWriteKind, unknown[]>()
  for (const { kind, input } of group) {
    const same = inputs.get(kind)
    if (same) same.push(input)
    else inputs.set(kind, [input])
  }
  const kinds = new Set([...inputs.keys()].map((kind) => kind.name))
  const load = async (kind: AnyWriteKind, own: readonly unknown[]) =>
    [kind, await kind.load(tx, { partnerId, inputs: own, kinds, book })] as const
  const [loaded, own] = await Promise.all([
    book,
    Promise.all([...inputs].map(([kind, its]) => load(kind, its))),
  ])
  const joining = followers.filter((kind) => !inputs.has(kind) && kind.joins?.(loaded, kinds))
  return new Map([...own, ...(await Promise.all(joining.map((kind) => load(kind, []))))])
}

function decideOne(book: Book, states: States, { kind, input }: Write): Outcome {
  let decided: Outcome
  try {
    decided = { answer: kind.decide(book, states.get(kind), input) }
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error }
    throw error
  }
  // Outside: the write has changed the book by now, so what a follower throws undoes the group.
  for (const [follower, state] of states) follower.follow?.(book, state)
  return decided
}
