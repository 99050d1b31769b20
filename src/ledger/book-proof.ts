import type { Statement } from '../db/mod.ts'
import type { BookInSql, BookScreen } from './screen-rows.ts'
import type { BookDifference, VerifyOptions } from './verify-options.ts'
import type { InSql } from './verify-rows.ts'

/** One comparison in two forms: for one book, and for many books in one statement. */
export interface BookProof {
  readonly compare: VerifyOptions['compare']
  readonly screenOf: (book: BookInSql) => BookScreen
}

/**
 * Returns a proof that runs `proof` and then statements that return a row for each difference. Each
 * statement sees one snapshot, so it sees a commit as a whole or not at all.
 */
export function proofWith(
  proof: BookProof,
  differencesOf: (partnerId: InSql<number>) => readonly Statement<BookDifference>[],
): BookProof {
  return {
    async compare(db, partnerId, scope) {
      const comparison = await proof.compare(db, partnerId, scope)
      scope.signal?.throwIfAborted()
      const differences = [...comparison.differences]
      for (const statement of differencesOf(partnerId))
        differences.push(...(await db.rows(statement)))
      return { ...comparison, differences }
    },
    screenOf(book) {
      const { differing, lastFinalOrder } = proof.screenOf(book)
      return { differing: [...differing, ...differencesOf(book.partnerId)], lastFinalOrder }
    },
  }
}
