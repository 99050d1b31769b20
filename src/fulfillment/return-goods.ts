import { groupBy } from '../core/mod.ts'
import { transact, type Database } from '../db/mod.ts'
import type { Answered, LeasedBatch } from './batch.ts'
import type { Suppliers } from './account.ts'
import { deletePieces, finishReturns, lockHeld } from './lease-rows.ts'

/**
 * Gives back what was issued for batches of cancelled orders: the supplier first, which is
 * idempotent, then the order's own record of it. Answers the products that may have stock again.
 */
export async function returnGoods(
  { db, suppliers }: { db: Database; suppliers: Suppliers },
  partnerId: number,
  batches: readonly LeasedBatch[],
): Promise<Set<number>> {
  const returns = batches.flatMap((batch) =>
    suppliersOf(batch).map((name) => ({ name, request: batch.request })),
  )
  for (const [name, own] of groupBy(returns, (one) => one.name)) {
    await suppliers[name]?.release(own.map(({ request }) => request))
  }
  await transact(db, async (tx) => {
    tx.write(lockHeld(partnerId, batches))
    tx.write(deletePieces(partnerId, batches))
    await tx.rows(finishReturns(partnerId, batches))
  })
  return new Set(batches.map((batch) => batch.request.productId))
}

/** Stock may have been claimed for it before it went elsewhere. */
function suppliersOf({ supplier, hasStock }: LeasedBatch): string[] {
  return hasStock && supplier !== 'vault' ? [supplier, 'vault'] : [supplier]
}

/**
 * Bars from imported stock what another supplier issued in its place: a worker that asked for it
 * long ago, and was held up, would take codes for a batch that is done. Comes before the delivery:
 * whoever has issued a batch is asked for it again until that is stored.
 */
export async function barFromStock(
  suppliers: Suppliers,
  answered: readonly Answered[],
): Promise<void> {
  const elsewhere = answered
    .filter(
      ({ batch, outcome }) =>
        outcome.outcome === 'issued' &&
        batch.hasStock &&
        batch.supplier !== 'vault' &&
        (batch.step > 0 || batch.attempt > 1),
    )
    .map(({ batch }) => batch.request)
  if (elsewhere.length > 0) await suppliers['vault']?.release(elsewhere)
}
