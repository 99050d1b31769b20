import { sql, type Statement, type StockReservationsRow, twinned } from '../db/mod.ts'

/** The key of a reservation within its product. Reservations are read in this order. */
export type ReservationKey = Pick<StockReservationsRow, 'partner_id' | 'order_no' | 'batch_no'>

/** Reservations of a product after one key, up to another. */
export interface ReservationKeys {
  readonly after: ReservationKey
  readonly last: ReservationKey
}

/** Block ids from `low` to `high`, both included. */
export interface BlockIds {
  readonly low: string
  readonly high: string
}

export interface BlockRow {
  readonly block_id: string
  readonly quantity: number
}

/** Positions first .. first + quantity - 1 of a block. */
export interface RangeRow extends BlockRow {
  readonly first: number
}

export interface SegmentRow extends RangeRow, ReservationKey {
  readonly segment_no: number
  /** True if its batch has reserved all of its positions. */
  readonly is_reserved: boolean
}

/** The number of reservations or ranges that the database reads in a tenth of a second. */
const ROWS_PER_READ = 20_000

export const productsWithStock = twinned(
  'productsWithStock',
  (): Statement<{ product_id: number }> => productsIn(sql`issued_segments`),
)

export function productsIn(issued: Statement<unknown>): Statement<{ product_id: number }> {
  return sql`
    select p.product_id from products p
    where exists (select from stock_blocks b where b.product_id = p.product_id)
      or exists (select from stock_free f where f.product_id = p.product_id)
      or exists (select from stock_held h where h.product_id = p.product_id)
      or exists (select from stock_reservations c where c.product_id = p.product_id)
      or exists (select from ${issued} i
                 where i.stock_product_id = p.product_id and i.stock_block_id is not null)
    order by p.product_id`
}

export function blocksFrom(productId: number, low: string, blocksMax: number): Statement<BlockRow> {
  return sql`
    select block_id, quantity from stock_blocks
    where product_id = ${productId} and block_id >= ${low}::uuid
    order by block_id limit ${blocksMax}`
}

export function blocksBetween(productId: number, { low, high }: BlockIds): Statement<BlockRow> {
  return sql`
    select block_id, quantity from stock_blocks
    where product_id = ${productId} and block_id between ${low}::uuid and ${high}::uuid
    order by block_id`
}

/** Returns the ranges that no order has: for sale or held. */
export function rangesLeft(productId: number, { low, high }: BlockIds): Statement<RangeRow> {
  return sql`
    select block_id, first, quantity from stock_free
    where product_id = ${productId} and block_id between ${low}::uuid and ${high}::uuid
    union all
    select block_id, first, quantity from stock_held
    where product_id = ${productId} and block_id between ${low}::uuid and ${high}::uuid`
}

/**
 * Returns the issued segments of orders. Leaves out batches that are being taken back: nobody can
 * read their codes, and their reservation is released in an earlier transaction than their
 * segments.
 */
export const segmentsIssued = twinned(
  'segmentsIssued',
  (productId: number, ids: BlockIds): Statement<SegmentRow> =>
    sql`${rangesOfSegments(productId, sql`issued_segments`)}
      left join lateral (
        select f.taking_back from fulfillments f
        where f.partner_id = p.partner_id and f.order_no = p.order_no and f.batch_no = p.batch_no
        offset 0) as batch on true
      where p.stock_product_id = ${productId}
        and p.stock_block_id between ${ids.low}::uuid and ${ids.high}::uuid
        and batch.taking_back is not true`,
)

