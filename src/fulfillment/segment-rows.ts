import { MS_PER_DAY } from '../core/mod.ts'
import {
  bigint,
  BinaryRows,
  bytePlaces,
  integer,
  relation,
  sql,
  table,
  uuid,
  type ColumnsOf,
  type CopiedRows,
  type IssuedSegmentsRow,
  type Statement,
  twinned,
} from '../db/mod.ts'
import type { Segment } from './segments.ts'

const SHARED = {
  order_no: bigint((one) => one.orderNo),
  batch_no: integer((one) => one.batchNo),
  segment_no: integer((one) => one.segmentNo),
  first_item_no: integer((one) => one.firstItemNo),
  quantity: integer((one) => one.quantity),
} satisfies ColumnsOf<IssuedSegmentsRow, Segment>

/** A segment, and where its sealed bytes begin in the parameter. */
interface PlacedSegment extends Segment {
  readonly sealedAt: number
}

const SEGMENTS = relation<PlacedSegment>('issued', {
  ...SHARED,
  sealed_at: integer((one) => one.sealedAt),
  sealed_size: integer((one) => one.sealed?.length ?? null),
  expiry_day: integer((one) => dayOf(one) ?? null),
  card_count: integer((one) => cardsOf(one) ?? null),
})

const FIRST_DAY_MS = Date.UTC(2000, 0, 1)

/**
 * Returns the day on which the codes of a segment expire, counted from 2000-01-01 as in PostgreSQL.
 */
function dayOf({ expiresMs }: Segment): number | undefined {
  return expiresMs === undefined ? undefined : Math.floor((expiresMs - FIRST_DAY_MS) / MS_PER_DAY)
}

/** Returns the number of codes with card accounts; undefined without any. */
function cardsOf({ cards, quantity }: Segment): number | undefined {
  return cards && quantity
}

/**
 * Inserts segments that were sealed for their batches, not those from stock. Their bytes are sent
 * as one parameter, which PostgreSQL splits.
 */
export function insertSegments(partnerId: number, segments: readonly Segment[]): Statement<never> {
  const sealed = Buffer.concat(segments.flatMap((segment) => segment.sealed ?? []))
  const places = bytePlaces(segments.map((segment) => segment.sealed?.length ?? 0))
  const placed = segments.map((segment, at) => ({ ...segment, sealedAt: places[at] ?? 1 }))
  return sql`
    insert into issued_segments (
      partner_id, order_no, batch_no, segment_no, first_item_no, quantity, sealed,
      expires_on, card_count)
    select ${partnerId}, issued.order_no, issued.batch_no, issued.segment_no, issued.first_item_no,
           issued.quantity,
           substring(${sealed}::bytea from issued.sealed_at for issued.sealed_size),
           date '2000-01-01' + issued.expiry_day, issued.card_count
    from ${SEGMENTS.of(placed)}`
}

const RANGE = {
  ...SHARED,
  stock_product_id: integer((one) => one.stock?.productId ?? null),
  stock_block_id: uuid((one) => one.stock?.blockId ?? null),
  stock_first: integer((one) => one.stock?.first ?? null),
} satisfies ColumnsOf<IssuedSegmentsRow, Segment>

export const ISSUED = relation<Segment>('issued', RANGE)

export const RANGES = table<IssuedSegmentsRow, Segment, number>('issued_segments', RANGE, {
  partner_id: integer((partnerId) => partnerId),
})

/**
 * Inserts segments that are ranges of stock, which stay sealed in their blocks. The n-th segment of
 * a batch must be the n-th range of its reservation. Otherwise the statement fails: the database
 * may have lost the reservation, and the range may belong to another batch now.
 */
export const insertRanges = twinned(
  'insertRanges',
  (partnerId: number, segments: readonly Segment[]): Statement<never> => {
    return sql<never>`
    with inserted as (
      insert into issued_segments (${RANGES.names})
      select ${partnerId}, issued.* from ${ISSUED.of(segments)}
      cross join lateral (${reservationOf(partnerId)}) as reserved
      returning 1)
    select case when count(*) = ${segments.length} then 1
      else ('stock is not reserved: only ' || count(*) || ' ranges are')::integer end as unreserved
    from inserted`
  },
)

/** The reservation of the range `issued`, if it has one. */
export function reservationOf(partnerId: number): Statement<never> {
  return sql`
    select from stock_reservations c
    where c.product_id = issued.stock_product_id and c.partner_id = ${partnerId}
      and c.order_no = issued.order_no and c.batch_no = issued.batch_no
      and c.state = 'RESERVED' and c.block_ids[issued.segment_no] = issued.stock_block_id
      and c.firsts[issued.segment_no] = issued.stock_first
      and c.quantities[issued.segment_no] = issued.quantity
    offset 0`
}

/**
 * Returns the rows of segments for COPY. They are sent from the buffers that they were sealed in,
 * so PostgreSQL need not split one large parameter.
 */
export function copiedSegments(partnerId: number, segments: readonly Segment[]): CopiedRows {
  const rows = new BinaryRows(9)
  for (const segment of segments) {
    rows
      .row()
      .int4(partnerId)
      .int8(segment.orderNo)
      .int4(segment.batchNo)
      .int4(segment.segmentNo)
      .int4(segment.firstItemNo)
      .int4(segment.quantity)
      .bytes(segment.sealed)
      .int4(dayOf(segment))
      .int4(cardsOf(segment))
  }
  const into = `issued_segments (
    partner_id, order_no, batch_no, segment_no, first_item_no, quantity, sealed, expires_on,
    card_count)`
  return { into, rows }
}
