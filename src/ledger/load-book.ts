import { PARTNER_ID_MAX, Refusal } from '../core/mod.ts'
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

/** A book as it is now, and what changed since a process knew it. */
export interface BookSince {
  readonly row: BookRow
  /** Undefined where it was not known, where more may have changed than accounts, or many did. */
  readonly changed: readonly Account[] | undefined
}

/** What a group finds of a book once it has the lock. */
export interface LockedBook extends BookSince {
  readonly chart: readonly Account[]
}

/** A book as a process knows it, and whether others are likely to have changed it since. */
export interface KnownBook {
  readonly row: BookRow
  readonly chart: Iterable<Account>
  readonly isShared: boolean
}

/**
 * Loads a partner's book under its lock: no other group of this partner, in any process, decides
 * until `tx` ends. Wallets are added by whoever writes to them (`loadWallets`). Where the book is
 * what is known of it, nothing else of it is read.
 */
export async function loadBook(tx: Tx, partnerId: number, known?: KnownBook): Promise<LockedBook> {
  // A number that the column's type could not even compare is nobody's.
  if (partnerId > PARTNER_ID_MAX) throw noPartner(partnerId)
  const read = () =>
    Promise.all([known ? tx.rows(accountsSince(known.row)) : [], tx.rows(chartAccounts(partnerId))])
  const [locked, along] = await Promise.all([
    maybeRow(tx, lockBook(partnerId, known?.row)),
    // What travels with the lock need not be waited for.
    known && !known.isShared ? undefined : read(),
  ])
  if (!locked) throw noPartner(partnerId)
  const row = toBookRow(partnerId, locked)
  if (known?.row.version === row.version) {
    return { row, changed: [], chart: Array.from(known.chart, (account) => ({ ...account })) }
  }
  const [changed, chart] = along ?? (await read())
  const isKnown = locked.descends === true
  return { row, changed: isKnown ? changed.map(toAccount) : undefined, chart: chart.map(toAccount) }
}

/**
 * As `loadBook`, for who keeps the chart: an account of it that changed, or is new, has a transfer
 * since.
 */
export async function lockBookSince(tx: Tx, known: BookRow): Promise<BookSince> {
  const { partnerId, version } = known
  const [locked, changed] = await Promise.all([
    maybeRow(tx, lockBook(partnerId, known)),
    tx.rows(accountsSince(known)),
  ])
  if (!locked) throw noPartner(partnerId)
  const row = toBookRow(partnerId, locked)
  const isKnown = locked.descends === true || version === row.version
  return { row, changed: isKnown ? changed.map(toAccount) : undefined }
}

function noPartner(partnerId: number): Refusal {
  return new Refusal('not_found', `no partner ${partnerId}`)
}

/** Adds the accounts of these wallets to the book; ids that are none are left out. */
export async function loadWallets(
  tx: Tx,
  { partnerId, book }: { partnerId: number; book: Promise<Book> },
  walletIds: readonly number[],
): Promise<void> {
  const [loaded, accounts] = await Promise.all([book, readAccounts(tx, partnerId, walletIds)])
  for (const account of accounts) loaded.add(account)
}

/** The accounts of these wallets as they are now. */
export async function readAccounts(
  db: Db,
  partnerId: number,
  walletIds: readonly number[],
): Promise<Account[]> {
  return (await db.rows(walletAccounts(partnerId, walletIds))).map(toAccount)
}

type Counted = Omit<BooksRow, 'partner_id' | 'lineage'>
type LockedRow = Counted & { descends: boolean | null }

function lockBook(partnerId: number, known: BookRow | undefined): Statement<LockedRow> {
  return sql`
    select last_id, last_transfer, last_order, orders_on_hold, last_instant, version,
           lineage[1] = version and ${known?.version ?? null} = any(lineage) as descends
    from books where partner_id = ${partnerId}
    for no key update`
}

/**
 * The accounts that have changed since the book was cached: those of its transfers since then.
 * Returns none if more than accounts may have changed, or too much: the cached version is then not
 * in the lineage. Each transfer is looked up by its number: for a range the planner expects a third
 * of the table.
 */
function accountsSince({ partnerId, version, lastTransfer }: BookRow): Statement<AccountRow> {
  return sql`
    select account.*
    from books
    cross join lateral (
      select distinct side.account_id
      from generate_series(${lastTransfer}::bigint + 1, books.last_transfer) as made (transfer_no)
      cross join lateral (
        select debit_account, credit_account
        from transfers
        where partner_id = books.partner_id and transfers.transfer_no = made.transfer_no
        offset 0) as transfer
      cross join lateral unnest(array[debit_account, credit_account]) as side (account_id)
    ) as changed
    cross join lateral (
      select account_id, kind, currency, debits_pending, debits_posted, credits_pending,
             credits_posted
      from accounts
      where partner_id = books.partner_id and account_id = changed.account_id
      offset 0) as account
    where books.partner_id = ${partnerId}
      and lineage[1] = version and ${version} = any(lineage)`
}

function toBookRow(partnerId: number, row: Counted): BookRow {
  return {
    partnerId,
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
  }
}

/** Rows of a book are only written under its lock, so they need none of their own. */
function chartAccounts(partnerId: number): Statement<AccountRow> {
  return sql`
    select account_id, kind, currency, debits_pending, debits_posted, credits_pending,
           credits_posted
    from accounts where partner_id = ${partnerId} and kind <> 'wallet'`
}

function walletAccounts(partnerId: number, ids: readonly number[]): Statement<AccountRow> {
  return sql`
    select account_id, kind, currency, debits_pending, debits_posted, credits_pending,
           credits_posted
    from accounts
    where partner_id = ${partnerId} and account_id = any(${ids}::bigint[]) and kind = 'wallet'`
}
