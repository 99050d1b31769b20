import { proveCases } from '../cases/mod.ts'
import { proveLinks } from '../links/mod.ts'
import { compareCards } from '../issuer/mod.ts'
import type { Database } from '../db/mod.ts'
import type { Services } from '../http/mod.ts'
import { compareStock } from '../inventory/mod.ts'
import { checkpointSeal, openingSeal } from '../archive/mod.ts'
import { findOpening, Verifications, type Comparisons } from '../ledger/mod.ts'
import { compareOrders, proveWallets, screenOrders } from '../orders/mod.ts'
import type { Vault } from '../vault/mod.ts'

/** Returns the jobs that verify the ledger together with orders, cases and stock. */
export function createVerifications({
  db,
  clock,
  vault,
  log,
}: Pick<Services, 'db' | 'clock' | 'vault' | 'log'>): Verifications {
  return new Verifications({
    db,
    clock,
    compared: comparedWith(db, vault),
    seal: checkpointSeal(vault),
    onFault: (error) => log.error({ err: error }, 'verification of the ledger failed'),
  })
}

/**
 * Returns what a verification compares besides the books, and the function that finds the opening
 * of a book.
 */
export function comparedWith(db: Database, vault: Vault): Required<Comparisons> {
  const seal = openingSeal(vault)
  return {
    ...proveWallets(proveLinks(proveCases({ compare: compareOrders, screenOf: screenOrders }))),
    async *compareShared(signal) {
      yield* compareStock(db, signal)
      yield* compareCards(db, signal)
    },
    openings: { find: (partnerId) => findOpening(db, seal, partnerId) },
  }
}
