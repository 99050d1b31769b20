import { sql, type Statement } from '../db/mod.ts'
import { type BatchKey, keyTable, type LeasedKey } from '../supply/mod.ts'
import type { Slice } from './stock-rows.ts'

export interface ClaimRow {
  readonly partner_id: number
  readonly order_no: bigint
  readonly batch_no: number
  readonly state: 'CLAIMED' | 'RELEASED' | 'OVERTAKEN'
  readonly block_ids: string[]
  readonly firsts: number[]
  readonly quantities: number[]
}

/** A batch and the slices that it takes. */
export interface NewClaim {
  readonly key: BatchKey
  readonly slices: readonly Slice[]
}

export function slicesOf(row: ClaimRow): Slice[] {
  return row.block_ids.map((blockId, at) => ({
    blockId,
    first: row.firsts[at] ?? 0,
    quantity: row.quantities[at] ?? 0,
  }))
}

/**
 * Returns the keys that have claimed or released, and those whose batch has another lease by now or
 * has been lost by the database. Read under the locks of their shelves: whoever has
 * taken a batch over asks for its stock after that, and so waits for what is decided here.
 */
export function readClaims(productId: number, keys: readonly LeasedKey[]): Statement<ClaimRow> {
  return sql`
    select lease.partner_id, lease.order_no, lease.batch_no,
           coalesce(made.state, 'OVERTAKEN') as state, coalesce(made.block_ids, '{}') as block_ids,
           coalesce(made.firsts, '{}') as firsts, coalesce(made.quantities, '{}') as quantities
    from unnest(
      ${keys.map((key) => key.partnerId)}::integer[],
      ${keys.map((key) => key.orderNo)}::bigint[],
      ${keys.map((key) => key.batchNo)}::integer[],
      ${keys.map((key) => key.leaseEpoch ?? null)}::bigint[]
    ) as lease (partner_id, order_no, batch_no, epoch)
    left join lateral (
      select state, block_ids, firsts, quantities from stock_claims
      where product_id = ${productId} and partner_id = lease.partner_id
        and order_no = lease.order_no and batch_no = lease.batch_no
      offset 0) as made on true
    where made.state is not null or lease.epoch is not null and lease.epoch is distinct from (
      select f.lease_epoch from fulfillments f
      where f.partner_id = lease.partner_id and f.order_no = lease.order_no
        and f.batch_no = lease.batch_no)`
}

export function insertClaims(productId: number, claims: readonly NewClaim[]): Statement<never> {
  // An array of rows that are arrays of different lengths: each one goes as the text of an array.
  const column = (of: (slice: Slice) => string | number): string[] =>
    claims.map((claim) => `{${claim.slices.map(of).join()}}`)
  return sql`
    insert into stock_claims (
      product_id, partner_id, order_no, batch_no, state, block_ids, firsts, quantities)
    select ${productId}, partner_id, order_no, batch_no, 'CLAIMED',
           block_ids::uuid[], firsts::integer[], quantities::integer[]
    from unnest(
      ${claims.map(({ key }) => key.partnerId)}::integer[],
      ${claims.map(({ key }) => key.orderNo)}::bigint[],
      ${claims.map(({ key }) => key.batchNo)}::integer[],
      ${column((slice) => slice.blockId)}::text[],
      ${column((slice) => slice.first)}::text[],
      ${column((slice) => slice.quantity)}::text[]
    ) as taken (partner_id, order_no, batch_no, block_ids, firsts, quantities)`
}

/** Bars keys that took nothing yet from ever taking anything. */
export function insertTombstones(productId: number, keys: readonly BatchKey[]): Statement<never> {
  return sql`
    insert into stock_claims (
      product_id, partner_id, order_no, batch_no, state, block_ids, firsts, quantities)
    select ${productId}, partner_id, order_no, batch_no, 'RELEASED', '{}', '{}', '{}'
    from ${keyTable(keys)}
    on conflict do nothing`
}

/** Claims become tombstones, which still say what was taken; answers those that were claims. */
export function releaseClaims(productId: number, keys: readonly BatchKey[]): Statement<ClaimRow> {
  return sql`
    update stock_claims
    set state = 'RELEASED'
    from (
      select found.place from ${keyTable(keys)} cross join lateral (
        select c.ctid as place from stock_claims c
        where c.product_id = ${productId} and c.partner_id = keys.partner_id
          and c.order_no = keys.order_no and c.batch_no = keys.batch_no
        offset 0) as found) as claimed
    where stock_claims.ctid = claimed.place and stock_claims.state = 'CLAIMED'
    returning stock_claims.partner_id, stock_claims.order_no, stock_claims.batch_no,
              stock_claims.state, block_ids, firsts, quantities`
}
