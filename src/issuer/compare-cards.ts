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
 * Yields the contradictions in the book of the issuer: cards and authorizations that differ from
 * the sums of their entries, batches that do not have exactly one card of the face value for each
 * unit, and batches that were delivered without their cards.
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
