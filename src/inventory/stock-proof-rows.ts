import { sql, type Statement, type StockClaimsRow } from '../db/mod.ts'

/** The key of a claim within its product, in the order in which claims are read. */
export type ClaimKey = Pick<StockClaimsRow, 'partner_id' | 'order_no' | 'batch_no'>

/** Claims of a product: all after one key, up to another. */
export interface ClaimRange {
  readonly after: ClaimKey
  readonly last: ClaimKey
}

/** Block ids from `low` to `high`, both included. */
export interface BlockRange {
  readonly low: string
  readonly high: string
}

export interface BlockRow {
  readonly block_id: string
  readonly quantity: number
}

/** Positions first .. first + quantity - 1 of a block. */
export interface SliceRow extends BlockRow {
  readonly first: number
}

export interface PieceRow extends SliceRow, ClaimKey {
  readonly piece_no: number
  /** True if its batch has claimed all of its positions. */
  readonly is_claimed: boolean
}

/** Twenty thousand claims or slices: a tenth of a second of work for the database. */
const ROWS_PER_READ = 20_000

export function productsWithStock(): Statement<{ product_id: number }> {
  return sql`
    select p.product_id from products p
    where exists (select from stock_blocks b where b.product_id = p.product_id)
      or exists (select from stock_free f where f.product_id = p.product_id)
      or exists (select from stock_held h where h.product_id = p.product_id)
      or exists (select from stock_claims c where c.product_id = p.product_id)
      or exists (select from issued_pieces i
                 where i.stock_product_id = p.product_id and i.stock_block_id is not null)
    order by p.product_id`
}

export function blocksFrom(productId: number, low: string, blocksMax: number): Statement<BlockRow> {
  return sql`
    select block_id, quantity from stock_blocks
    where product_id = ${productId} and block_id >= ${low}::uuid
    order by block_id limit ${blocksMax}`
}

export function blocksBetween(productId: number, { low, high }: BlockRange): Statement<BlockRow> {
  return sql`
    select block_id, quantity from stock_blocks
    where product_id = ${productId} and block_id between ${low}::uuid and ${high}::uuid
    order by block_id`
}

/** What no order has taken: for sale or held. */
export function slicesLeft(productId: number, { low, high }: BlockRange): Statement<SliceRow> {
  return sql`
    select block_id, first, quantity from stock_free
    where product_id = ${productId} and block_id between ${low}::uuid and ${high}::uuid
    union all
    select block_id, first, quantity from stock_held
    where product_id = ${productId} and block_id between ${low}::uuid and ${high}::uuid`
}

/**
 * What orders were issued. A batch that is being taken back has released its claim before its
 * pieces are deleted, in a transaction of its own; nobody can read them meanwhile.
 */
export function piecesIssued(productId: number, { low, high }: BlockRange): Statement<PieceRow> {
  return sql`
    select p.partner_id, p.order_no, p.batch_no, p.piece_no, p.stock_block_id as block_id,
           p.stock_first as first, p.quantity, coalesce(claim.has_piece, false) as is_claimed
    from issued_pieces p
    left join lateral (
      select f.taking_back from fulfillments f
      where f.partner_id = p.partner_id and f.order_no = p.order_no and f.batch_no = p.batch_no
      offset 0) as batch on true
    left join lateral (
      select c.state = 'CLAIMED' and (
        -- The rule, and found without reading the other slices of the claim.
        (c.block_ids[p.piece_no] = p.stock_block_id and c.firsts[p.piece_no] = p.stock_first
          and c.quantities[p.piece_no] = p.quantity)
        or exists (
          select from unnest(c.block_ids, c.firsts, c.quantities) as s (block_id, first, quantity)
          where s.block_id = p.stock_block_id and s.first <= p.stock_first
            and s.first + s.quantity >= p.stock_first + p.quantity)) as has_piece
      from stock_claims c
      where c.product_id = ${productId} and c.partner_id = p.partner_id
        and c.order_no = p.order_no and c.batch_no = p.batch_no
      offset 0) as claim on true
    where p.stock_product_id = ${productId}
      and p.stock_block_id between ${low}::uuid and ${high}::uuid
      and batch.taking_back is not true`
}

/**
 * Returns the key up to which the next claims are read: a claim has as many slices as its batch has
 * units at most, so slices are counted, too. Returns no row after the last claim.
 */
export function endOfNextClaims(productId: number, after: ClaimKey): Statement<ClaimKey> {
  return sql`
    select partner_id, order_no, batch_no from (
      select partner_id, order_no, batch_no,
             sum(slices) over (order by partner_id, order_no, batch_no) - slices as slices_before
      from (
        select partner_id, order_no, batch_no, cardinality(block_ids) as slices
        from stock_claims
        where product_id = ${productId} and (partner_id, order_no, batch_no)
          > (${after.partner_id}::integer, ${after.order_no}::bigint, ${after.batch_no}::integer)
        order by partner_id, order_no, batch_no limit ${ROWS_PER_READ}) as next) as counted
    where slices_before < ${ROWS_PER_READ}
    order by partner_id desc, order_no desc, batch_no desc limit 1`
}

export function slicesClaimed(
  productId: number,
  claims: ClaimRange,
  { low, high }: BlockRange,
): Statement<SliceRow> {
  return sql`
    select s.block_id, s.first, s.quantity
    from stock_claims c
    cross join lateral unnest(c.block_ids, c.firsts, c.quantities) as s (block_id, first, quantity)
    where ${isWithin(productId, claims)} and c.state = 'CLAIMED'
      and s.block_id between ${low}::uuid and ${high}::uuid`
}

export function claimsWithoutBatch(productId: number, claims: ClaimRange): Statement<ClaimKey> {
  return sql`
    select c.partner_id, c.order_no, c.batch_no from stock_claims c
    where ${isWithin(productId, claims)} and c.state = 'CLAIMED' and not exists (
      select from fulfillments f
      where f.partner_id = c.partner_id and f.order_no = c.order_no and f.batch_no = c.batch_no
      offset 0)
    order by c.partner_id, c.order_no, c.batch_no`
}

function isWithin(productId: number, { after, last }: ClaimRange): Statement<never> {
  return sql`c.product_id = ${productId} and (c.partner_id, c.order_no, c.batch_no)
      > (${after.partner_id}::integer, ${after.order_no}::bigint, ${after.batch_no}::integer)
      and (c.partner_id, c.order_no, c.batch_no)
      <= (${last.partner_id}::integer, ${last.order_no}::bigint, ${last.batch_no}::integer)`
}

/** The transaction that begins with this sees one snapshot until it ends. */
export function readOneSnapshot(): Statement<never> {
  return sql`set transaction isolation level repeatable read, read only`
}
