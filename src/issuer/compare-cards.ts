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
 * entries, an authorization that differs from its entries or from the amount that its card has set
 * aside, and a delivered batch that lacks a card of its face value for one of its units.
 */
export async function* compareCards(db: Db, signal?: AbortSignal): AsyncGenerator<Difference> {
  for (const { partner_id: partnerId } of await db.rows(partnersWithCards())) {
    for (const mismatches of [cardMismatches, authorizationMismatches, batchMismatches]) {
      signal?.throwIfAborted()
      for (const one of await db.rows(mismatches(partnerId))) yield { ...one, partnerId }
    }
  }
}
