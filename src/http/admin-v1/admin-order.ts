import { Type } from 'typebox'
import { isoTime, wireAmount } from '../../core/mod.ts'
import type { Db } from '../../db/mod.ts'
import { orderKeyText, unfundedAccounts } from '../../fulfillment/mod.ts'
import type { Order } from '../../orders/mod.ts'
import { detailOf, OrderDetail } from '../v2/order.ts'

/** An order as operators see it: more than the partner sees. */
export const AdminOrderShape = Type.Object(
  {
    ...OrderDetail.properties,
    partnerId: Type.Integer(),
    previousStatus: Type.Optional(Type.String()),
    statusSince: Type.String(),
    chargedAmount: Type.Optional(Type.Number()),
    cancelReason: Type.Optional(Type.String()),
    heldFor: Type.Optional(Type.String()),
  },
  { title: 'Order' },
)

/** Returns the order. `unfunded` names our accounts at suppliers that its ON_HOLD is due to. */
export function adminOrderOf(order: Order, unfunded: readonly string[] = []) {
  const { chargedMinor, currency, previousStatus, cancelReason, status, heldForSupplier } = order
  return {
    ...detailOf(order),
    partnerId: order.partnerId,
    previousStatus,
    statusSince: isoTime(order.statusSinceMs),
    chargedAmount: chargedMinor === undefined ? undefined : wireAmount(chargedMinor, currency),
    cancelReason,
    heldFor: status !== 'ON_HOLD' ? undefined : heldForSupplier ? supplierOf(unfunded) : 'funds',
  }
}

function supplierOf(unfunded: readonly string[]): string {
  return unfunded.length === 0 ? 'supplier' : unfunded.join(', ')
}

/** Adds to each order that is ON_HOLD for a supplier which of our accounts has no funds. */
export async function adminOrders(db: Db, orders: readonly Order[]) {
  const held = orders.filter((order) => order.status === 'ON_HOLD' && order.heldForSupplier)
  const unfunded = await unfundedAccounts(db, held)
  return orders.map((order) => adminOrderOf(order, unfunded.get(orderKeyText(order))))
}
