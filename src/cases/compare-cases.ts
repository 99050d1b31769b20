import { sql, type Statement, twinned } from '../db/mod.ts'
import {
  proofWith,
  TRANSFER_CODES,
  type BookDifference,
  type BookProof,
  type InSql,
} from '../ledger/mod.ts'

/**
 * Returns a comparison that runs after `proof` and adds the partner's cases: the sums of the
 * refunds in each currency, the transfer and the wallet of each refund, and the reservation of each
 * replacement.
 */
export function proveCases(proof: BookProof): BookProof {
  return proofWith(proof, (partnerId) => [
    refundSumMismatches(partnerId),
    walletRefundSumMismatches(partnerId),
    refundMismatches(partnerId),
    walletRefundMismatches(partnerId),
    unreservedReplacements(partnerId),
  ])
}

/** Returns the currencies whose accounts of refunds differ from the sum of the refunds. */
function refundSumMismatches(partnerId: InSql<number>): Statement<BookDifference> {
  return sql`
    select currency, 'refunds' as account, 'cases' as field, sum(posted)::text as stored,
           sum(refunded)::text as recomputed
    from (
      select currency, debits_posted - credits_posted as posted, 0::numeric as refunded
      from accounts where partner_id = ${partnerId} and kind in ('refunds', 'wallet_refunds')
      union all
      select currency, 0, amount_minor from cases
      where partner_id = ${partnerId} and kind = 'refund' and state = 'DONE') as both_sides
    group by currency having sum(posted) <> sum(refunded)
    order by currency`
}

/** Returns the currencies in which wallets received another sum than their refunds. */
function walletRefundSumMismatches(partnerId: InSql<number>): Statement<BookDifference> {
  return sql`
    select currency, 'wallet_refunds' as account, 'cases' as field, sum(posted)::text as stored,
           sum(refunded)::text as recomputed
    from (
      select currency, debits_posted - credits_posted as posted, 0::numeric as refunded
      from accounts where partner_id = ${partnerId} and kind = 'wallet_refunds'
      union all
      select k.currency, 0, k.amount_minor
      from ${walletRefunds(partnerId)}
      where t.credit_account = o.wallet_id) as both_sides
    group by currency having sum(posted) <> sum(refunded)
    order by currency`
}

/** A refund goes to the wallet that paid, unless that is CLOSED, which is final. */
function walletRefundMismatches(partnerId: InSql<number>): Statement<BookDifference> {
  return sql`
    select k.currency, 'case ' || k.case_id as account, 'refunded_to' as field,
           t.credit_account::text as stored, o.wallet_id::text as recomputed
    from ${walletRefunds(partnerId)}
    join wallets w on w.partner_id = ${partnerId} and w.wallet_id = o.wallet_id
    where t.credit_account <> o.wallet_id and w.status <> 'CLOSED'
    order by k.case_id`
}

/** Joins the orders `o` paid by wallets, the refunds `k` of their items, and the transfers `t`. */
function walletRefunds(partnerId: InSql<number>): Statement<never> {
  return sql`
    orders o
    join cases k on k.partner_id = ${partnerId} and k.order_no = o.order_no
      and o.partner_id = ${partnerId} and o.wallet_id is not null
      and k.kind = 'refund' and k.state = 'DONE'
    join transfers t on t.partner_id = ${partnerId} and t.transfer_no = k.transfer_no`
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
export const unreservedReplacements = twinned(
  'unreservedReplacements',
  (partnerId: InSql<number>): Statement<BookDifference> => unreservedIn(sql`cases`, partnerId),
)

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
