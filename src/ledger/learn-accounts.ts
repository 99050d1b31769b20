import { readAccounts } from './load-book.ts'
import { recallGroup, type Recalled } from './decide-kept.ts'
import { inputsByKind, type GroupContext, type Write } from './group.ts'
import { note, type KeptBook } from './kept-books.ts'
import type { AnyWriteKind } from './write-kind.ts'

/** As `recallGroup`, once the accounts that memory lacks are read, where it does lack some. */
export async function recallLearning(
  context: GroupContext,
  kept: KeptBook,
  group: readonly Write[],
): Promise<Recalled | undefined> {
  const recalled = recallGroup(context, kept, group)
  if (recalled) return recalled
  return (await learnAccounts(context, kept, group)) ? recallGroup(context, kept, group) : undefined
}

/**
 * Reads, without a lock, the accounts that these writes need and memory lacks. If the book still
 * has the version that is kept when the group is written, they were the same at that version, as
 * every change of an account or of what is remembered of it draws another one. If it has not,
 * nothing is written; and where the book is brought up to date, so are they. Answers whether it
 * did: not where the writes need more, or where the database does not answer. Whoever decides them
 * otherwise will see.
 */
async function learnAccounts(
  { db }: GroupContext,
  { row: { partnerId }, accounts, memories }: KeptBook,
  group: readonly Write[],
): Promise<boolean> {
  const lacking = lackingOf(memories, group)
  if (!lacking) return false
  const learn = async (kind: AnyWriteKind, ids: readonly number[]) => {
    const [noted, read] = await Promise.all([
      kind.learn?.(db, partnerId, ids) ?? [],
      readAccounts(db, partnerId, ids),
    ])
    accounts.absorb(read)
    note(memories, kind, noted)
  }
  const learning = [...lacking].map(([kind, ids]) => learn(kind, ids))
  return Promise.all(learning).then(
    () => true,
    () => false,
  )
}

/** By kind; undefined where nothing is lacking, or reading accounts would not do. */
function lackingOf(
  memories: KeptBook['memories'],
  group: readonly Write[],
): Map<AnyWriteKind, readonly number[]> | undefined {
  const lacking = new Map<AnyWriteKind, readonly number[]>()
  for (const [kind, inputs] of inputsByKind(group)) {
    const memory = memories.get(kind.name)
    const ids = memory && kind.lacks?.(memory, inputs)
    if (!ids) return undefined
    if (ids.length > 0) lacking.set(kind, ids)
  }
  return lacking.size > 0 ? lacking : undefined
}
