import { sql, type Statement } from '../db/mod.ts'
import type { BookDifference } from '../ledger/mod.ts'
import { ENTRY_EFFECTS, ENTRY_KINDS, type Sum } from './card.ts'

export function partnersWithCards(): Statement<{ readonly partner_id: number }> {
  return sql`select distinct partner_id from cards order by partner_id`
}

/** Returns the partners that codes with card accounts were delivered to, if that was recorded. */
export function partnersWithDelivered(): Statement<{ readonly partner_id: number }> {
  return sql`
    select distinct partner_id from issued_segments where card_count is not null
    order by partner_id`
}

/** Finds batches that were delivered with card accounts, none of which exists. */
export function missingCards(partnerId: number): Statement<BookDifference> {
  return sql`
    select '' as currency,
      'cards of batch ' || delivered.batch_no || ' of order ' || delivered.order_no as account,
      'issued' as field, '0' as stored, delivered.cards::text as recomputed
    from (
      select order_no, batch_no, sum(card_count) as cards from issued_segments
      where partner_id = ${partnerId} and card_count is not null
      group by order_no, batch_no) as delivered
    left join (
      select distinct order_no, batch_no from cards
      where partner_id = ${partnerId}) as entries
      on entries.order_no = delivered.order_no and entries.batch_no = delivered.batch_no
    where entries.order_no is null
    order by delivered.order_no, delivered.batch_no`
}

/**
 * Returns an expression: a sum of a card, computed from its entries `e`. The kinds of entries
 * become a part of the SQL, so they must not come from input.
 */
function sumOf(sum: Sum): Statement<never> {
  const parts = ENTRY_KINDS.filter((kind) => ENTRY_EFFECTS[kind][sum] !== 0n).map(
    (kind) => `when '${kind}' then ${ENTRY_EFFECTS[kind][sum]} * e.amount_minor`,
  )
  return sql.raw(`coalesce(sum(case e.kind ${parts.join(' ')} else 0 end), 0)`)
}

const ITEM = sql.raw(`'card of item ' || c.item_no || ' of order ' || c.order_no`)

/**
 * Finds cards whose sums differ from those computed from the issued value and their entries, or
 * that lack an entry.
 */
export function cardMismatches(partnerId: number): Statement<BookDifference> {
  return sql`
    select c.currency, ${ITEM} as account, 'money' as field,
      c.balance_minor || ' balance, ' || c.authorized_minor || ' authorized, ' || c.captured_minor
        || ' captured, ' || c.refunded_minor || ' refunded, ' || c.entry_count || ' entries'
        as stored,
      entries.balance || ' balance, ' || entries.authorized || ' authorized, ' || entries.captured
        || ' captured, ' || entries.refunded || ' refunded, ' || entries.entries || ' entries'
        as recomputed
    from cards c cross join lateral (
      select c.issued_minor + ${sumOf('balanceMinor')} as balance,
        ${sumOf('authorizedMinor')} as authorized, ${sumOf('capturedMinor')} as captured,
        ${sumOf('refundedMinor')} as refunded, count(*) as entries,
        coalesce(max(e.entry_no), 0) as last,
        coalesce((array_agg(e.balance_minor order by e.entry_no desc))[1], c.issued_minor)
          as last_balance
      from card_entries e where e.blind = c.blind) as entries
    where c.partner_id = ${partnerId}
      and (c.balance_minor <> entries.balance or c.authorized_minor <> entries.authorized
        or c.captured_minor <> entries.captured or c.refunded_minor <> entries.refunded
        or c.entry_count <> entries.entries or entries.last <> entries.entries
        or entries.last_balance <> c.balance_minor)
    order by c.order_no, c.item_no`
}

/** Finds authorizations whose amounts differ from the sums of their entries. */
export function authorizationMismatches(partnerId: number): Statement<BookDifference> {
  return sql`
    select c.currency, 'authorization ' || a.authorization_id as account, 'money' as field,
      a.status || ': ' || a.authorized_minor || ' authorized, ' || a.captured_minor
        || ' captured, ' || a.refunded_minor || ' refunded' as stored,
      entries.authorized || ' authorized, ' || entries.open || ' open, ' || entries.captured
        || ' captured, ' || entries.refunded || ' refunded' as recomputed
    from cards c join card_authorizations a on a.blind = c.blind
    cross join lateral (
      select coalesce(sum(e.amount_minor) filter (where e.kind = 'AUTHORIZE'), 0) as authorized,
        ${sumOf('authorizedMinor')} as open, ${sumOf('capturedMinor')} as captured,
        ${sumOf('refundedMinor')} as refunded
      from card_entries e
      where e.blind = c.blind and e.authorization_id = a.authorization_id) as entries
    where c.partner_id = ${partnerId}
      and (a.authorized_minor <> entries.authorized
        or entries.open <> case when a.status = 'AUTHORIZED' then a.authorized_minor else 0 end
        or a.captured_minor <> entries.captured or a.refunded_minor <> entries.refunded)
    order by a.authorization_id`
}

/** Finds batches that do not have exactly one card of the face value for each unit. */
export function batchMismatches(partnerId: number): Statement<BookDifference> {
  return sql`
    select coalesce(min(entries.currency), '') as currency,
      'cards of batch ' || entries.batch_no || ' of order ' || entries.order_no as account,
      'issued' as field, entries.cards || ' of ' || entries.issued as stored,
      coalesce(min(b.quantity) || ' of ' || min(b.quantity * b.face_value_minor), 'no batch')
        as recomputed
    from (
      select order_no, batch_no, count(*) as cards, sum(issued_minor) as issued,
        min(currency) as currency
      from cards where partner_id = ${partnerId} group by order_no, batch_no) as entries
    left join fulfillments b on b.partner_id = ${partnerId} and b.order_no = entries.order_no
      and b.batch_no = entries.batch_no
    group by entries.order_no, entries.batch_no, entries.cards, entries.issued
    having min(b.quantity) is distinct from entries.cards
      or min(b.quantity * b.face_value_minor) is distinct from entries.issued
    order by entries.order_no, entries.batch_no`
}
