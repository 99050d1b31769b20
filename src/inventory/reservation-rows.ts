import { sql, type Statement, twinned } from '../db/mod.ts'
import { type BatchKey, keyTable, type LeasedKey } from '../supply/mod.ts'
import type { StockRange } from './stock-rows.ts'

export interface ReservationRow {
  readonly partner_id: number
  readonly order_no: bigint
  readonly batch_no: number
  readonly state: 'RESERVED' | 'RELEASED' | 'OVERTAKEN'
  readonly block_ids: string[]
  readonly firsts: number[]
  readonly quantities: number[]
}

/** A batch and the ranges reserved for it. */
export interface NewReservation {
  readonly key: BatchKey
  readonly ranges: readonly StockRange[]
}

export function rangesOf(row: ReservationRow): StockRange[] {
  return row.block_ids.map((blockId, at) => ({
    blockId,
    first: row.firsts[at] ?? 0,
    quantity: row.quantities[at] ?? 0,
  }))
}

/**
 * Returns the keys that have a reservation or a tombstone, and those whose batch has another lease
 * now or was lost by the database. The caller has locked their buckets. A worker that leases such a
 * batch later needs these locks to reserve, so it waits for this transaction.
 */
export const readReservations = twinned(
  'readReservations',
  (productId: number, keys: readonly LeasedKey[]): Statement<ReservationRow> =>
    reservationsOf(productId, keys, sql`fulfillments`),
)

/** `batches` has the epochs of the leases. */
export function reservationsOf(
  productId: number,
  keys: readonly LeasedKey[],
  batches: Statement<unknown>,
): Statement<ReservationRow> {
  return sql`
    select lease.partner_id, lease.order_no, lease.batch_no,
           coalesce(existing.state, 'OVERTAKEN') as state,
           coalesce(existing.block_ids, '{}') as block_ids,
           coalesce(existing.firsts, '{}') as firsts,
           coalesce(existing.quantities, '{}') as quantities
    from unnest(
      ${keys.map((key) => key.partnerId)}::integer[],
      ${keys.map((key) => key.orderNo)}::bigint[],
      ${keys.map((key) => key.batchNo)}::integer[],
      ${keys.map((key) => key.leaseEpoch ?? null)}::bigint[]
    ) as lease (partner_id, order_no, batch_no, epoch)
    left join lateral (
      select state, block_ids, firsts, quantities from stock_reservations
      where product_id = ${productId} and partner_id = lease.partner_id
        and order_no = lease.order_no and batch_no = lease.batch_no
      offset 0) as existing on true
    where existing.state is not null or lease.epoch is not null and lease.epoch is distinct from (
      select f.lease_epoch from ${batches} f
      where f.partner_id = lease.partner_id and f.order_no = lease.order_no
        and f.batch_no = lease.batch_no)`
}

export function insertReservations(
  productId: number,
  reservations: readonly NewReservation[],
): Statement<never> {
  // Arrays of different lengths cannot be one parameter, so each goes as the text of an array.
  const column = (read: (range: StockRange) => string | number): string[] =>
    reservations.map((reservation) => `{${reservation.ranges.map(read).join()}}`)
  return sql`
    insert into stock_reservations (
      product_id, partner_id, order_no, batch_no, state, block_ids, firsts, quantities)
    select ${productId}, partner_id, order_no, batch_no, 'RESERVED',
           block_ids::uuid[], firsts::integer[], quantities::integer[]
    from unnest(
      ${reservations.map(({ key }) => key.partnerId)}::integer[],
      ${reservations.map(({ key }) => key.orderNo)}::bigint[],
      ${reservations.map(({ key }) => key.batchNo)}::integer[],
      ${column((range) => range.blockId)}::text[],
      ${column((range) => range.first)}::text[],
      ${column((range) => range.quantity)}::text[]
    ) as input (partner_id, order_no, batch_no, block_ids, firsts, quantities)`
}

/** Inserts tombstones, so that these keys can never reserve anything. */
export function insertTombstones(productId: number, keys: readonly BatchKey[]): Statement<never> {
  return sql`
    insert into stock_reservations (
      product_id, partner_id, order_no, batch_no, state, block_ids, firsts, quantities)
    select ${productId}, partner_id, order_no, batch_no, 'RELEASED', '{}', '{}', '{}'
    from ${keyTable(keys)}
    on conflict do nothing`
}

/** Makes tombstones of reservations, and returns them. A tombstone still names its ranges. */
export function releaseReservations(
  productId: number,
  keys: readonly BatchKey[],
): Statement<ReservationRow> {
  return sql`
    update stock_reservations
    set state = 'RELEASED'
    from (
      select reservation.place from ${keyTable(keys)} cross join lateral (
        select c.ctid as place from stock_reservations c
        where c.product_id = ${productId} and c.partner_id = keys.partner_id
          and c.order_no = keys.order_no and c.batch_no = keys.batch_no
        offset 0) as reservation) as reservations
    where stock_reservations.ctid = reservations.place and stock_reservations.state = 'RESERVED'
    returning stock_reservations.partner_id, stock_reservations.order_no,
              stock_reservations.batch_no, stock_reservations.state, block_ids, firsts, quantities`
}
