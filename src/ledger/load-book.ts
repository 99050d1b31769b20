import { PARTNER_ID_MAX, notFound } from '../core/mod.ts'
import {
  maybeRow,
  sql,
  type AccountsRow,
  type BooksRow,
  type Db,
  type Statement,
  type Tx,
} from '../db/mod.ts'
import type { Account } from './accounts.ts'
import type { Book, BookRow } from './book.ts'
import type { AccountKind } from './chart.ts'
import { readSpendLimits } from './spend-limit-rows.ts'
import type { SpendLimit } from './spend-limits.ts'

/** A locked book, and the accounts that have changed since it was cached. */
interface BookChanges {
  readonly row: BookRow
  /** Undefined if the book was not cached, or if rows other than accounts may have changed. */
  readonly changed: readonly Account[] | undefined
}

interface LockedBook extends BookChanges {
  readonly chart: readonly Account[]
  readonly spendLimits: readonly SpendLimit[]
}

/** The parts of a cached book that `loadBook` uses. */
interface CachedChart {
  readonly row: BookRow
  readonly chart: Iterable<Account>
  /** True if other processes are likely to have changed the book. */
  readonly isShared: boolean
}

/**
 * Locks a partner's book until `tx` ends, and loads it without its wallets, which `loadWallets`
 * adds. The chart is not read if the book has the cached version. Refuses not_found.
 */
export async function loadBook(
  tx: Tx,
  partnerId: number,
  cached?: CachedChart,
): Promise<LockedBook> {
  // A larger number does not fit the type of the column.
  if (partnerId > PARTNER_ID_MAX) throw notFound('partner')
  const read = () =>
    Promise.all([
      cached ? tx.rows(accountsSince(cached.row)) : [],
      tx.rows(chartAccounts(partnerId)),
    ])
  const [locked, readAhead] = await Promise.all([
    maybeRow(tx, lockBook(partnerId, cached?.row)),
    // Sent in the same round trip as the lock, if it is likely to be needed.
    cached && !cached.isShared ? undefined : read(),
  ])
  if (!locked) throw notFound('partner')
  // Read after the lock: a statement that waits for the lock would see the limits as they were
  // before its wait.
  const spendLimits = locked.has_spend_limits ? await readSpendLimits(tx, partnerId) : []
  if (cached && BigInt(cached.row.version) === locked.version) {
    const row = toBookRow(cached.row, locked)
    const chart = Array.from(cached.chart, (account) => ({ ...account }))
    return { row, changed: [], chart, spendLimits }
  }
  const [changed, chart] = readAhead ?? (await read())
  const hasOpening = chart.some(({ has_opening: has }) => has)
  const row = toBookRow({ partnerId, hasOpening }, locked)
  const canCatchUp = locked.is_descendant === true
  return {
    row,
    changed: canCatchUp ? changed.map(toAccount) : undefined,
    chart: chart.map(toAccount),
    spendLimits,
  }
}

/**
 * Locks a cached book until `tx` ends, and reads the accounts that have changed since. Leaves a
 * book that has spend limits to `loadBook`, which reads them.
 */
export async function lockChanges(tx: Tx, cached: BookRow): Promise<BookChanges> {
  const { partnerId, version } = cached
  const [locked, changed] = await Promise.all([
    maybeRow(tx, lockBook(partnerId, cached)),
    tx.rows(accountsSince(cached)),
  ])
  if (!locked) throw notFound('partner')
  const row = toBookRow(cached, locked)
  const isKnown = locked.is_descendant === true || version === row.version
  const canCatchUp = isKnown && !locked.has_spend_limits
  return { row, changed: canCatchUp ? changed.map(toAccount) : undefined }
}

/** Adds the accounts of these wallets to the book; ignores unknown ids. */
export async function loadWallets(
  tx: Tx,
  { partnerId, book }: { partnerId: number; book: Promise<Book> },
  walletIds: readonly number[],
): Promise<void> {
  const [loaded, accounts] = await Promise.all([book, readAccounts(tx, partnerId, walletIds)])
  for (const account of accounts) loaded.add(account)
}

