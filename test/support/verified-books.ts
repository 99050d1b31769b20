import { expect } from 'vitest'
import { proveCases } from '../../src/cases/mod.ts'
import { sql, type Database } from '../../src/db/mod.ts'
import { verify, type Verification } from '../../src/ledger/mod.ts'
import { proveLinks } from '../../src/links/mod.ts'
import { booksWithoutDifference } from '../../src/ledger/screen-rows.ts'
import { compareOrders, proveWallets, screenOrders } from '../../src/orders/mod.ts'

/**
 * Verifies each book by itself, with its orders and cases. Expects that screening many books at
 * once finds the same books sound.
 */
export async function verifyBooks(db: Database): Promise<Verification> {
  const proof = proveWallets(
    proveLinks(proveCases({ compare: compareOrders, screenOf: screenOrders })),
  )
  const verification = await verify(db, { compare: proof.compare })
  const books = await db.rows<{ partner_id: number }>(sql`select partner_id from books`)
  const ids = books.map((book) => book.partner_id)
  const faultyIds = new Set(verification.differences.map(({ partnerId }) => partnerId))
  const sound = await db.rows(booksWithoutDifference(ids, proof.screenOf))

  const expected = db.isDistributed ? [] : ids.filter((id) => !faultyIds.has(id))
  expect(new Set(sound.map((book) => book.partner_id))).toEqual(new Set(expected))
  return verification
}
