import { drawNumber } from '../core/mod.ts'
import { sql, type FulfillmentsRow, type Statement } from '../db/mod.ts'

/** A batch, by its order and number. */
export interface BatchNo {
  readonly orderNo: number
  readonly batchNo: number
}

export type BoundRow = Pick<FulfillmentsRow, 'order_no' | 'batch_no' | 'supplier' | 'status'> & {
  /** Null: no supplier has the batch now. */
  supplier_settings: Record<string, unknown> | null
}

/** Locks batches of a partner, and returns the suppliers that they are bound to. */
export function lockBound(partnerId: number, batches: readonly BatchNo[]): Statement<BoundRow> {
  return sql`
    select locked.* from ${keysOf(batches)} cross join lateral (
      select f.order_no, f.batch_no, f.supplier, f.status, f.supplier_settings
      from fulfillments f
      where f.partner_id = ${partnerId} and f.order_no = keys.order_no
        and f.batch_no = keys.batch_no
      for update) as locked`
}

export interface Rebound extends BatchNo {
  readonly supplier: string
  readonly settings: Readonly<Record<string, unknown>>
}

/**
 * Gives locked batches to another supplier. A worker that has leased such a batch loses its lease,
 * so the response of the former supplier is not written.
 */
export function rebindBatches(partnerId: number, batches: readonly Rebound[]): Statement<never> {
  return sql`
    update fulfillments b
    set supplier = target.supplier,
        supplier_settings = case when b.supplier_settings is not null then target.settings end,
        lease_owner = null, lease_epoch = ${drawNumber()},
        due_at = case when b.due_at is not null then now() end
    from unnest(
      ${batches.map((one) => one.orderNo)}::bigint[],
      ${batches.map((one) => one.batchNo)}::integer[],
      ${batches.map((one) => one.supplier)}::text[],
      ${batches.map((one) => JSON.stringify(one.settings))}::jsonb[])
      as target (order_no, batch_no, supplier, settings)
    where b.partner_id = ${partnerId} and b.order_no = target.order_no
      and b.batch_no = target.batch_no`
}

function keysOf(batches: readonly BatchNo[]): Statement<never> {
  const sorted = batches.toSorted((a, b) => a.orderNo - b.orderNo || a.batchNo - b.batchNo)
  return sql`unnest(
    ${sorted.map((one) => one.orderNo)}::bigint[],
    ${sorted.map((one) => one.batchNo)}::integer[]) as keys (order_no, batch_no)`
}

/** Deletes the health records of a supplier that is no longer called. */
export function forgetHealth(supplier: string): Statement<never> {
  return sql`delete from supplier_health where supplier = ${supplier}`
}

export function forgetUnfunded(supplier: string): Statement<never> {
  return sql`delete from unfunded_accounts where supplier = ${supplier}`
}
