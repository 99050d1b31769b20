import { Outage, transact, type Tx } from '../db/mod.ts'
import { Accounts, type Account } from './accounts.ts'
import { Book } from './book.ts'
import { loadBook } from './load-book.ts'
import {
  decideAll,
  inputsByKind,
  leavesWork,
  namesOf,
  saveAll,
  type GroupContext,
  type Outcome,
  type States,
  type Write,
} from './group.ts'
import { addEntries } from './cached-books.ts'
import type { AnyWriteKind } from './write-kind.ts'

/** What became of each write of a group, in arrival order. */
interface Decided {
  readonly outcomes: readonly Outcome[]
  readonly states: States
  readonly book: Book
  /** What changed since the book was cached, if the cached book can catch up. */
  readonly changed: readonly Account[] | undefined
}

/**
 * Commits one group over what the database holds, and answers its writes. An error that no write
 * answers for is narrowed down by halving, in arrival order, so that one poisoned write fails
 * alone. Never rejects.
 */
export async function runGroup(
  context: GroupContext,
  partnerId: number,
  group: readonly Write[],
): Promise<void> {
  const startedAt = context.clock.monotonic()
  let decided: Decided
  try {
    decided = await transact(context.db, (tx) => decideGroup(tx, context, { partnerId, group }))
  } catch (error) {
    if (group.length === 1 || error instanceof Outage) {
      for (const write of group) write.reject(error)
      return
    }
    const middle = group.length >> 1
    await runGroup(context, partnerId, group.slice(0, middle))
    await runGroup(context, partnerId, group.slice(middle))
    return
  }
  const { outcomes, states } = decided
  if (outcomes.some(isAccepted)) keep(context, decided)
  context.onGroup?.({
    partnerId,
    writes: group.length,
    refused: outcomes.filter((outcome) => !isAccepted(outcome)).length,
    leavesWork: leavesWork(states),
    durationMs: context.clock.monotonic() - startedAt,
  })
  group.forEach((write, index) => answer(write, outcomes[index]))
}

function isAccepted(outcome: Outcome): boolean {
  return 'answer' in outcome
}

function answer(write: Write, outcome: Outcome | undefined): void {
  if (!outcome) write.reject(new Error('a write of the group was not decided'))
  else if ('refusal' in outcome) write.reject(outcome.refusal)
  else write.resolve(outcome.answer)
}

/** The next group may go on from here; with all that was in memory, where that is still so. */
function keep({ books }: GroupContext, { book, states, changed }: Decided): void {
  const before = books.take(book.partnerId)
  const known = changed && before
  const accounts = known ? known.accounts : book.accounts
  if (known) {
    accounts.absorb(changed)
    accounts.absorb(book.accounts.all())
  }
  const caches = known ? known.caches : new Map<string, Map<number, unknown>>()
  for (const [kind, state] of states) {
    if (kind.entriesOf) addEntries(caches, kind, kind.entriesOf(state))
  }
  books.keep({ row: book.nextRow(), accounts, caches })
}

async function decideGroup(
  tx: Tx,
  context: GroupContext,
  { partnerId, group }: { partnerId: number; group: readonly Write[] },
): Promise<Decided> {
  const { books } = context
  const cachedBook = books.find(partnerId)
  const known = cachedBook && {
    row: cachedBook.row,
    chart: cachedBook.accounts.chart(),
    isShared: books.isShared(partnerId),
  }
  const loading = loadBook(tx, partnerId, known)
  const loadingBook = loading.then(
    ({ row, chart }) => new Book(row, context.clock.now(), new Accounts(chart)),
  )
  const { followers } = context
  const states = await loadStates(tx, loadingBook, { partnerId, group, followers })
  const [{ row, changed }, book] = await Promise.all([loading, loadingBook])
  if (cachedBook) books.noteFound(cachedBook.row, row)
  const outcomes = decideAll(book, states, group)
  if (outcomes.some(isAccepted)) saveAll(tx, book, states)
  return { outcomes, states, book, changed }
}

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
  const inputs = inputsByKind(group)
  const kinds = namesOf(inputs.keys())
  const load = async (kind: AnyWriteKind, own: readonly unknown[]) =>
    [kind, await kind.load(tx, { partnerId, inputs: own, kinds, book })] as const
  const [loaded, own] = await Promise.all([
    book,
    Promise.all([...inputs].map(([kind, its]) => load(kind, its))),
  ])
  const joining = followers.filter((kind) => !inputs.has(kind) && kind.joins?.(loaded, kinds))
  return new Map([...own, ...(await Promise.all(joining.map((kind) => load(kind, []))))])
}
