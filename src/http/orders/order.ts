import { Type } from 'typebox'
import {
  isoTime,
  type OrderName,
  parseOrderId,
  Refusal,
  wireAmount,
  notFound,
} from '../../core/mod.ts'
import type { Db } from '../../db/mod.ts'
import {
  type Batch,
  findOrder,
  isPaidByLinkOrWallet,
  type Order,
  orderId,
  priceOf,
} from '../../orders/mod.ts'
import { created, optionalTime, replayed } from '../response.ts'
import { Decimal, Text } from '../shapes/field.ts'
import { fields } from '../shapes/fields.ts'
import { BATCH_STATUS, ORDER_STATUS } from '../shapes/meanings.ts'
import { Metadata } from '../shapes/metadata.ts'
import { oneOf } from '../shapes/one-of.ts'

/** The adjustment of an order, or of its charge, by price rules; absent if none applied. */
export const Pricing = Type.Object(
  {
    discountAmount: Decimal('Discount by price rules, in major units of `currency`'),
    feeAmount: Decimal('The fees that price rules add, in major units of `currency`'),
    chargedAmount: fields.chargedAmount,
  },
  { title: 'Pricing' },
)

const summaryFields = {
  id: fields.id,
  clientReference: fields.clientReference,
  status: oneOf('The status', ORDER_STATUS),
  currency: Text('The currency of the wallet that pays, as ISO 4217 code'),
  totalAmount: fields.totalAmount,
  pricing: Type.Optional(Pricing),
  metadata: Type.Optional(Metadata),
  createdAt: fields.createdAt,
}

/** An order in lists and in the response to its creation. */
export const OrderSummary = Type.Object(summaryFields, { title: 'OrderSummary' })
/** An order read by itself. */
export const OrderDetail = Type.Object(
  {
    ...summaryFields,
    itemCount: fields.itemCount,
    completedAt: Type.Optional(fields.completedAt),
  },
  { title: 'Order' },
)

export function summaryOf(order: Order) {
  return {
    id: orderId(order),
    clientReference: order.clientReference,
    status: order.status,
    currency: order.currency.code,
    totalAmount: wireAmount(order.totalMinor, order.currency),
    pricing: pricingOf(order.status === 'CANCELLED' ? chargedOf(order) : order),
    metadata: order.metadata,
    createdAt: isoTime(order.createdMs),
  }
}

/** Returns the price that was locked when the order was accepted, or what was charged. */
export function pricingOf(order: PricedOrder) {
  const { adjustment, currency, finalMinor = priceOf(order) } = order
  return (
    adjustment && {
      discountAmount: wireAmount(adjustment.discountMinor, currency),
      feeAmount: wireAmount(adjustment.feeMinor, currency),
      chargedAmount: wireAmount(finalMinor, currency),
    }
  )
}

type PricedOrder = Pick<Order, 'totalMinor' | 'adjustment' | 'currency'> & {
  readonly finalMinor?: bigint
}

/**
 * Returns the charge of a CANCELLED order: the price of its delivered units. Charges of an earlier
 * release have no discount and no fee.
 */
function chargedOf(order: Order): PricedOrder {
  const { totalMinor, currency, chargedMinor: finalMinor = 0n } = order
  const adjustment = order.chargedAdjustment ?? order.adjustment
  return { totalMinor, currency, adjustment, finalMinor }
}

export function detailOf(order: Order) {
  return {
    ...summaryOf(order),
    itemCount: order.unitCount,
    completedAt: optionalTime(order.completedMs),
  }
}

export const BatchShape = Type.Object(
  {
    fulfillmentId: fields.fulfillmentId,
    status: oneOf('The status of the batch', BATCH_STATUS),
    quantity: fields.quantity,
    completedAt: Type.Optional(fields.completedAt),
  },
  { title: 'Batch' },
)

export function batchOf(order: Order, { batchNo, status, quantity, completedMs }: Batch) {
  return {
    fulfillmentId: fulfillmentIdOf(orderId(order), batchNo),
    status,
    quantity,
    completedAt: optionalTime(completedMs),
  }
}

/** Returns the id of a batch. */
export function fulfillmentIdOf(id: string, batchNo: number): string {
  return `ful_${id.slice('ord_'.length)}-${batchNo}`
}

/** Parses the id of an order of this partner. Refuses not_found without reading the database. */
export function ownName(partnerId: number, id: string): OrderName {
  const name = parseOrderId(id)
  if (name?.partnerId !== partnerId) throw notFound('order')
  return name
}

/** Returns an order of this partner. Refuses not_found alike for a foreign and an unknown one. */
export async function ownOrder(db: Db, partnerId: number, id: string): Promise<Order> {
  const order = await findOrder(db, ownName(partnerId, id))
  if (!order) throw notFound('order')
  return order
}

/**
 * Returns an order of the partner. Refuses not_found, and order_not_completed unless it is final.
 */
export async function endedOrder(db: Db, partnerId: number, id: string): Promise<Order> {
  const order = await ownOrder(db, partnerId, id)
  return order.status === 'CANCELLED' ? order : requireCompleted(order)
}

/**
 * Returns a COMPLETED order whose codes the partner may read. Refuses not_found,
 * order_not_completed, and permission_missing for an order of a link or a wallet: its codes are the
 * person's.
 */
export async function completedOrder(db: Db, partnerId: number, id: string): Promise<Order> {
  const order = requireCompleted(await ownOrder(db, partnerId, id))
  if (!isPaidByLinkOrWallet(order)) return order
  const owner = order.linkNo === undefined ? 'owner of the wallet' : 'person of the link'
  throw new Refusal('permission_missing', `only the ${owner} sees the codes`)
}

function requireCompleted(order: Order): Order {
  if (order.status === 'COMPLETED') return order
  throw new Refusal('order_not_completed', `the order is ${order.status}, not COMPLETED`)
}

/** Returns the response to a new order. A replay has the bytes of the first response. */
export function placedResponse(order: Order, isReplay: boolean) {
  const summary = summaryOf(order)
  const response = {
    // A replay repeats the first response, even if the order was CANCELLED since.
    ...created({ data: { ...summary, status: 'PENDING', pricing: pricingOf(order) } as const }),
    orderId: summary.id,
  }
  return isReplay ? replayed(response) : response
}
