import type { Db } from '../db/mod.ts'
import type { Difference } from '../ledger/mod.ts'
import {
  authorizationMismatches,
  batchMismatches,
  cardMismatches,
  partnersWithCards,
} from './proof-rows.ts'

/**
 * Yields the contradictions of the book of the issuer: a card whose sums differ from those of its
 * entries, an authorization whose amounts differ from those of its entries, and a batch whose cards
 * are not one of its face value for each unit.
 */
export async function* compareCards(db: Db, signal?: AbortSignal): AsyncGenerator<Difference> {
  for (const { partner_id: partnerId } of await db.rows(partnersWithCards())) {
    for (const mismatches of [cardMismatches, authorizationMismatches, batchMismatches]) {
      signal?.throwIfAborted()
      for (const one of await db.rows(mismatches(partnerId))) yield { ...one, partnerId }
    }
  }
}
