import { recordAudit, type Actor } from '../audit/mod.ts'
import { Refusal } from '../core/mod.ts'
import { maybeRow, type Tx } from '../db/mod.ts'
import { accountText } from './account-rows.ts'
import { existingPriceChange, lockListing, type PriceChange } from './listings.ts'
import { lockCheapestFirst, orderByCost } from './order-by-cost.ts'
import { acceptPrice, applyPrice } from './price-change-rows.ts'

export interface Acceptance {
  readonly changeId: string
  readonly act: { readonly actor: Actor; readonly reason?: string | undefined; readonly at: number }
}

/**
 * Accepts a waiting price, which comes into force at once.
 *
 * Refuses, in this order:
 *   not_found       there is no such change
 *   state_conflict  it does not wait (any more)
 */
export async function acceptPriceChange(
  tx: Tx,
  { changeId, act }: Acceptance,
): Promise<PriceChange> {
  const { listingId } = await existingPriceChange(tx, changeId)
  // Products are locked before listings, in the order that mapping a listing uses.
  const productIds = await lockCheapestFirst(tx, listingId)
  await lockListing(tx, listingId)
  const before = await existingPriceChange(tx, changeId)
  const accepted = await maybeRow(tx, acceptPrice(before.changeId, act.at))
  if (!accepted) throw new Refusal('state_conflict', 'this price does not wait')
  await tx.rows(applyPrice(listingId, accepted.new_percent, act.at))
  for (const productId of productIds) await orderByCost(tx, productId)
  const { account, listing, oldPercent = null, newPercent = null } = before
  recordAudit(tx, {
    ...act,
    action: 'supplier_price.accept',
    target: `supplier:${accountText(account)}`,
    valueOut: { kind: 'upstreams' },
    before: { listing, discountPercent: oldPercent },
    after: { listing, discountPercent: newPercent },
  })
  return existingPriceChange(tx, changeId)
}
