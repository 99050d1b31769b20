import { sql, type Statement } from '../db/mod.ts'
import {
  proofWith,
  TRANSFER_CODES,
  type BookDifference,
  type BookProof,
  type BrokenInvariant,
  type InSql,
} from '../ledger/mod.ts'
import type { LinkState } from './link-state.ts'

/**
 * Returns a comparison that runs after `proof` and adds the partner's links. In each currency, the
 * account `promised` has their open amounts and holds the amounts of their orders. The links of
 * each request, written or waiting, add up to its transfer. For each link, sent = claimed +
 * returned + open, and these agree with the holds and charges of its orders and the transfers of
 * its returns.
 */
export function proveLinks(proof: BookProof): BookProof {
  return proofWith(proof, (partnerId) => [
    promisedMismatches(partnerId),
    batchMismatches(partnerId),
    linkMismatches(partnerId),
  ])
}

function promisedMismatches(partnerId: InSql<number>): Statement<BookDifference> {
  return sql`
    select currency, 'promised' as account, 'links' as field,
      sum(open) || ' open, ' || sum(held) || ' held' as stored,
      sum(link_open) || ' open, ' || sum(link_held) || ' held' as recomputed
    from (
      select currency, credits_posted - debits_posted as open, debits_pending as held,
             0::numeric as link_open, 0::numeric as link_held
      from accounts where partner_id = ${partnerId} and kind = 'promised'
      union all
      select currency, 0, 0, sent_minor - claimed_minor - returned_minor, held_minor
      from links where partner_id = ${partnerId}
      union all
      select currency, 0, 0, waiting_minor, 0
      from link_batches where partner_id = ${partnerId} and waiting_count > 0) as side
    group by currency having sum(open) <> sum(link_open) or sum(held) <> sum(link_held)
    order by currency`
}

function batchMismatches(partnerId: InSql<number>): Statement<BookDifference> {
  return sql`
    select b.currency, 'request ' || b.batch_no as account, 'sent' as field,
      b.link_count || ' links of ' || b.sent_minor as stored,
      batch_links.links + b.waiting_count || ' links of '
        || batch_links.sent + b.waiting_minor || ', moved '
        || coalesce(send_transfer.amount::text, 'nothing') as recomputed
    from link_batches b
    cross join lateral (
      select count(*) as links, coalesce(sum(sent_minor), 0) as sent from links l
      where l.partner_id = ${partnerId} and l.batch_no = b.batch_no
      offset 0) as batch_links
    left join lateral (
      select t.amount from transfers t
      where t.partner_id = ${partnerId} and t.transfer_no = b.transfer_no
        and t.code = ${TRANSFER_CODES.link_send}::smallint
      offset 0) as send_transfer on true
    where b.partner_id = ${partnerId}
      and (batch_links.links + b.waiting_count <> b.link_count
        or batch_links.sent + b.waiting_minor <> b.sent_minor
        or send_transfer.amount is distinct from b.sent_minor)
    order by b.batch_no`
}

/** Compares, for the sentinel, the links that a group has written. */
export function proveSomeLinks(
  partnerId: number,
  { changed }: LinkState,
): Statement<BrokenInvariant>[] {
  const linkNos = [...changed].map(({ linkNo }) => linkNo)
  if (linkNos.length === 0) return []
  return [
    sql`
      select 'promise_of_link' as invariant, mismatch.account as ids
      from (${linkMismatches(partnerId, linkNos)}) as mismatch`,
  ]
}

/** Compares the stored amounts of links with the sums of their orders and returns. */
function linkMismatches(
  partnerId: InSql<number>,
  linkNos?: readonly number[],
): Statement<BookDifference> {
  return sql`
    select l.currency, 'link ' || l.link_no as account, 'money' as field,
      l.chosen_minor || ' chosen, ' || l.held_minor || ' held, ' || l.claimed_minor
        || ' claimed, ' || l.returned_minor || ' returned' as stored,
      link_orders.chosen || ' chosen, ' || link_orders.held || ' held, ' || link_orders.claimed
        || ' claimed, ' || returns.returned || ' returned' as recomputed
    from links l
    cross join lateral (
      select coalesce(sum(total_minor) filter (where status <> 'CANCELLED'), 0) as chosen,
        coalesce(sum(total_minor - coalesce(discount_minor, 0) + coalesce(fee_minor, 0))
          filter (where status not in ('COMPLETED', 'CANCELLED')), 0) as held,
        coalesce(sum(charged_minor), 0) as claimed, count(*) as orders
      from orders o
      where o.partner_id = ${partnerId} and o.link_no = l.link_no
      offset 0) as link_orders
    cross join lateral (
      select coalesce(sum(t.amount), 0) as returned from link_returns r
      left join transfers t on t.partner_id = ${partnerId} and t.transfer_no = r.transfer_no
        and t.code = ${TRANSFER_CODES.link_return}::smallint and t.amount = r.amount_minor
      where r.partner_id = ${partnerId} and r.link_no = l.link_no
      offset 0) as returns
    where l.partner_id = ${partnerId}
      ${linkNos ? sql`and l.link_no = any(${linkNos}::bigint[])` : sql``}
      and (link_orders.chosen <> l.chosen_minor or link_orders.held <> l.held_minor
        or link_orders.claimed <> l.claimed_minor or returns.returned <> l.returned_minor
        or link_orders.orders <> l.claims
        or l.ended is null and l.sent_minor - l.claimed_minor - l.returned_minor - l.held_minor
          < l.amount_minor - l.chosen_minor)
    order by l.link_no`
}
