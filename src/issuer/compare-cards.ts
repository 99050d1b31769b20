import type { Db } from '../db/mod.ts'
import type { Difference } from '../ledger/mod.ts'
import {
  authorizationMismatches,
  batchMismatches,
  cardMismatches,
  missingCards,
  partnersWithDelivered,
  partnersWithCards,
} from './proof-rows.ts'

const MISMATCHES = [cardMismatches, authorizationMismatches, batchMismatches, missingCards]

/**
 * Yields the contradictions of the book of the issuer: a card whose sums differ from those of its
 * entries, an authorization whose amounts differ from those of its entries, a batch whose cards are
 * not one of its face value for each unit, and a batch that was delivered without its cards.
 */
export async function* compareCards(db: Db, signal?: AbortSignal): AsyncGenerator<Difference> {
  const partners = [
    ...(await db.rows(partnersWithCards())),
    ...(await db.rows(partnersWithDelivered())),
  ]
  for (const partnerId of new Set(partners.map((row) => row.partner_id))) {
    for (const mismatches of MISMATCHES) {
      signal?.throwIfAborted()
      for (const one of await db.rows(mismatches(partnerId))) yield { ...one, partnerId }
    }
  }
}
