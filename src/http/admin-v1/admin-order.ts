import { Type } from 'typebox'
import { isoTime, wireAmount } from '../../core/mod.ts'
import type { Db } from '../../db/mod.ts'
import { orderKeyText, unfundedAccounts } from '../../fulfillment/mod.ts'
import type { Order } from '../../orders/mod.ts'
import { detailOf, OrderDetail } from '../orders/order.ts'
import { Instant, Text } from '../shapes/field.ts'
import { fields } from '../shapes/fields.ts'
import { ORDER_STATUS } from '../shapes/meanings.ts'
import { oneOf } from '../shapes/one-of.ts'

/** An order as operators see it: more than the partner sees. */
export const AdminOrderShape = Type.Object(
  {
    ...OrderDetail.properties,
    partnerId: fields.partnerId,
    previousStatus: Type.Optional(oneOf('The status before', ORDER_STATUS)),
    statusSince: Instant('When it got this status'),
    chargedAmount: Type.Optional(fields.chargedAmount),
    cancelReason: Type.Optional(Text('Why it was cancelled')),
    heldFor: Type.Optional(
      Text(
        'Why it is ON_HOLD: `funds` if the partner lacks them; otherwise our unfunded accounts ' +
          'at suppliers, or `supplier` if those are not known',
      ),
    ),
  },
  { title: 'Order' },
)

/**
 * Returns the order. `unfunded` names our accounts at suppliers whose lack of funds keeps it
 * ON_HOLD.
 */
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

function isHeldForSupplier({ status, heldForSupplier }: Order): boolean {
  return status === 'ON_HOLD' && heldForSupplier
}

export async function adminOrder(db: Db, order: Order) {
  const unfunded = await unfundedAccounts(db, [order].filter(isHeldForSupplier))
  return adminOrderOf(order, unfunded.get(orderKeyText(order)))
}

/** Adds the unfunded accounts to each order that is ON_HOLD for a supplier. */
export async function adminOrders(db: Db, orders: readonly Order[]) {
  const unfunded = await unfundedAccounts(db, orders.filter(isHeldForSupplier))
  return orders.map((order) => adminOrderOf(order, unfunded.get(orderKeyText(order))))
}
