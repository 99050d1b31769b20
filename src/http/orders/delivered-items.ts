import { Type } from 'typebox'
import { wireAmount, type PageRequest } from '../../core/mod.ts'
import type { Db } from '../../db/mod.ts'
import { readKeptItems } from '../../fulfillment/mod.ts'
import { listKeptItems, type Order } from '../../orders/mod.ts'
import type { Context } from '../context.ts'
import { Decimal, Text, Whole } from '../shapes/field.ts'
import { ItemShape, itemsOf } from './items.ts'

const delivered = {
  itemCount: Whole('Number of items that were delivered'),
  currency: Text('The currency of the order, as ISO 4217 code'),
  chargedAmount: Decimal('Amount charged for them, in major units of `currency`'),
  itemNos: Type.Array(
    Type.Object({
      first: Whole('The number of the first item of a range of delivered items'),
      last: Whole('The number of the last item of this range'),
    }),
    { description: 'Ranges of delivered items on this page' },
  ),
}

const description = 'Items that a CANCELLED order has delivered, and that nobody can take back'

export const Delivered = Type.Object(delivered, { title: 'Delivered', description })

export const DeliveredItems = Type.Object(
  {
    ...delivered,
    items: Type.Optional(
      Type.Array(ItemShape, { description: 'These items; with the permission `codes:read` only' }),
    ),
  },
  { title: 'DeliveredItems', description },
)

/** Returns undefined if the order is not CANCELLED, or has delivered nothing. */
export async function deliveredBy(db: Db, order: Order, page: PageRequest) {
  const { status, chargedMinor = 0n, currency } = order
  if (status !== 'CANCELLED' || chargedMinor === 0n) return undefined
  const { ranges, total } = await listKeptItems(db, order, page)
  return {
    itemCount: total,
    currency: currency.code,
    chargedAmount: wireAmount(chargedMinor, currency),
    itemNos: ranges,
  }
}

/** Returns what an order delivered, with the receipts if they may be shown. */
export async function deliveredWithItems(
  context: Context,
  order: Order,
  { page, canShowItems }: { page: PageRequest; canShowItems: boolean },
) {
  const found = await deliveredBy(context.db, order, page)
  if (!found || !canShowItems) return found
  const items: ReturnType<typeof itemsOf> = []
  for await (const opened of readKeptItems(context, order, found.itemNos)) {
    items.push(...itemsOf(order, opened))
  }
  return { ...found, items }
}
