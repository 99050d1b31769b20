import { Type } from 'typebox'
import { isoTime, parseOrderId, Refusal, wireAmount, type OrderName } from '../../core/mod.ts'
import type { Attempt } from '../../fulfillment/mod.ts'
import type { Batch, Order } from '../../orders/mod.ts'
import { accountOfSettings } from '../../supply/mod.ts'
import { batchOf, BatchShape, detailOf, OrderDetail } from '../v2/order.ts'

/** An order as the operator sees it: what the partner sees, and how it came there. */
export const AdminOrderShape = Type.Object({
  ...OrderDetail.properties,
  partnerId: Type.Integer(),
  previousStatus: Type.Optional(Type.String()),
  statusSince: Type.String(),
  chargedAmount: Type.Optional(Type.Number()),
  cancelReason: Type.Optional(Type.String()),
  heldFor: Type.Optional(Type.String()),
})

/** `unfunded`: the accounts that it waits for, where that is why it is ON_HOLD. */
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

export const AdminBatchShape = Type.Object({
  ...BatchShape.properties,
  attempt: Type.Integer(),
  waitsFor: Type.Optional(Type.String()),
  lastFault: Type.Optional(Type.String()),
  supplier: Type.String(),
  account: Type.Optional(Type.String()),
  attempts: Type.Array(
    Type.Object({
      supplier: Type.String(),
      account: Type.Optional(Type.String()),
      outcome: Type.String(),
      reason: Type.Optional(Type.String()),
      at: Type.String(),
    }),
  ),
})

/** With what was tried for it; whoever issued it comes last. */
export function adminBatchOf(order: Order, batch: Batch, tried: readonly Attempt[]) {
  const { attempt, waitsFor, lastFault, completedMs } = batch
  const at = accountAt(batch.supplier, accountOf(batch, tried.at(-1)))
  const issued =
    completedMs === undefined ? [] : [{ ...at, outcome: 'issued', at: isoTime(completedMs) }]
  const others = tried.map(({ supplier, account, atMs, ...said }) => ({
    ...accountAt(supplier, account),
    ...said,
    at: isoTime(atMs),
  }))
  const attempts = [...others, ...issued]
  return { ...batchOf(order, batch), attempt, waitsFor, lastFault, ...at, attempts }
}

/** That which it is bound to, or else that which was asked last. */
function accountOf({ supplier, supplierSettings }: Batch, last: Attempt | undefined): string {
  if (supplierSettings) return accountOfSettings(supplier, supplierSettings)
  return last?.supplier === supplier ? last.account : ''
}

/** The account is left out where the supplier knows one only. */
function accountAt(supplier: string, account: string) {
  return { supplier, account: account === '' ? undefined : account }
}

export function readOrderName(text: string): OrderName {
  const name = parseOrderId(text)
  if (!name) throw new Refusal('not_found', 'no such order')
  return name
}
