import { groupBy } from '../core/mod.ts'
import { transact, type Database } from '../db/mod.ts'
import { removeCards } from '../issuer/mod.ts'
import type { LeasedBatch } from './batch.ts'
import type { Suppliers } from './account.ts'
import { deleteSegments, finishReturns, lockHeld } from './lease-rows.ts'

/**
 * Takes back goods that were issued for batches of cancelled orders: first at the supplier, which
 * is idempotent, then by deleting the segments. Returns the products that may have stock again.
 */
export async function returnGoods(
  { db, suppliers }: { db: Database; suppliers: Suppliers },
  partnerId: number,
  batches: readonly LeasedBatch[],
): Promise<Set<number>> {
  for (const [name, ofSupplier] of groupBy(batches, (batch) => batch.supplier)) {
    await suppliers[name]?.release(ofSupplier.map((batch) => batch.request))
  }
  await transact(db, async (tx) => {
    tx.write(lockHeld(partnerId, batches))
    tx.write(deleteSegments(partnerId, batches))
    removeCards(
      tx,
      partnerId,
      batches.map((batch) => batch.request),
    )
    await tx.rows(finishReturns(partnerId, batches))
  })
  return new Set(batches.map((batch) => batch.request.productId))
}
