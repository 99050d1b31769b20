import { dateAt } from '../core/mod.ts'
import {
  sql,
  type SupplierCreatesRow,
  type Statement,
  type UpstreamPurchasesRow,
} from '../db/mod.ts'
import type { BatchNo } from '../fulfillment/mod.ts'
import type { BatchKey, BatchKeyRow } from '../supply/mod.ts'

/** Returns the next batches after `after` that have purchases of the former supplier. */
export function nextBatches(after: BatchKey, limit: number): Statement<BatchKeyRow> {
  const { partnerId, orderNo, batchNo } = after
  return sql`
    select distinct partner_id, order_no, batch_no from upstream_purchases
    where (partner_id, order_no, batch_no) > (${partnerId}, ${orderNo}, ${batchNo})
    order by partner_id, order_no, batch_no limit ${limit}`
}

export type FormerPurchaseRow = Omit<
  UpstreamPurchasesRow,
  'idempotency_key' | 'upstream_status' | 'due_at' | 'fault' | 'faults' | 'stocked'
>

/** Locks and returns the former purchases of these batches, ordered by batch and number. */
export function lockPurchases(
  partnerId: number,
  batches: readonly BatchNo[],
): Statement<FormerPurchaseRow> {
  return sql`
    select partner_id, order_no, batch_no, purchase_no, upstream_id, reference, their_product_id,
           wallet_currency, product_id, currency, face_value_minor, quantity, status, send_no,
           unsure_until, upstream_order_id, cost_minor, released, begun_at, faulted_at
    from upstream_purchases
    where partner_id = ${partnerId} and (order_no, batch_no) in (select * from ${noTable(batches)})
    order by order_no, batch_no, purchase_no for update`
}

export function deletePurchases(partnerId: number, batches: readonly BatchNo[]): Statement<never> {
  return sql`
    delete from upstream_purchases
    where partner_id = ${partnerId} and (order_no, batch_no) in (select * from ${noTable(batches)})`
}

/** A summary of the creates that adapters have sent for a batch. */
export interface CreatesRow {
  readonly order_no: bigint
  readonly batch_no: number
  /** The highest number of the creates that begin with the first unit of the batch; 0 if none. */
  readonly last_no: number
  /** True if a create of the batch is open or done. */
  readonly is_live: boolean
}

export function selectCreates(
  partnerId: number,
  batches: readonly BatchNo[],
): Statement<CreatesRow> {
  return sql`
    select order_no, batch_no,
           coalesce(max(create_no) filter (where first_unit = 1), 0) as last_no,
           bool_or(status in ('PLACING', 'PLACED', 'DONE')) as is_live
    from supplier_creates
    where partner_id = ${partnerId} and (order_no, batch_no) in (select * from ${noTable(batches)})
    group by order_no, batch_no`
}

/** A former purchase as a row of `supplier_creates`. */
export type MovedRow = Omit<
  SupplierCreatesRow,
  | 'first_unit'
  | 'offer'
  | 'kept'
  | 'exchanges'
  | 'settings'
  | 'due_at'
  | 'partner_id'
  | 'refused_for'
> & {
  readonly product: string
  /** True if the purchase is continued at once. */
  readonly is_due: boolean
}

export function insertMoved(
  partnerId: number,
  rows: readonly MovedRow[],
  now: number,
): Statement<never> {
  const column = <T>(read: (row: MovedRow) => T): T[] => rows.map(read)
  return sql`
    insert into supplier_creates (
      partner_id, order_no, batch_no, first_unit, create_no, account_id, reference, product_id,
      currency, face_value_minor, quantity, settings, status, send_no, first_sent_at, sent_at,
      unsure_until, theirs, cost, cost_currency, released, due_at, begun_at, fault, faulted_at,
      closed_at)
    select ${partnerId}::integer, order_no, batch_no, 1, create_no, account_id, reference,
           product_id, currency, face_value_minor, quantity,
           jsonb_build_object('product', product), status, send_no, first_sent_at, sent_at,
           unsure_until, theirs, cost, cost_currency, released,
           case when is_due then ${dateAt(now)}::timestamptz end, begun_at, fault, faulted_at,
           closed_at
    from unnest(
      ${column((row) => row.order_no)}::bigint[],
      ${column((row) => row.batch_no)}::integer[],
      ${column((row) => row.create_no)}::integer[],
      ${column((row) => row.account_id)}::integer[],
      ${column((row) => row.reference)}::uuid[],
      ${column((row) => row.product_id)}::integer[],
      ${column((row) => row.currency)}::text[],
      ${column((row) => row.face_value_minor)}::bigint[],
      ${column((row) => row.quantity)}::integer[],
      ${column((row) => row.product)}::text[],
      ${column((row) => row.status)}::text[],
      ${column((row) => row.send_no)}::integer[],
      ${column((row) => row.first_sent_at)}::timestamptz[],
      ${column((row) => row.sent_at)}::timestamptz[],
      ${column((row) => row.unsure_until)}::timestamptz[],
      ${column((row) => row.theirs)}::text[],
      ${column((row) => row.cost)}::numeric[],
      ${column((row) => row.cost_currency)}::text[],
      ${column((row) => row.released)}::boolean[],
      ${column((row) => row.is_due)}::boolean[],
      ${column((row) => row.begun_at)}::timestamptz[],
      ${column((row) => row.fault)}::text[],
      ${column((row) => row.faulted_at)}::timestamptz[],
      ${column((row) => row.closed_at)}::timestamptz[])
      as moved (order_no, batch_no, create_no, account_id, reference, product_id, currency,
                face_value_minor, quantity, product, status, send_no, first_sent_at, sent_at,
                unsure_until, theirs, cost, cost_currency, released, is_due, begun_at, fault,
                faulted_at, closed_at)`
}

function noTable(batches: readonly BatchNo[]): Statement<never> {
  return sql`unnest(
    ${batches.map((one) => one.orderNo)}::bigint[],
    ${batches.map((one) => one.batchNo)}::integer[])`
}
