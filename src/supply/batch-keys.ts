import { sql, type Statement } from '../db/mod.ts'
import type { BatchKey, IssueRequest } from './port.ts'

/** Returns the keys as a table `keys` for a `from` clause. */
export function keyTable(keys: readonly BatchKey[]): Statement<never> {
  return sql`unnest(
    ${keys.map((key) => key.partnerId)}::integer[],
    ${keys.map((key) => key.orderNo)}::bigint[],
    ${keys.map((key) => key.batchNo)}::integer[]) as keys (partner_id, order_no, batch_no)`
}

/** Returns the requests as a table `requested` for a `from` clause. */
export function requestTable(requests: readonly IssueRequest[]): Statement<never> {
  return sql`unnest(
    ${requests.map((request) => request.partnerId)}::integer[],
    ${requests.map((request) => request.orderNo)}::bigint[],
    ${requests.map((request) => request.batchNo)}::integer[],
    ${requests.map((request) => request.productId)}::integer[],
    ${requests.map((request) => request.currency)}::text[],
    ${requests.map((request) => request.faceValueMinor)}::bigint[],
    ${requests.map((request) => request.quantity)}::integer[]) as requested (
      partner_id, order_no, batch_no, product_id, currency, face_value_minor, quantity)`
}

/** A key, and the lease under which it is requested. */
export interface LeasedKey extends BatchKey {
  readonly leaseEpoch?: bigint | undefined
}

/**
 * Returns a row if the batch still has the lease of the request. A worker that leases it next waits
 * for this lock, and then sees the writes under it.
 */
export function ownLease({ leaseEpoch, partnerId, orderNo, batchNo }: LeasedKey): Statement<never> {
  if (leaseEpoch === undefined) return sql`(select) as lease`
  return sql`(
    select from fulfillments
    where partner_id = ${partnerId} and order_no = ${orderNo} and batch_no = ${batchNo}
      and lease_epoch = ${leaseEpoch}
    for share) as lease`
}

/** The key of a batch as a row holds it. */
export interface BatchKeyRow {
  readonly partner_id: number
  readonly order_no: bigint
  readonly batch_no: number
}

export function keyText({ partnerId, orderNo, batchNo }: BatchKey): string {
  return `${partnerId}/${orderNo}/${batchNo}`
}

export function keyOf(row: BatchKeyRow): string {
  return `${row.partner_id}/${row.order_no}/${row.batch_no}`
}
