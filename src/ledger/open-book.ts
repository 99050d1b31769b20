import type { Tx } from '../db/mod.ts'
import { insertBook } from './book-rows.ts'

/** Opens the empty book of a partner that `tx` has just made; a partner has one. */
export async function openBook(tx: Tx, partnerId: number, at: number): Promise<void> {
  await tx.rows(insertBook(partnerId, at))
}
