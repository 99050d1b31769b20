import { writeAtOnce } from '../db/mod.ts'
import { Book } from './book.ts'
import { bookMoved, keyUsed } from './book-rows.ts'
import {
  decideAll,
  inputsByKind,
  leavesWork,
  namesOf,
  saveAll,
  type GroupContext,
  type States,
  type Write,
} from './group.ts'
import { MOVED_WARY_GROUPS, REPEATED_WARY_GROUPS, type KeptBook } from './kept-books.ts'
import type { AnyWriteKind } from './write-kind.ts'

/**
 * Commits, in one flight and without reading, what of a group can be decided on the book as this
 * process left it: the database takes the writes only while the book still has that version, and
 * where no key was used before. Answers the writes that must be decided over what the database
 * holds, in their order: all, where it did not take them, and those that memory would refuse, for
 * a key that it does not know may have been answered before.
 */
export async function runKept(
  context: GroupContext,
  partnerId: number,
  group: readonly Write[],
): Promise<readonly Write[]> {
  const { books, clock } = context
  if (books.isWary(partnerId)) return group
  const startedAt = clock.monotonic()
  const kept = books.take(partnerId)
  if (!kept) return group
  const book = new Book(kept.row, clock.now(), kept.accounts)
  const states = recall(kept, group)
  if (!states || joinsAny(context, book, states)) {
    books.keep(kept)
    return group
  }
  const decided = decide(book, states, group)
  if (!decided) return group
  if (!(await commit(context, book, states))) return group
  books.keep({ ...kept, row: book.nextRow() })
  const { accepted, others } = decided
  context.onGroup?.({
    partnerId,
    kinds: namesOf(states.keys()),
    writes: accepted.length,
    refused: 0,
    leavesWork: leavesWork(states),
    durationMs: clock.monotonic() - startedAt,
  })
  for (const { write, answer } of accepted) write.resolve(answer)
  return others
}

function recall(kept: KeptBook, group: readonly Write[]): States | undefined {
  const states = new Map<AnyWriteKind, unknown>()
  for (const [kind, inputs] of inputsByKind(group)) {
    const memory = kept.memories.get(kind.name)
    const state = memory === undefined ? undefined : kind.recall?.(memory, inputs)
    if (state === undefined) return undefined
    states.set(kind, state)
  }
  return states
}

function joinsAny({ followers }: GroupContext, book: Book, states: States): boolean {
  const kinds = namesOf(states.keys())
  return followers.some((kind) => !states.has(kind) && kind.joins?.(book, kinds))
}

interface Sorted {
  readonly accepted: { readonly write: Write; readonly answer: unknown }[]
  readonly others: Write[]
}

/** Undefined where there is nothing to write, or where a bug is better found the other way. */
function decide(book: Book, states: States, group: readonly Write[]): Sorted | undefined {
  const sorted: Sorted = { accepted: [], others: [] }
  try {
    decideAll(book, states, group).forEach((outcome, index) => {
      const write = group[index]
      if (!write) return
      if ('answer' in outcome) sorted.accepted.push({ write, answer: outcome.answer })
      else sorted.others.push(write)
    })
  } catch {
    return undefined
  }
  return book.transfers.length > 0 ? sorted : undefined
}

/**
 * Whether the database took it. Where nobody knows, the group is decided once more, under the lock
 * that this one had: it then finds its own transfers by their keys, or that there are none.
 */
async function commit({ db, books }: GroupContext, book: Book, states: States): Promise<boolean> {
  try {
    await writeAtOnce(db, (tx) => saveAll(tx, book, states))
    return true
  } catch (error) {
    if (bookMoved(error)) books.beWary(book.partnerId, MOVED_WARY_GROUPS)
    if (keyUsed(error)) books.beWary(book.partnerId, REPEATED_WARY_GROUPS)
    return false
  }
}
