import { dateAt } from '../core/mod.ts'
import { sql, type Statement, type Tx } from '../db/mod.ts'

/** Opens the empty book of a partner that `tx` has just made; a partner has one. */
export async function openBook(tx: Tx, partnerId: number, at: number): Promise<void> {
  await tx.rows(insertBook(partnerId, at))
}

function insertBook(partnerId: number, at: number): Statement<never> {
  return sql`
    insert into books (partner_id, last_instant) values (${partnerId}, ${dateAt(at)})`
}
