import { isIrrevocable } from '../../../src/catalog/mod.ts'
import { percentHalfUp, Refusal } from '../../../src/core/mod.ts'
import type { Line } from '../../../src/orders/mod.ts'
import type { PlacedLine } from '../../../src/orders/line-rows.ts'
import type { OrderStore } from './order-store.ts'

/** An item of an order, and its place among the units that its line was charged. */
export function placeOf(orders: OrderStore, orderNo: number, itemNo: number) {
  const order = orders.orders.get(orderNo)
  const placed = orders.lines.get(orderNo)?.findLast(({ firstItemNo }) => firstItemNo <= itemNo)
  const delivered = orders
    .of(orderNo)
    .filter(({ line, status }) => line === placed && status === 'COMPLETED')
  const isDelivered = delivered.some(
    ({ firstItemNo, quantity }) => itemNo >= firstItemNo && itemNo < firstItemNo + quantity,
  )
  const isFinal = order?.status === 'COMPLETED' || order?.status === 'CANCELLED'
  if (!order || !placed || !isFinal || !isDelivered) {
    throw new Refusal('order_not_completed', 'the item was not delivered')
  }
  const quantity = delivered.reduce((sum, one) => sum + one.quantity, 0)
  const position = delivered.reduce(
    (sum, one) => sum + Math.min(one.quantity, Math.max(0, itemNo - one.firstItemNo)),
    0,
  )
  const { unitCostMinor, adjustment } = placed.priced
  const discountMinor = percentHalfUp(
    BigInt(quantity) * unitCostMinor,
    adjustment?.discountPercent ?? (0n as never),
  )
  const charged = {
    unitCostMinor,
    quantity,
    adjustment: adjustment && { ...adjustment, discountMinor },
  }
  const { minValidityDays } = placed.priced
  return { item: { order, line: lineOf(placed), itemNo, minValidityDays }, charged, position }
}

function lineOf({ lineNo, firstItemNo, priced }: PlacedLine): Line {
  const { product, rate, ...of } = priced
  const { productId, brand, currency, productType } = product
  return {
    ...of,
    lineNo,
    firstItemNo,
    productId,
    brand,
    currency,
    rate,
    isIrrevocable: isIrrevocable(productType),
  }
}
