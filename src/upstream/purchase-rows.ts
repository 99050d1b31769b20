import { dateAt, dateOrNull } from '../core/mod.ts'
import { sql, type Statement, type UpstreamPurchasesRow } from '../db/mod.ts'
import {
  type BatchKey,
  type IssueRequest,
  keyTable,
  type LeasedKey,
  ownLease,
} from '../supply/mod.ts'

export interface PurchaseKey extends BatchKey {
  readonly purchaseNo: number
  /** A random UUID. With the batch it names the order upstream. */
  readonly reference: string
}

/** What was bought upstream for a batch, or may have been. */
export interface Purchase extends PurchaseKey {
  readonly upstreamId: number | null
  readonly idempotencyKey: string
  readonly theirProductId: number
  readonly walletCurrency: string
  readonly productId: number
  readonly currency: string
  readonly faceValueMinor: bigint
  readonly quantity: number
  readonly status: PurchaseStatus
  readonly sendNo: number
  readonly unsureUntil: number | undefined
  readonly upstreamOrderId: string | undefined
  readonly isReleased: boolean
  /** How many polls in a row found a fault. */
  readonly faults: number
}

export const PURCHASE_STATUSES = [
  'PLACING',
  'PLACED',
  'REFUSED',
  'CANCELLED',
  'STOCKED',
  'CLOSED',
] as const
export type PurchaseStatus = (typeof PURCHASE_STATUSES)[number]

/** The account at which a batch is to be bought, and the product there. */
export interface Target {
  readonly upstreamId: number
  readonly theirProductId: number
  readonly walletCurrency: string
}

export type PurchaseRow = Omit<
  UpstreamPurchasesRow,
  'upstream_status' | 'cost_minor' | 'due_at' | 'begun_at' | 'fault' | 'faulted_at' | 'stocked'
>

export const PURCHASE_COLUMNS = sql.raw(
  `partner_id, order_no, batch_no, purchase_no, upstream_id, reference, idempotency_key,
   their_product_id, wallet_currency, product_id, currency, face_value_minor, quantity, status,
   send_no, unsure_until, upstream_order_id, released, faults`,
)

export function toPurchase(row: PurchaseRow): Purchase {
  return {
    partnerId: row.partner_id,
    orderNo: Number(row.order_no),
    batchNo: row.batch_no,
    purchaseNo: row.purchase_no,
    upstreamId: row.upstream_id,
    reference: row.reference,
    idempotencyKey: row.idempotency_key,
    theirProductId: Number(row.their_product_id),
    walletCurrency: row.wallet_currency,
    productId: row.product_id,
    currency: row.currency,
    faceValueMinor: row.face_value_minor,
    quantity: row.quantity,
    status: row.status as PurchaseStatus,
    sendNo: row.send_no,
    unsureUntil: row.unsure_until?.getTime(),
    upstreamOrderId: row.upstream_order_id ?? undefined,
    isReleased: row.released,
    faults: row.faults,
  }
}

/** Returns the last purchase of each batch that has one. */
export function lastPurchases(keys: readonly BatchKey[]): Statement<PurchaseRow> {
  const plain = sql<PurchaseRow>`
    select made.* from ${keyTable(keys)} cross join lateral (
      select ${PURCHASE_COLUMNS} from upstream_purchases
      where partner_id = keys.partner_id and order_no = keys.order_no
        and batch_no = keys.batch_no
      order by purchase_no desc limit 1) as made`
  return sql.twin(lastPurchases, [keys], plain)
}

/** A new purchase. */
export interface NewPurchase {
  readonly request: IssueRequest
  readonly purchaseNo: number
  readonly target: Target
  readonly reference: string
  readonly idempotencyKey: string
  readonly now: number
}

/**
 * Inserts a purchase. Returns no row if another worker was first or has leased the batch since, or
 * if the batch was released. A further purchase is inserted under the lock of the one before it,
 * which a release also takes.
 */