export function rangesOfSegments(
  productId: number,
  segments: Statement<unknown>,
): Statement<SegmentRow> {
  return sql`
    select p.partner_id, p.order_no, p.batch_no, p.segment_no, p.stock_block_id as block_id,
           p.stock_first as first, p.quantity,
           coalesce(reservation.has_segment, false) as is_reserved
    from ${segments} p
    left join lateral (
      select c.state = 'RESERVED' and (
        -- The usual case: it is decided without reading the other ranges of the reservation.
        (c.block_ids[p.segment_no] = p.stock_block_id and c.firsts[p.segment_no] = p.stock_first
          and c.quantities[p.segment_no] = p.quantity)
        or exists (
          select from unnest(c.block_ids, c.firsts, c.quantities) as s (block_id, first, quantity)
          where s.block_id = p.stock_block_id and s.first <= p.stock_first
            and s.first + s.quantity >= p.stock_first + p.quantity)) as has_segment
      from stock_reservations c
      where c.product_id = ${productId} and c.partner_id = p.partner_id
        and c.order_no = p.order_no and c.batch_no = p.batch_no
      offset 0) as reservation on true`
}

/**
 * Returns the key up to which the next reservations are read. Counts ranges, because a reservation
 * may have as many as its batch has units. Returns no row after the last reservation.
 */
export function endOfNextReservations(
  productId: number,
  after: ReservationKey,
): Statement<ReservationKey> {
  return sql`
    select partner_id, order_no, batch_no from (
      select partner_id, order_no, batch_no,
             sum(ranges) over (order by partner_id, order_no, batch_no) - ranges as ranges_before
      from (
        select partner_id, order_no, batch_no, cardinality(block_ids) as ranges
        from stock_reservations
        where product_id = ${productId} and (partner_id, order_no, batch_no)
          > (${after.partner_id}::integer, ${after.order_no}::bigint, ${after.batch_no}::integer)
        order by partner_id, order_no, batch_no limit ${ROWS_PER_READ}) as next) as counted
    where ranges_before < ${ROWS_PER_READ}
    order by partner_id desc, order_no desc, batch_no desc limit 1`
}

export function rangesReserved(
  productId: number,
  reservations: ReservationKeys,
  { low, high }: BlockIds,
): Statement<RangeRow> {
  return sql`
    select s.block_id, s.first, s.quantity
    from stock_reservations c
    cross join lateral unnest(c.block_ids, c.firsts, c.quantities) as s (block_id, first, quantity)
    where ${isWithin(productId, reservations)} and c.state = 'RESERVED'
      and s.block_id between ${low}::uuid and ${high}::uuid`
}

/**
 * Returns reservations that belong to no batch and to no replacement. A replacement is reserved
 * under the negative number of its item.
 */
export const reservationsWithoutBatch = twinned(
  'reservationsWithoutBatch',
  (productId: number, reservations: ReservationKeys): Statement<ReservationKey> =>
    unmatched(productId, reservations, { batches: sql`fulfillments`, cases: sql`cases` }),
)

export function unmatched(
  productId: number,
  reservations: ReservationKeys,
  { batches, cases }: { batches: Statement<unknown>; cases: Statement<unknown> },
): Statement<ReservationKey> {
  return sql`
    select c.partner_id, c.order_no, c.batch_no from stock_reservations c
    where ${isWithin(productId, reservations)} and c.state = 'RESERVED' and not exists (
      select from ${batches} f
      where f.partner_id = c.partner_id and f.order_no = c.order_no and f.batch_no = c.batch_no
      offset 0) and not exists (
      select from ${cases} k
      where k.partner_id = c.partner_id and k.order_no = c.order_no and k.item_no = -c.batch_no
        and k.product_id = ${productId} and k.kind = 'replace' and k.state = 'DONE'
      offset 0)
    order by c.partner_id, c.order_no, c.batch_no`
}

export function isWithin(productId: number, { after, last }: ReservationKeys): Statement<never> {
  return sql`c.product_id = ${productId} and (c.partner_id, c.order_no, c.batch_no)
      > (${after.partner_id}::integer, ${after.order_no}::bigint, ${after.batch_no}::integer)
      and (c.partner_id, c.order_no, c.batch_no)
      <= (${last.partner_id}::integer, ${last.order_no}::bigint, ${last.batch_no}::integer)`
}

/** Makes all statements of the transaction see one snapshot. Must be its first statement. */
export function readOneSnapshot(): Statement<never> {
  return sql`set transaction isolation level repeatable read, read only`
}
