import { sql, type Statement, twinned } from '../db/mod.ts'
import {
  bookExtent,
  bookSums,
  countTransfers,
  movesOf,
  withoutHold,
  type AccountRange,
} from './verify-rows.ts'

/** The expressions that name a book in the statement that screens many. */
export interface BookInSql {
  readonly partnerId: Statement<never>
  readonly lastTransfer: Statement<never>
  readonly lastOrder: Statement<never>
}

/** The checks that PostgreSQL runs for each book. */
export interface BookScreen {
  /** Statements about one book: at least one of them returns a row if anything differs. */
  readonly differing: readonly Statement<unknown>[]
  /** All orders of a book without a difference are final up to this number. */
  readonly lastFinalOrder: Statement<never>
}

export interface ScreenedBook {
  partner_id: number
  accounts: bigint
  last_transfer: bigint
  last_order: bigint
  last_final_order: bigint
  /** The digest of the totals of all accounts, see `TotalsDigest`. */
  totals: string
}

const BOOK: BookInSql = {
  partnerId: sql.raw('screened.partner_id'),
  lastTransfer: sql.raw('screened.last_transfer'),
  lastOrder: sql.raw('screened.last_order'),
}
const ALL_ACCOUNTS: AccountRange = { after: -(2n ** 63n), upTo: 2n ** 63n - 1n }

/**
 * Returns the books in which nothing differs, each as of one snapshot. The statements that verify
 * one book run for each of them inside PostgreSQL. As scalar subqueries they are neither joined nor
 * hashed, so each reads by the index of its partner, however many partners there are.
 */
export const booksWithoutDifference = twinned(
  'booksWithoutDifference',
  (
    partnerIds: readonly number[],
    screenOf: (book: BookInSql) => BookScreen,
  ): Statement<ScreenedBook> => {
    const { differing, lastFinalOrder } = screenOf(BOOK)
    const checks = [...differingBook(BOOK), ...differing].map(
      (one) => sql`(select 1 from (${one}) as difference limit 1)`,
    )
    const anyOf = checks.reduce((all, one) => sql`${all}, ${one}`)
    return sql`
      select screened.partner_id, screened.last_transfer, screened.last_order,
             digest.accounts, digest.totals, ${lastFinalOrder} as last_final_order
      from books screened
      cross join lateral (${digestedTotals(BOOK)}) as digest
      where screened.partner_id = any(${partnerIds}::integer[])
        and coalesce(${anyOf}) is null`
  },
)

/** The comparisons of `BookCheck`, as statements. */
function differingBook({ partnerId, lastTransfer }: BookInSql): Statement<unknown>[] {
  const transfers = { first: 1, last: lastTransfer }
  return [
    sql`
      select from (
        select account_id, debits_pending, debits_posted, credits_pending, credits_posted
        from accounts where partner_id = ${partnerId}
        union all
        select account_id, case when is_debit then -pending::numeric end,
               case when is_debit then -posted::numeric end,
               case when not is_debit then -pending::numeric end,
               case when not is_debit then -posted::numeric end
        from (${movesOf(partnerId, transfers, ALL_ACCOUNTS)}) as movements) as side
      group by account_id
      having sum(debits_pending) <> 0 or sum(debits_posted) <> 0
        or sum(credits_pending) <> 0 or sum(credits_posted) <> 0`,
    sql`
      select from (${bookSums(partnerId)}) as sums
      where sums.posted <> '0' or sums.pending <> '0'`,
    sql`
      select from (${countTransfers(partnerId, transfers)}) as counted
      where counted.transfers <> ${lastTransfer}`,
    sql`select from (${bookExtent(partnerId)}) as extent where extent.transfers_outside <> 0`,
    withoutHold(partnerId, transfers),
  ]
}

function digestedTotals({ partnerId }: BookInSql): Statement<unknown> {
  return sql`
    select count(*) as accounts,
      encode(sha256(convert_to(coalesce(string_agg(
        concat_ws(' ', account_id, kind, currency, debits_pending, debits_posted, credits_pending,
                  credits_posted) || chr(10), '' order by account_id)
        filter (where debits_pending <> 0 or debits_posted <> 0
                or credits_pending <> 0 or credits_posted <> 0), ''), 'UTF8')), 'hex') as totals
    from accounts where partner_id = ${partnerId}`
}
