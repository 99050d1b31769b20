import { dateAt } from '../core/mod.ts'
import {
  bigint,
  integer,
  sql,
  table,
  text,
  timestamptz,
  uuid,
  type CardEntriesRow,
  type CardsRow,
  type Statement,
} from '../db/mod.ts'
import { BLIND_BYTES } from '../vault/mod.ts'
import type { Card, EntryKind } from './card.ts'

export interface CardBatch {
  readonly partnerId: number
  readonly orderNo: number
  readonly batchNo: number
}

/** Consecutive items of one face value, with the hashes of their codes. */
export interface CardRange extends CardBatch {
  readonly firstItemNo: number
  readonly quantity: number
  readonly currency: string
  readonly faceValueMinor: bigint
  readonly blinds: Buffer
}

const SIZE = sql.raw(String(BLIND_BYTES))

/** Inserts cards. Their hashes are one parameter, which the statement splits. */
export function insertCards(range: CardRange): Statement<never> {
  const { partnerId, orderNo, batchNo, firstItemNo, quantity, currency } = range
  return sql`
    insert into cards (
      blind, partner_id, order_no, batch_no, item_no, currency, issued_minor, balance_minor)
    select encode(substring(${range.blinds}::bytea from ${SIZE} * at + 1 for ${SIZE}), 'hex')::uuid,
      ${partnerId}, ${orderNo}, ${batchNo}, ${firstItemNo}::integer + at, ${currency},
      ${range.faceValueMinor}, ${range.faceValueMinor}
    from generate_series(0, ${quantity - 1}::integer) as at`
}

export function deleteCards(
  partnerId: number,
  batches: readonly Omit<CardBatch, 'partnerId'>[],
): Statement<never> {
  return sql`
    delete from cards using (
      select batch_card.place from unnest(
        ${batches.map((one) => one.orderNo)}::bigint[],
        ${batches.map((one) => one.batchNo)}::integer[]) as batch (order_no, batch_no)
      cross join lateral (
        select ctid as place from cards
        where partner_id = ${partnerId} and order_no = batch.order_no
          and batch_no = batch.batch_no
        offset 0) as batch_card) as batch_cards
    where cards.ctid = batch_cards.place`
}

const COLUMNS = sql.raw(
  `blind, partner_id, order_no, batch_no, item_no, currency, issued_minor, balance_minor,
   authorized_minor, captured_minor, refunded_minor, entry_count`,
)

export function cardByBlind(blind: string): Statement<CardsRow> {
  return sql`select ${COLUMNS} from cards where blind = ${blind}`
}

/**
 * Locks the cards of items. Returns the items whose card has less than its issued value, because an
 * amount was captured or is set aside. Nothing more can be authorized before the transaction ends.
 */
export function lockUsedCards(
  partnerId: number,
  items: readonly { readonly orderNo: number; readonly itemNo: number }[],
): Statement<Pick<CardsRow, 'order_no' | 'item_no'>> {
  return sql`
    select locked.order_no, locked.item_no from unnest(
      ${items.map(({ orderNo }) => orderNo)}::bigint[],
      ${items.map(({ itemNo }) => itemNo)}::integer[]) as item (order_key, item_key)
    cross join lateral (
      select order_no, item_no, balance_minor < issued_minor as is_used from cards
      where partner_id = ${partnerId} and order_no = order_key and item_no = item_key
      offset 0 for update) as locked
    where locked.is_used`
}

export function lockCard(blind: string): Statement<CardsRow> {
  return sql`${cardByBlind(blind)} for update`
}

/** Locks the card of an authorization of this merchant. */
export function lockCardOf(merchantId: number, authorizationId: string): Statement<CardsRow> {
  return sql`
    select ${COLUMNS} from cards where blind = (
      select blind from card_authorizations
      where authorization_id = ${authorizationId} and merchant_id = ${merchantId})
    for update`
}

/** Writes the changes that entries have made to a card, which is locked. */
export function updateCard(card: Card): Statement<never> {
  return sql`
    update cards set balance_minor = ${card.balanceMinor},
      authorized_minor = ${card.authorizedMinor}, captured_minor = ${card.capturedMinor},
      refunded_minor = ${card.refundedMinor}, entry_count = ${card.entryCount}
    where blind = ${card.blind}`
}

/** Returns the state of a card's item: delivered, blocked, or paid back. */
export function itemOfCard({ partnerId, orderNo, itemNo }: Card): Statement<{
  readonly is_completed: boolean
  readonly is_closed: boolean
  readonly is_paid_back: boolean
}> {
  const doneCases = sql`
    from cases
    where partner_id = ${partnerId} and order_no = ${orderNo} and item_no = ${itemNo}
      and state = 'DONE'`
  return sql`
    select status = 'COMPLETED' as is_completed, exists (select ${doneCases}) as is_closed,
      exists (select ${doneCases} and kind <> 'block') as is_paid_back
    from orders where partner_id = ${partnerId} and order_no = ${orderNo}`
}

/** A movement of the money of a card. */
export interface CardEntry {
  readonly entryNo: number
  readonly kind: EntryKind
  readonly amountMinor: bigint
  readonly balanceMinor: bigint
  readonly authorizationId: string
  readonly reference: string | undefined
  readonly createdMs: number
}

const ENTRIES = table<CardEntriesRow, CardEntry, { readonly blind: string }>(
  'card_entries',
  {
    entry_no: integer((one) => one.entryNo),
    kind: text((one) => one.kind),
    amount_minor: bigint((one) => one.amountMinor),
    balance_minor: bigint((one) => one.balanceMinor),
    authorization_id: uuid((one) => one.authorizationId),
    reference: text((one) => one.reference ?? null),
    created_at: timestamptz((one) => dateAt(one.createdMs)),
  },
  { blind: uuid(({ blind }) => blind) },
)

export function insertEntries(
  card: { readonly blind: string },
  entries: readonly CardEntry[],
): Statement<never> {
  return ENTRIES.insert(entries, card)
}

/** Returns the last entries of a card with their merchants, newest first. */
export function entriesOfCard(blind: string, limit: number): Statement<EntryRow> {
  return sql`
    select e.kind, e.amount_minor, e.created_at, e.authorization_id, e.reference, merchant_id,
      m.name
    from card_entries e join card_authorizations a using (authorization_id)
    join merchants m using (merchant_id)
    where e.blind = ${blind}
    order by e.entry_no desc limit ${limit}`
}

export type EntryRow = Pick<
  CardEntriesRow,
  'kind' | 'amount_minor' | 'created_at' | 'authorization_id' | 'reference'
> & { readonly merchant_id: number; readonly name: string }

export interface ItemPlace {
  readonly partnerId: number
  readonly orderNo: number
  readonly itemNo: number
}

export function cardOfItem({ partnerId, orderNo, itemNo }: ItemPlace): Statement<CardsRow> {
  return sql`
    select ${COLUMNS} from cards
    where partner_id = ${partnerId} and order_no = ${orderNo} and item_no = ${itemNo}`
}

/** Returns the cards of all calls with a reference. Each merchant has at most one such call. */
export function cardsOfReference(reference: string): Statement<CardsRow> {
  return sql`
    select ${COLUMNS} from cards where blind in (
      select a.blind from merchants m
      join merchant_calls c on c.merchant_id = m.merchant_id and c.reference = ${reference}
      join card_authorizations a using (authorization_id))
    order by blind`
}
