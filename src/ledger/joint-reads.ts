import type { Database } from '../db/mod.ts'
import type { KeptBook, KeptBooks } from './kept-books.ts'
import { readBooksSince } from './load-book.ts'
import { Together } from './together.ts'

/**
 * Brings kept books up to date by the accounts that other processes changed, those of several
 * partners in one read. Without a lock: whoever writes such a book must do so at its version.
 * Answers nothing of a book where more than accounts changed, or many did, or the database does not
 * answer.
 */
export type JointReads = Together<KeptBook, KeptBook | undefined>

export function createJointReads(db: Database, books: KeptBooks): JointReads {
  return new Together<KeptBook, KeptBook | undefined>({
    async serve(kept) {
      const rows = kept.map(({ row }) => row)
      const since = await readBooksSince(db, rows)
      return (one) => books.upToDate(one, since.get(one.row.partnerId))
    },
    otherwise: undefined,
  })
}
