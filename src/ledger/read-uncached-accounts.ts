import { readAccounts } from './load-book.ts'
import { loadCached, type CachedGroup } from './decide-cached.ts'
import { inputsByKind, type GroupContext, type Write } from './group.ts'
import { addEntries, type CachedBook } from './cached-books.ts'
import type { AnyWriteKind } from './write-kind.ts'

/** As `loadCached`, after reading the accounts that the cache does not have. */
export async function loadCachedReading(
  context: GroupContext,
  cachedBook: CachedBook,
  group: readonly Write[],
): Promise<CachedGroup | undefined> {
  const cached = loadCached(context, cachedBook, group)
  if (cached) return cached
  return (await readUncachedAccounts(context, cachedBook, group))
    ? loadCached(context, cachedBook, group)
    : undefined
}

/**
 * Reads, without a lock, the accounts that these writes need and the cache does not have. Every
 * change of an account or of a cache entry draws a new version of the book: if the book has the
 * cached version when the group is written, the accounts are those of that version; if not, nothing
 * is written. Catching up updates these accounts as well. Returns false if the writes need more
 * than accounts, or if the database does not respond: the caller then decides the group otherwise.
 */
async function readUncachedAccounts(
  { db }: GroupContext,
  { row: { partnerId }, accounts, caches }: CachedBook,
  group: readonly Write[],
): Promise<boolean> {
  const uncached = uncachedOf(caches, group)
  if (!uncached) return false
  const read = async (kind: AnyWriteKind, ids: readonly number[]) => {
    const [entries, found] = await Promise.all([
      kind.readEntries?.(db, partnerId, ids) ?? [],
      readAccounts(db, partnerId, ids),
    ])
    accounts.absorb(found)
    addEntries(caches, kind, entries)
  }
  const reads = [...uncached].map(([kind, ids]) => read(kind, ids))
  return Promise.all(reads).then(
    () => true,
    () => false,
  )
}

/** Returns them by kind; undefined if there are none, or if more than accounts is needed. */
function uncachedOf(
  caches: CachedBook['caches'],
  group: readonly Write[],
): Map<AnyWriteKind, readonly number[]> | undefined {
  const lacking = new Map<AnyWriteKind, readonly number[]>()
  for (const [kind, inputs] of inputsByKind(group)) {
    const cache = caches.get(kind.name)
    const ids = cache && kind.uncached?.(cache, inputs)
    if (!ids) return undefined
    if (ids.length > 0) lacking.set(kind, ids)
  }
  return lacking.size > 0 ? lacking : undefined
}
