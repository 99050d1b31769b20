import { raiseAlert } from '../../alerts/mod.ts'
import type { Clock } from '../../core/mod.ts'
import { transact, type Database } from '../../db/mod.ts'
import type { Purchase } from './purchase-rows.ts'

const MESSAGE_LENGTH_MAX = 500

/** Tells the operator of what only people can clear up with an upstream; holds no code. */
export async function tellMismatch(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  { productId }: Pick<Purchase, 'productId'>,
  fault: string,
): Promise<void> {
  await transact(db, (tx) => {
    raiseAlert(tx, {
      kind: 'upstream_mismatch',
      subject: `product:${productId}`,
      severity: 'critical',
      message: `bought upstream for product ${productId}: ${fault}`.slice(0, MESSAGE_LENGTH_MAX),
      at: clock.now(),
    })
    return Promise.resolve()
  })
}
