import { decideRecalled, recallGroup, type DecidedKept } from './decide-kept.ts'
import type { GroupContext, Waiting, Write } from './group.ts'
import type { KeptBook } from './kept-books.ts'
import { recallLearning } from './learn-accounts.ts'

/**
 * The next group of a book that other processes write to as well. It is taken from its queue only
 * once the book is as it is now, with all that has gathered by then.
 */
export class SharedGroup {
  readonly #context: GroupContext
  readonly #waiting: Waiting
  readonly #first: readonly Write[]
  #taken: readonly Write[] | undefined
  /** The book as this process left it, which is kept no longer. */
  readonly kept: KeptBook

  private constructor(context: GroupContext, waiting: Waiting, kept: KeptBook) {
    this.#context = context
    this.#waiting = waiting
    this.#first = waiting.next()
    this.kept = kept
  }

  /** Undefined where it cannot be decided on what is kept. */
  static async of(context: GroupContext, waiting: Waiting): Promise<SharedGroup | undefined> {
    const { books } = context
    const kept = books.take(waiting.partnerId)
    if (!kept) return undefined
    const group = new SharedGroup(context, waiting, kept)
    if (await recallLearning(context, kept, group.#first)) return group
    books.keep(kept)
    return undefined
  }

  get isTaken(): boolean {
    return this.#taken !== undefined
  }

  /**
   * Takes up to so many writes, and decides them on the book as it is now. Undefined where it
   * cannot; then the book is kept, if nothing changed it.
   */
  takeAndDecide(current: KeptBook | undefined, writesMax = Infinity): DecidedKept | undefined {
    const recalled = current && this.#recall(current, writesMax)
    this.#taken = this.#waiting.take((recalled?.group ?? this.#first).length)
    const decided = recalled && decideRecalled(recalled)
    if (decided) return decided
    if (current && (!recalled || recalled.book.isAsItWas())) this.#context.books.keep(current)
    return undefined
  }

  /** What was taken, or the first of those that wait. */
  take(): readonly Write[] {
    return (this.#taken ??= this.#waiting.take(this.#first.length))
  }

  /** A write that came late and needs more to be read does not hold up those before it. */
  #recall(current: KeptBook, writesMax: number) {
    const all = this.#waiting.next().slice(0, writesMax)
    return (
      recallGroup(this.#context, current, all) ?? recallGroup(this.#context, current, this.#first)
    )
  }
}
