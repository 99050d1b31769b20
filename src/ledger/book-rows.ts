import { dateAt, PARTNER_ID_MAX, Refusal } from '../core/mod.ts'
import {
  codeOf,
  maybeRow,
  sql,
  type AccountsRow,
  type BooksRow,
  type Db,
  type Statement,
  type Tx,
  type Writer,
} from '../db/mod.ts'
import type { Account } from './accounts.ts'
import type { Book, BookRow } from './book.ts'
import { REFERENCE_SCOPES, TRANSFER_CODES, TRANSFER_STATES, type AccountKind } from './chart.ts'

/** What a group finds of a book once it has the lock. */
export interface LockedBook {
  readonly row: BookRow
  readonly chart: readonly Account[]
  /**
   * The accounts that changed since the row that is known, where nothing else did that a process
   * may remember; undefined where that is not so.
   */
  readonly changed: readonly Account[] | undefined
}

/**
 * Loads a partner's book under its lock: no other group of this partner, in any process, decides
 * until `tx` ends. Wallets are added by whoever writes to them (`loadWallets`).
 */
export async function loadBook(tx: Tx, partnerId: number, known?: BookRow): Promise<LockedBook> {
  // A number that the column's type could not even compare is nobody's.
  if (partnerId > PARTNER_ID_MAX) throw noPartner(partnerId)
  const [row, chart, changed] = await Promise.all([
    maybeRow(tx, lockBook(partnerId, known)),
    tx.rows(chartAccounts(partnerId)),
    known ? tx.rows(accountsSince(known)) : [],
  ])
  if (!row) throw noPartner(partnerId)
  const bookRow: BookRow = {
    partnerId,
    lastId: Number(row.last_id),
    lastTransfer: Number(row.last_transfer),
    lastOrder: Number(row.last_order),
    ordersOnHold: row.orders_on_hold,
    lastInstant: row.last_instant.getTime(),
    version: Number(row.version),
  }
  const isKnown =
    known !== undefined && (row.descends === true || known.version === bookRow.version)
  return {
    row: bookRow,
    chart: chart.map(toAccount),
    changed: isKnown ? changed.map(toAccount) : undefined,
  }
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

/**
 * Writes what the group made, counters, transfers and balances, in one statement. `outdates` where
 * it also changed what other processes may remember of other rows.
 */
export function saveBook(tx: Writer, book: Book, { outdates }: { outdates: boolean }): void {
  tx.write(writeBook(book, outdates))
}

type LockedRow = Omit<BooksRow, 'partner_id' | 'lineage'> & { descends: boolean | null }

function lockBook(partnerId: number, known: BookRow | undefined): Statement<LockedRow> {
  return sql`
    select last_id, last_transfer, last_order, orders_on_hold, last_instant, version,
           lineage[1] = version and ${known?.version ?? null} = any(lineage) as descends
    from books where partner_id = ${partnerId}
    for no key update`
}

/**
 * Nothing is read where the book does not descend from what is known: it may be much. Each transfer
 * is looked up by its number: for a range of them the planner would expect a third of the table,
 * and start parallel workers.
 */
function accountsSince({ partnerId, version, lastTransfer }: BookRow): Statement<AccountRow> {
  return sql`
    select account.* from (
      select distinct side.account_id
      from books
      cross join lateral generate_series(
        ${lastTransfer}::bigint + 1, books.last_transfer) as made (transfer_no)
      cross join lateral (
        select debit_account, credit_account
        from transfers
        where partner_id = ${partnerId} and transfers.transfer_no = made.transfer_no
        offset 0) as transfer
      cross join lateral unnest(array[debit_account, credit_account]) as side (account_id)
      where books.partner_id = ${partnerId}
        and lineage[1] = version and ${version} = any(lineage)
    ) as changed cross join lateral (
      select account_id, kind, currency, debits_pending, debits_posted, credits_pending,
             credits_posted
      from accounts where partner_id = ${partnerId} and account_id = changed.account_id
      offset 0) as account`
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

/** Sixteen with the next: a process that has not been here for so long reads its wallets again. */
const LINEAGE = sql`case when lineage[1] = version then lineage[:15] else '{}' end`

/**
 * Fails where the book no longer has the version that the group was decided on, and the transaction
 * with it: nothing can be written over what another group made. That comes first: the rest of a
 * statement that its end does not ask for runs after it.
 */
function writeBook(book: Book, outdates: boolean): Statement<never> {
  const { partnerId, now, counters, version, transfers } = book
  const accounts = changedAccounts(book)
  return sql`
    with moved as (
      update books
      set last_id = ${counters.lastId}, last_transfer = ${counters.lastTransfer},
          last_order = ${counters.lastOrder}, orders_on_hold = ${counters.ordersOnHold},
          last_instant = ${dateAt(now)}, version = ${book.nextVersion},
          lineage = ${book.nextVersion}::bigint || ${outdates ? sql`'{}'::bigint[]` : LINEAGE}
      where partner_id = ${partnerId} and version = ${version}
      returning 1)
    ${transfers.length > 0 ? sql`, made as (${insertTransfers(book)})` : sql``}
    ${accounts.length > 0 ? sql`, kept as (${upsertAccounts(partnerId, accounts)})` : sql``}
    select 1 / count(*) as moved from moved`
}

/** An account of the chart that was opened for a write that was then refused leaves no trace. */
function changedAccounts({ opened, touched }: Book): Account[] {
  return [...new Set([...[...opened].filter((one) => one.kind === 'wallet'), ...touched])]
}

function insertTransfers({ partnerId, now, transfers }: Book): Statement<never> {
  const column = <T>(of: (transfer: (typeof transfers)[number]) => T): T[] => transfers.map(of)
  return sql`
    insert into transfers (
      partner_id, transfer_no, debit_account, credit_account, amount,
      debit_available, credit_available, pending_no, state, code, scope, reference, memo,
      created_at)
    select ${partnerId}, made.*, ${dateAt(now)}::timestamptz
    from unnest(
      ${column((t) => t.no)}::bigint[],
      ${column((t) => t.debitAccount)}::bigint[],
      ${column((t) => t.creditAccount)}::bigint[],
      ${column((t) => t.amount)}::bigint[],
      ${column((t) => t.debitAvailable)}::bigint[],
      ${column((t) => t.creditAvailable)}::bigint[],
      ${column((t) => t.pendingNo ?? null)}::bigint[],
      ${column((t) => TRANSFER_STATES[t.state])}::smallint[],
      ${column((t) => TRANSFER_CODES[t.code])}::smallint[],
      ${column((t) => (t.key ? REFERENCE_SCOPES[t.key.scope] : null))}::smallint[],
      ${column((t) => t.key?.reference ?? null)}::text[],
      ${column((t) => t.memo ?? null)}::text[]) as made`
}

/**
 * New accounts, and new balances of those that are there. An update that joins its values would be
 * planned while the table is young, and then compare every account with every value.
 */
function upsertAccounts(partnerId: number, accounts: readonly Account[]): Statement<never> {
  const column = <T>(of: (account: Account) => T): T[] => accounts.map(of)
  return sql`
    insert into accounts (
      partner_id, account_id, kind, currency, debits_pending, debits_posted, credits_pending,
      credits_posted)
    select ${partnerId}, made.* from unnest(
      ${column((a) => a.id)}::bigint[],
      ${column((a) => a.kind)}::text[],
      ${column((a) => a.currency)}::text[],
      ${column((a) => a.debitsPending)}::bigint[],
      ${column((a) => a.debitsPosted)}::bigint[],
      ${column((a) => a.creditsPending)}::bigint[],
      ${column((a) => a.creditsPosted)}::bigint[]) as made
    on conflict (partner_id, account_id) do update
    set debits_pending = excluded.debits_pending, debits_posted = excluded.debits_posted,
        credits_pending = excluded.credits_pending, credits_posted = excluded.credits_posted`
}

const DIVISION_BY_ZERO = '22012'
const UNIQUE_VIOLATION = '23505'

/** Whether this is what `writeBook` fails with where the book has moved on. */
export function bookMoved(error: unknown): boolean {
  return codeOf(error) === DIVISION_BY_ZERO
}

/** Whether a key of what was written had been used before. */
export function keyUsed(error: unknown): boolean {
  return codeOf(error) === UNIQUE_VIOLATION
}