/** Reads the accounts of these wallets without a lock. */
export async function readAccounts(
  db: Db,
  partnerId: number,
  walletIds: readonly number[],
): Promise<Account[]> {
  return (await db.rows(walletAccounts(partnerId, walletIds))).map(toAccount)
}

type BookCounters = Omit<BooksRow, 'partner_id' | 'lineage' | 'writers'>
type LockedRow = BookCounters & { is_descendant: boolean | null }

/** A version descends from the cached one if only accounts have changed between them. */
function lockBook(partnerId: number, cached: BookRow | undefined): Statement<LockedRow> {
  return sql`
    select last_id, last_transfer, last_order, orders_on_hold, last_instant, version,
           has_spend_limits,
           lineage[1] = version and ${cached?.version ?? null} = any(lineage) as is_descendant
    from books where partner_id = ${partnerId}
    for no key update`
}

/**
 * Returns the accounts that have changed since the book was cached, which are those of its
 * transfers since then. Returns none if the cached version is not in the lineage, because then too
 * much may have changed. Each transfer is looked up by its number: for a range, the planner expects
 * a third of the table.
 */
function accountsSince({ partnerId, version, lastTransfer }: BookRow): Statement<AccountRow> {
  return sql`
    select account.*
    from books
    cross join lateral (
      select distinct side.account_id
      from generate_series(${lastTransfer}::bigint + 1, books.last_transfer) as missed (transfer_no)
      cross join lateral (
        select debit_account, credit_account
        from transfers
        where partner_id = ${partnerId} and transfers.transfer_no = missed.transfer_no
        offset 0) as transfer
      cross join lateral unnest(array[debit_account, credit_account]) as side (account_id)
    ) as changed
    cross join lateral (
      select account_id, kind, currency, debits_pending, debits_posted, credits_pending,
             credits_posted, credit_limit
      from accounts
      where partner_id = ${partnerId} and account_id = changed.account_id
      offset 0) as account
    where books.partner_id = ${partnerId}
      and lineage[1] = version and ${version} = any(lineage)`
}

function toBookRow(
  { partnerId, hasOpening }: Pick<BookRow, 'partnerId' | 'hasOpening'>,
  row: BookCounters,
): BookRow {
  return {
    partnerId,
    hasOpening,
    lastId: Number(row.last_id),
    lastTransfer: Number(row.last_transfer),
    lastOrder: Number(row.last_order),
    ordersOnHold: row.orders_on_hold,
    lastInstant: row.last_instant.getTime(),
    version: Number(row.version),
  }
}

type AccountRow = Omit<AccountsRow, 'partner_id' | 'kind'> & { kind: AccountKind }

function toAccount(row: AccountRow): Account {
  return {
    id: Number(row.account_id),
    kind: row.kind,
    currency: row.currency,
    debitsPending: row.debits_pending,
    debitsPosted: row.debits_posted,
    creditsPending: row.credits_pending,
    creditsPosted: row.credits_posted,
    creditLimit: row.credit_limit,
  }
}

/** Needs no lock of its own: rows of a book are written under the book's lock only. */
function chartAccounts(partnerId: number): Statement<AccountRow & { has_opening: boolean }> {
  return sql`
    select account_id, kind, currency, debits_pending, debits_posted, credits_pending,
           credits_posted, credit_limit,
           exists (select 1 from ledger_openings where partner_id = ${partnerId}) as has_opening
    from accounts where partner_id = ${partnerId} and kind <> 'wallet'`
}

function walletAccounts(partnerId: number, ids: readonly number[]): Statement<AccountRow> {
  return sql`
    select account_id, kind, currency, debits_pending, debits_posted, credits_pending,
           credits_posted, credit_limit
    from accounts
    where partner_id = ${partnerId} and account_id = any(${ids}::bigint[]) and kind = 'wallet'`
}
