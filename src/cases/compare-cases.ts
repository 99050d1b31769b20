import { sql, type Db, type Statement } from '../db/mod.ts'
import {
  TRANSFER_CODES,
  type BookDifference,
  type BookInSql,
  type BookScreen,
  type InSql,
  type OrderComparison,
  type OrderScope,
} from '../ledger/mod.ts'

type Compare = (db: Db, partnerId: number, scope: OrderScope) => Promise<OrderComparison>

/**
 * Returns a comparison that makes `compare` first and then compares the partner's cases with its
 * book: the sum of the refunds in each currency, the transfer of each refund, and the reservation
 * of each replacement. Each statement sees one snapshot, and one commit changes a case with its
 * transfer and its reservation.
 */
export function compareCases(compare: Compare): Compare {
  return async (db, partnerId, scope) => {
    const orders = await compare(db, partnerId, scope)
    scope.signal?.throwIfAborted()
    const sums = await db.rows(refundSumMismatches(partnerId))
    const single = await db.rows(caseMismatches(partnerId))
    const differences = [
      ...orders.differences,
      ...sums.map(({ currency, stored, recomputed }) => ({
        currency,
        account: 'refunds',
        field: 'cases',
        stored,
        recomputed,
      })),
      ...single.map(caseDifference),
    ]
    return { ...orders, differences }
  }
}

/** Returns a screen that finds the books in which the comparison of `compareCases` differs. */
export function screenCases(screen: (book: BookInSql) => BookScreen) {
  return (book: BookInSql): BookScreen => {
    const { differing, lastFinalOrder } = screen(book)
    const statements = [refundSumMismatches(book.partnerId), caseMismatches(book.partnerId)]
    return { differing: [...differing, ...statements], lastFinalOrder }
  }
}

function caseDifference({ case_id, currency, kind, ...row }: DoneRow): BookDifference {
  const stored = row.stored ?? 'a code'
  const recomputed = row.found ?? (kind === 'refund' ? 'no such transfer' : 'no reservation')
  return { currency: currency ?? '', account: `case ${case_id}`, field: kind, stored, recomputed }
}

interface SumRow {
  currency: string
  stored: string
  recomputed: string
}

/** Returns the currencies whose refunds account differs from the sum of the refunds. */
function refundSumMismatches(partnerId: InSql<number>): Statement<SumRow> {
  return sql`
    select currency, sum(posted)::text as stored, sum(refunded)::text as recomputed
    from (
      select currency, debits_posted - credits_posted as posted, 0::numeric as refunded
      from accounts where partner_id = ${partnerId} and kind = 'refunds'
      union all
      select currency, 0, amount_minor from cases
      where partner_id = ${partnerId} and kind = 'refund' and state = 'DONE') as both_sides
    group by currency having sum(posted) <> sum(refunded)
    order by currency`
}

interface DoneRow {
  case_id: bigint
  kind: string
  currency: string | null
  stored: string | null
  found: string | null
}

/** Returns refunds without a transfer of their amount, and replacements without a code. */
export function caseMismatches(partnerId: InSql<number>): Statement<DoneRow> {
  return sql.twin(
    caseMismatches,
    [partnerId],
    sql`${refundMismatches(partnerId)} union all ${unreserved(partnerId, sql`cases`)} order by 1`,
  )
}

export function refundMismatches(partnerId: InSql<number>): Statement<DoneRow> {
  return sql`
    select k.case_id, k.kind, k.currency, k.amount_minor::text as stored,
           moved.amount::text as found
    from cases k
    left join lateral (
      select t.amount from transfers t
      where t.partner_id = ${partnerId} and t.transfer_no = k.transfer_no
        and t.code = ${TRANSFER_CODES.case_refund}::smallint
      offset 0) as moved on true
    where k.partner_id = ${partnerId} and k.kind = 'refund' and k.state = 'DONE'
      and k.amount_minor is distinct from moved.amount`
}

export function unreserved(
  partnerId: InSql<number>,
  cases: Statement<unknown>,
): Statement<DoneRow> {
  return sql`
    select k.case_id, k.kind, null::text as currency, null::text as stored, null::text as found
    from ${cases} k
    where k.partner_id = ${partnerId} and k.kind = 'replace' and k.state = 'DONE' and not exists (
      select from stock_reservations c
      where c.product_id = k.product_id and c.partner_id = ${partnerId}
        and c.order_no = k.order_no and c.batch_no = -k.item_no and c.state = 'RESERVED'
      offset 0)`
}