export function insertPurchase(purchase: NewPurchase): Statement<PurchaseRow> {
  const { request, purchaseNo, target, reference, idempotencyKey, now } = purchase
  const { partnerId, orderNo, batchNo } = request
  const before =
    purchaseNo === 1
      ? sql``
      : sql`cross join (
          select from upstream_purchases
          where partner_id = ${partnerId} and order_no = ${orderNo} and batch_no = ${batchNo}
            and purchase_no = ${purchaseNo - 1} and not released
          for update) as before`
  return sql`
    insert into upstream_purchases (
      partner_id, order_no, batch_no, purchase_no, upstream_id, reference, idempotency_key,
      their_product_id, wallet_currency, product_id, currency, face_value_minor, quantity, status,
      begun_at)
    select ${partnerId}::integer, ${orderNo}::bigint, ${batchNo}::integer, ${purchaseNo}::integer,
           ${target.upstreamId}::integer, ${reference}::uuid, ${idempotencyKey}::uuid,
           ${target.theirProductId}::bigint, ${target.walletCurrency}::text,
           ${request.productId}::integer, ${request.currency}::text,
           ${request.faceValueMinor}::bigint, ${request.quantity}::integer, 'PLACING',
           ${dateAt(now)}::timestamptz
    from ${ownLease(request)} ${before}
    on conflict do nothing
    returning ${PURCHASE_COLUMNS}`
}

/**
 * Makes a refused purchase open again. The reference stays, so that an earlier create that still
 * arrives cannot make a second order. The idempotency key is new, because the upstream has bound
 * the refusal to the old one.
 */
export function tryAgain(
  purchase: Purchase,
  lease: Lease,
  idempotencyKey: string,
): Statement<PurchaseRow> {
  return sql`
    update upstream_purchases set status = 'PLACING', idempotency_key = ${idempotencyKey}
    from ${ownLease({ ...purchase, ...lease })}
    where ${isThis(purchase)} and status = 'REFUSED' and not released
    returning ${PURCHASE_COLUMNS}`
}

/**
 * Records that a create is about to be sent: without a response, it may arrive until `unsureUntil`.
 * Returns no row if the purchase is not open any more, or belongs to another worker.
 */
export function beginSending(
  purchase: Purchase,
  lease: Lease,
  unsureUntil: number,
): Statement<PurchaseRow> {
  return sql`
    update upstream_purchases
    set send_no = send_no + 1, unsure_until = greatest(unsure_until, ${dateAt(unsureUntil)})
    from ${ownLease({ ...purchase, ...lease })}
    where ${isThis(purchase)} and status = 'PLACING' and not released
      and send_no = ${purchase.sendNo}
    returning ${PURCHASE_COLUMNS}`
}

/**
 * Records the order at the upstream. Because it exists, this also applies to a purchase that was
 * refused or released; a released one is polled again.
 */
export function markPlaced(
  purchase: Purchase,
  order: { id: string; status: string; costMinor: bigint | null },
  now: number,
): Statement<never> {
  return sql`
    update upstream_purchases
    set status = 'PLACED', upstream_order_id = ${order.id}, upstream_status = ${order.status},
        cost_minor = ${order.costMinor}, unsure_until = null,
        due_at = case when released then ${dateAt(now)}::timestamptz end
    where ${isThis(purchase)} and status in ('PLACING', 'REFUSED')`
}

/**
 * Records a refusal, if no other worker has sent a create since: an earlier sender knows nothing of
 * a later create. Returns no row otherwise.
 */
export function markRefused(purchase: Purchase): Statement<{ send_no: number }> {
  return sql`
    update upstream_purchases set status = 'REFUSED', unsure_until = null
    where ${isThis(purchase)} and status = 'PLACING' and send_no = ${purchase.sendNo}
    returning send_no`
}

/** Restores `unsureUntil` after a create that did nothing. */
export function forgetSending(purchase: Purchase, before: number | undefined): Statement<never> {
  return sql`
    update upstream_purchases set unsure_until = ${dateOrNull(before)}
    where ${isThis(purchase)} and status = 'PLACING' and send_no = ${purchase.sendNo}`
}

/** Records the status of the order there. Most polls find no change and write nothing. */
export function recordStatus(purchase: Purchase, theirStatus: string): Statement<never> {
  return sql`
    update upstream_purchases
    set upstream_status = ${theirStatus},
        status = case when ${theirStatus} = 'CANCELLED' then 'CANCELLED' else status end
    where ${isThis(purchase)} and status = 'PLACED'
      and (upstream_status is distinct from ${theirStatus} or ${theirStatus} = 'CANCELLED')`
}

type Lease = Pick<LeasedKey, 'leaseEpoch'>

/**
 * Identifies a purchase. Includes the reference, because a database that has lost its last commits
 * may have reused the number for another purchase of the batch.
 */
export function isThis(purchase: PurchaseKey): Statement<never> {
  const { partnerId, orderNo, batchNo, purchaseNo, reference } = purchase
  return sql`partner_id = ${partnerId} and order_no = ${orderNo} and batch_no = ${batchNo}
    and purchase_no = ${purchaseNo} and reference = ${reference}`
}
