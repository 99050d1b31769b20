import { sql, type Tx } from '../db/mod.ts'

/** Locks a book, so that no group of its writes commits before the transaction ends. */
export async function blockGroups(tx: Tx, partnerId: number): Promise<void> {
  await tx.rows(sql`select from books where partner_id = ${partnerId} for no key update`)
}
