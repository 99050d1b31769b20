import { sql, type Statement } from '../db/mod.ts'
import { BLIND_BYTES } from '../vault/mod.ts'
import type { LotName } from './lot-rows.ts'

// code_index finds a code of any product by its blind, which depends on the namespace. Blinds are
// sorted, so transactions that insert the same codes wait for each other in one direction only.

/** Codes of an existing lot by their sorted blinds, BLIND_BYTES each. */
export interface LotBlinds extends LotName {
  readonly blinds: Uint8Array
}

/** Codes of a purchase by their sorted blinds, BLIND_BYTES each. */
export interface BoughtBlinds {
  readonly productId: number
  /** The reference of the purchase. */
  readonly purchase: string
  readonly blinds: Uint8Array
}

/**
 * Inserts codes into the index. Fails if one exists. This costs half of looking each one up, and
 * most files have new codes only.
 */
export function insertCodes({ productId, lot, blinds }: LotBlinds): Statement<never> {
  return sql`
    insert into code_index (product_id, lot_no, blind)
    select ${productId}, ${lotNo({ productId, lot })}, blind from ${inputBlinds(blinds)}`
}

/** Inserts the codes that are not in the index, and returns them. */
export function insertNewCodes({
  productId,
  lot,
  blinds,
}: LotBlinds): Statement<{ blind: Buffer }> {
  return sql`
    insert into code_index (product_id, lot_no, blind)
    select ${productId}, ${lotNo({ productId, lot })}, blind from ${inputBlinds(blinds)}
    on conflict do nothing
    returning uuid_send(blind) as blind`
}

/**
 * Inserts codes of a purchase that go into stock. Returns those that are new to stock: unknown
 * ones, and codes of the same purchase that have no lot yet.
 */
export function insertStocked(
  { productId, purchase, blinds }: BoughtBlinds,
  lot: string,
): Statement<{ blind: Buffer }> {
  return sql`
    insert into code_index (product_id, lot_no, purchase, blind)
    select ${productId}, ${lotNo({ productId, lot })}, ${purchase}::uuid, blind
    from ${inputBlinds(blinds)}
    on conflict (blind) do update set lot_no = excluded.lot_no
    where code_index.purchase = excluded.purchase and code_index.lot_no is null
    returning uuid_send(blind) as blind`
}

/** Inserts the codes of a purchase that are not in the index. */
export function insertBought({ productId, purchase, blinds }: BoughtBlinds): Statement<never> {
  return sql`
    insert into code_index (product_id, purchase, blind)
    select ${productId}, ${purchase}::uuid, blind from ${inputBlinds(blinds)}
    on conflict do nothing`
}

/** The place of a code: a lot of its product, a purchase, or both. */
export interface IndexedCode {
  readonly blind: Buffer
  readonly product_id: number
  readonly lot: string | null
  readonly purchase: string | null
}

/** Returns the codes that are in the index. */
export function findCodes(blinds: Uint8Array): Statement<IndexedCode> {
  return sql`
    select uuid_send(input.blind) as blind, entry.product_id, entry.purchase,
           (select lot from stock_lots where lot_no = entry.lot_no) as lot
    from ${inputBlinds(blinds)}
    cross join lateral (
      select product_id, lot_no, purchase from code_index
      where code_index.blind = input.blind
      offset 0) as entry`
}

function lotNo({ productId, lot }: LotName): Statement<never> {
  return sql`(
    select lot_no from stock_lots where product_id = ${productId} and lot = ${lot})`
}

const SIZE = sql.raw(String(BLIND_BYTES))

/**
 * Sends the blinds as one parameter, which the statement splits. An array would be sent as text of
 * twice the size.
 */
function inputBlinds(blinds: Uint8Array): Statement<never> {
  return sql`(
    select encode(substring(${blinds}::bytea from ${SIZE} * at + 1 for ${SIZE}), 'hex')::uuid
      as blind
    from generate_series(0, ${blinds.length / BLIND_BYTES - 1}::integer) as at) as input`
}
