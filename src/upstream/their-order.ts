import type { UpstreamClient } from './client.ts'
import type { Purchase } from './purchase-rows.ts'
import { NotAsBought } from '../connectors/mod.ts'
import { referenceOf } from './reference.ts'
import type { TheirOrder } from './wire.ts'

/**
 * Returns the order of a purchase: `read` if given, otherwise read now. Throws NotAsBought if the
 * upstream does not know it or it differs from the purchase, and UpstreamError.
 */
export async function requireOrder(
  client: UpstreamClient,
  purchase: Purchase,
  read?: TheirOrder,
): Promise<TheirOrder> {
  const id = purchase.upstreamOrderId ?? ''
  const order = read ?? (await client.readOrder(id, purchase.reference))
  if (!order) throw new NotAsBought(`they do not know their order ${id}`)
  const { currency, itemCount = purchase.quantity } = order
  if (order.id !== id || order.clientReference !== referenceOf(purchase)) {
    throw new NotAsBought(`their order ${id} is of another purchase`)
  }
  if (currency !== purchase.walletCurrency || itemCount !== purchase.quantity) {
    throw new NotAsBought(`their order ${id} is of ${itemCount} units in ${currency}`)
  }
  return order
}
