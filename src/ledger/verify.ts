import { oneRow, readWhole, sql, transact, type Database, type Statement } from '../db/mod.ts'

/** One account whose stored totals are not what its transfers say; whole minor units, as text. */
export interface Difference {
  readonly partnerId: number
  readonly currency: string
  readonly account: string
  readonly field: string
  readonly stored: string
  readonly recomputed: string
}

export interface Verification {
  readonly balanced: boolean
  readonly partners: number
  readonly accounts: number
  readonly transfers: number
  readonly differences: Difference[]
}

/**
 * Recomputes every balance from the transfers, partner by partner (each in one snapshot), and
 * compares: all four totals of every account, the numbering of the transfers, that what posts or
 * voids a hold has one, and that each currency of each book sums to zero. Reads only.
 */
export async function verify(db: Database): Promise<Verification> {
  const found = { partners: 0, accounts: 0, transfers: 0 }
  const differences: Difference[] = []
  for (const { partner_id: partnerId } of await db.rows(allBooks())) {
    const book = await transact(db, async (tx) => {
      await readWhole(tx)
      const counts = await oneRow(tx, countBook(partnerId))
      return { ...counts, differences: await tx.rows(bookDifferences(partnerId)) }
    })
    found.partners += 1
    found.accounts += Number(book.accounts)
    found.transfers += Number(book.transfers)
    for (const row of book.differences) differences.push({ partnerId, ...row })
  }
  return { balanced: differences.length === 0, ...found, differences }
}

function allBooks(): Statement<{ partner_id: number }> {
  return sql`select partner_id from books order by partner_id`
}

function countBook(partnerId: number): Statement<{ accounts: bigint; transfers: bigint }> {
  return sql`
    select
      (select count(*) from accounts where partner_id = ${partnerId}) as accounts,
      (select count(*) from transfers where partner_id = ${partnerId}) as transfers`
}

/** One statement, so one snapshot: groups that commit meanwhile are seen whole or not at all. */
function bookDifferences(partnerId: number): Statement<Omit<Difference, 'partnerId'>> {
  return sql`
    with ${comparedTotals(partnerId)}
    select coalesce(currency, '') as currency, coalesce(kind, 'unknown') || ' ' || id as account,
           name as field, stored::text as stored, recomputed::text as recomputed
    from fields where stored <> recomputed
    union all
    select currency, 'book', 'sum', sum(c - d)::text, '0'
    from stored group by currency having sum(c - d) <> 0
    union all
    select currency, 'book', 'pending_sum', sum(cp - dp)::text, '0'
    from stored group by currency having sum(cp - dp) <> 0
    union all
    select '', 'transfer ' || made.transfer_no, 'pending_no', made.pending_no::text, 'no such hold'
    from made left join made as hold
      on hold.transfer_no = made.pending_no and hold.transfer_no < made.transfer_no
      and hold.state = 1
      and hold.debit_account = made.debit_account and hold.credit_account = made.credit_account
      and (hold.amount = made.amount or (hold.amount > made.amount and made.state = 2))
    where made.state in (2, 3) and hold.transfer_no is null
    union all
    select '', 'book', 'last_transfer', books.last_transfer::text, counted.transfers::text
    from books, (select count(*) as transfers from made) as counted
    where books.partner_id = ${partnerId} and books.last_transfer <> counted.transfers`
}

/**
 * The transfers `made`, the accounts `stored`, and `fields`: each total of each account as it is
 * stored and as the transfers say.
 */
function comparedTotals(partnerId: number): Statement<never> {
  return sql`
    made as materialized (
      select transfer_no, debit_account, credit_account, amount, state, pending_no
      from transfers where partner_id = ${partnerId}
    ), sides as (
      select debit_account as account_id, 0::bigint as dp, amount as d, 0::bigint as cp,
             0::bigint as c
      from made where state in (0, 2)
      union all
      select credit_account, 0, 0, 0, amount from made where state in (0, 2)
      union all
      select debit_account, amount, 0, 0, 0 from made where state = 1
      union all
      select credit_account, 0, 0, amount, 0 from made where state = 1
      union all
      select hold.debit_account, -hold.amount, 0, 0, 0
      from made join made as hold on hold.transfer_no = made.pending_no
      union all
      select hold.credit_account, 0, 0, -hold.amount, 0
      from made join made as hold on hold.transfer_no = made.pending_no
    ), recomputed as (
      select account_id, sum(dp) as dp, sum(d) as d, sum(cp) as cp, sum(c) as c
      from sides group by account_id
    ), stored as (
      select account_id, kind, currency, debits_pending as dp, debits_posted as d,
             credits_pending as cp, credits_posted as c
      from accounts where partner_id = ${partnerId}
    ), fields as (
      select stored.currency, stored.kind, coalesce(stored.account_id, recomputed.account_id) as id,
             field.name, field.stored, field.recomputed
      from stored full join recomputed using (account_id)
      cross join lateral (values
        ('debits_pending', coalesce(stored.dp, 0), coalesce(recomputed.dp, 0)),
        ('debits_posted', coalesce(stored.d, 0), coalesce(recomputed.d, 0)),
        ('credits_pending', coalesce(stored.cp, 0), coalesce(recomputed.cp, 0)),
        ('credits_posted', coalesce(stored.c, 0), coalesce(recomputed.c, 0))
      ) as field (name, stored, recomputed)
    )`
}
