import { sql, type Statement } from '../db/mod.ts'
import {
  proofWith,
  TRANSFER_CODES,
  type BookDifference,
  type BookProof,
  type InSql,
} from '../ledger/mod.ts'

/**
 * Returns a proof of the partner's cases with its book after `proof`: the sum of the refunds in
 * each currency, the transfer of each refund, and the reservation of each replacement.
 */
export function proveCases(proof: BookProof): BookProof {
  return proofWith(proof, (partnerId) => [
    refundSumMismatches(partnerId),
    refundMismatches(partnerId),
    unreservedReplacements(partnerId),
  ])
}

/** Returns the currencies whose refunds account differs from the sum of the refunds. */
function refundSumMismatches(partnerId: InSql<number>): Statement<BookDifference> {
  return sql`
    select currency, 'refunds' as account, 'cases' as field, sum(posted)::text as stored,
           sum(refunded)::text as recomputed
    from (
      select currency, debits_posted - credits_posted as posted, 0::numeric as refunded
      from accounts where partner_id = ${partnerId} and kind = 'refunds'
      union all
      select currency, 0, amount_minor from cases
      where partner_id = ${partnerId} and kind = 'refund' and state = 'DONE') as both_sides
    group by currency having sum(posted) <> sum(refunded)
    order by currency`
}

/** Returns refunds without a transfer of their amount. */
function refundMismatches(partnerId: InSql<number>): Statement<BookDifference> {
  return sql`
    select k.currency, 'case ' || k.case_id as account, k.kind as field,
           k.amount_minor::text as stored,
           coalesce(moved.amount::text, 'no such transfer') as recomputed
    from cases k
    left join lateral (
      select t.amount from transfers t
      where t.partner_id = ${partnerId} and t.transfer_no = k.transfer_no
        and t.code = ${TRANSFER_CODES.case_refund}::smallint
      offset 0) as moved on true
    where k.partner_id = ${partnerId} and k.kind = 'refund' and k.state = 'DONE'
      and k.amount_minor is distinct from moved.amount
    order by k.case_id`
}

/** Returns replacements without a code. */
export function unreservedReplacements(partnerId: InSql<number>): Statement<BookDifference> {
  return sql.twin(unreservedReplacements, [partnerId], unreservedIn(sql`cases`, partnerId))
}

export function unreservedIn(
  cases: Statement<unknown>,
  partnerId: InSql<number>,
): Statement<BookDifference> {
  return sql`
    select '' as currency, 'case ' || k.case_id as account, k.kind as field, 'a code' as stored,
           'no reservation' as recomputed
    from ${cases} k
    where k.partner_id = ${partnerId} and k.kind = 'replace' and k.state = 'DONE' and not exists (
      select from stock_reservations c
      where c.product_id = k.product_id and c.partner_id = ${partnerId}
        and c.order_no = k.order_no and c.batch_no = -k.item_no and c.state = 'RESERVED'
      offset 0)
    order by k.case_id`
}
