import { decideFromCache, loadCached, type DecidedFromCache } from './decide-cached.ts'
import type { GroupContext, Waiting, Write } from './group.ts'
import type { CachedBook } from './cached-books.ts'
import { loadCachedReading } from './read-uncached-accounts.ts'

/**
 * The next group of a book that other processes write to as well. It is taken from its queue only
 * once the book is as it is now, with all that has gathered by then.
 */
export class SharedGroup {
  readonly #context: GroupContext
  readonly #waiting: Waiting
  readonly #first: readonly Write[]
  #taken: readonly Write[] | undefined
  /** The book as this process left it; it has been removed from the cache. */
  readonly cachedBook: CachedBook

  private constructor(context: GroupContext, waiting: Waiting, cachedBook: CachedBook) {
    this.#context = context
    this.#waiting = waiting
    this.#first = waiting.next()
    this.cachedBook = cachedBook
  }

  /** Undefined if it cannot be decided from the cache. */
  static async of(context: GroupContext, waiting: Waiting): Promise<SharedGroup | undefined> {
    const { books } = context
    const cachedBook = books.take(waiting.partnerId)
    if (!cachedBook) return undefined
    const group = new SharedGroup(context, waiting, cachedBook)
    if (await loadCachedReading(context, cachedBook, group.#first)) return group
    books.keep(cachedBook)
    return undefined
  }

  get isTaken(): boolean {
    return this.#taken !== undefined
  }

  /**
   * Takes up to so many writes, and decides them on the book as it is now. Undefined where it
   * cannot; then the book is cached again, if nothing changed it.
   */
  takeAndDecide(
    current: CachedBook | undefined,
    writesMax = Infinity,
  ): DecidedFromCache | undefined {
    const cached = current && this.#recall(current, writesMax)
    this.#taken = this.#waiting.take((cached?.group ?? this.#first).length)
    const decided = cached && decideFromCache(cached)
    if (decided) return decided
    if (current && (!cached || cached.book.isAsItWas())) this.#context.books.keep(current)
    return undefined
  }

  /** What was taken, or the first of those that wait. */
  take(): readonly Write[] {
    return (this.#taken ??= this.#waiting.take(this.#first.length))
  }

  /** A write that came late and needs more to be read does not hold up those before it. */
  #recall(current: CachedBook, writesMax: number) {
    const all = this.#waiting.next().slice(0, writesMax)
    return (
      loadCached(this.#context, current, all) ?? loadCached(this.#context, current, this.#first)
    )
  }
}
