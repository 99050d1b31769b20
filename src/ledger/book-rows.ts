import { dateAt } from '../core/mod.ts'
import {
  bigint,
  codeOf,
  instant,
  integer,
  jsonb,
  relation,
  smallint,
  sql,
  table,
  text,
  type AccountsRow,
  type ColumnsOf,
  type Statement,
  type TransfersRow,
  type Tx,
  twinned,
} from '../db/mod.ts'
import type { Account } from './accounts.ts'
import { archivedKey, unlessArchived } from './archived-keys.ts'
import type { Book } from './book.ts'
import { TRANSFER_CODES, TRANSFER_STATES } from './chart.ts'
import { WRITERS_AFTER } from './group-outcome.ts'
import { hashOf, keysOf, scopeOf } from './references.ts'

/**
 * The lineage of a book: its last versions, the latest first, as long as only accounts changed from
 * one to the next. At most 16, including the next version. A process whose cached version is not
 * among them reads its wallets again. Empty if a release without lineages has written the book.
 */
export const LINEAGE = sql`
  case when books.lineage[1] = books.version then books.lineage[:15] else '{}' end`

/** Writes a changed credit limit, after its account was written. */
export function writeCreditLimit(
  { partnerId }: Pick<Book, 'partnerId'>,
  { id, creditLimit }: Pick<Account, 'id' | 'creditLimit'>,
): Statement<never> {
  return sql`
    update accounts set credit_limit = ${creditLimit}
    where partner_id = ${partnerId} and account_id = ${id}`
}

/** Opens the empty book of a new partner. */
export async function openBook(tx: Tx, partnerId: number, at: number): Promise<void> {
  await tx.rows(insertBook(partnerId, at))
}

function insertBook(partnerId: number, at: number): Statement<never> {
  return sql`
    insert into books (partner_id, last_instant) values (${partnerId}, ${dateAt(at)})`
}

interface BookWrite {
  /** True if the group also changes rows that other processes cache. */
  readonly isInvalidating: boolean
  /** The writer by whose number the group is looked up if its COMMIT gets no response. */
  readonly writer: number | undefined
}

/**
 * Writes the counters, transfers and balances of a book after a group.
 *
 * Fails, and the transaction with it, if the book no longer has the version that the group was
 * decided on, or if a removed transfer had one of the keys (`bookMoved`). A statement cannot raise
 * an error of its own: `1 / count(*)` raises division_by_zero unless the book was updated. The
 * division reads `updated_books`, so PostgreSQL runs the update before the other parts.
 */
export const writeBook = twinned('writeBook', (book: Book, write: BookWrite): Statement<never> => {
  const { isInvalidating, writer } = write
  const { partnerId, now, counters, version, transfers } = book
  const accounts = changedAccounts(book)
  return sql<never>`
    with updated_books as (
      update books
      set last_id = ${counters.lastId}, last_transfer = ${counters.lastTransfer},
          last_order = ${counters.lastOrder}, orders_on_hold = ${counters.ordersOnHold},
          last_instant = ${dateAt(now)}, version = ${book.nextVersion},
          lineage = ${book.nextVersion}::bigint || ${isInvalidating ? sql`'{}'::bigint[]` : LINEAGE}
          ${writer === undefined ? sql`` : writtenBy(writer, book)}
      where partner_id = ${partnerId} and books.version = ${version} ${unlessArchived(book)}
      returning 1)
    ${transfers.length > 0 ? sql`, inserted_transfers as (${insertTransfers(book)})` : sql``}
    ${
      accounts.length > 0
        ? sql`, saved_accounts as (${ACCOUNTS.insert(accounts, book)} ${ON_CONFLICT})`
        : sql``
    }
    select 1 / count(*) as books from updated_books`
})

export function writtenBy(writer: number, { nextVersion }: Book): Statement<unknown> {
  return sql`, writers = ${WRITERS_AFTER}
    from (values (${writer}::bigint, ${nextVersion}::bigint)) as own (writer, version)`
}

/**
 * The outcome of writing a book that was decided in the cache:
 *
 *   written
 *   moved    not written: another process has changed or locked the book
 *   used     not written: a key was used before
 *   unknown  COMMIT got no response
 */
export type Written = 'written' | 'moved' | 'used' | 'unknown'

interface BookWritten {
  readonly partner_id: number
  /** False if a key of its transfers was used before. */
  readonly is_written: boolean
}

/**
 * Writes the books of several partners, as `writeBook` does. Returns no row for a book that has
 * another version or that another transaction has locked: no partner waits for another one's lock.
 *
 * A used key must not fail the groups of other partners, so keys are looked up first. The lookup
 * sees the database as of the start of the statement. That is enough: if a key is used later, the
 * version of its book changes, too.
 */
export function writeBooks(books: readonly Book[]): Statement<BookWritten> {
  const transfers = books.flatMap((book) => book.transfers)
  const owners = books.flatMap((book) => book.transfers.map(() => book.partnerId))
  const instants = books.flatMap((book) => book.transfers.map(() => dateAt(book.now)))
  const changed = books.map((book) => ({ book, accounts: changedAccounts(book) }))
  const accounts = changed.flatMap((one) => one.accounts)
  const holders = changed.flatMap((one) => one.accounts.map(() => one.book.partnerId))
  const columns = tableOf(transfers)
  return sql`
    with refused_partners as (${ownersOfUsed(transfers, owners)}),
    updated_books as (
      insert into books (
        partner_id, version, last_id, last_transfer, last_order, orders_on_hold, last_instant)
      ${lockedBooks(books)}
      where input.partner_id <> all(array(select partner_id from refused_partners))
      on conflict (partner_id) do update
      set version = excluded.version, last_id = excluded.last_id,
          last_transfer = excluded.last_transfer, last_order = excluded.last_order,
          orders_on_hold = excluded.orders_on_hold, last_instant = excluded.last_instant,
          lineage = excluded.version || ${LINEAGE}
      returning partner_id),
    inserted_transfers as (
      insert into transfers (${columns.names})
      select input.*
      from unnest(
        ${owners}::integer[], ${instants}::timestamptz[], ${columns.arrays(transfers)}
      ) as input (partner_id)
      where input.partner_id = any(array(select partner_id from updated_books))),
    saved_accounts as (
      insert into accounts (${ACCOUNTS.names})
      select input.*
      from unnest(${holders}::integer[], ${ACCOUNTS.arrays(accounts)}) as input (partner_id)
      where input.partner_id = any(array(select partner_id from updated_books))
      ${ON_CONFLICT})
    select partner_id, true as is_written from updated_books
    union all
    select partner_id, false from refused_partners`
}

/** Returns the partners of transfers whose key, or one with the same hash, was used before. */
function ownersOfUsed(transfers: Transfers, owners: readonly number[]): Statement<unknown> {
  const { scopes, references } = keysOf(transfers)
  return sql`
    select distinct input.partner_id
    from unnest(
      ${owners}::integer[], ${scopes}::smallint[], ${references}::text[]
    ) as input (partner_id, scope, reference)
    cross join lateral (
      select from transfers
      where transfers.partner_id = input.partner_id
        and ${hashOf(sql`transfers`)} = ${hashOf(sql`input`)} and transfers.reference is not null
      union all
      ${archivedKey(sql`input`)}) as earlier`
}

const BOOKS = relation<Book>('input', {
  partner_id: integer((book) => book.partnerId),
  version: bigint((book) => book.version),
  next_version: bigint((book) => book.nextVersion),
  last_id: bigint(({ counters }) => counters.lastId),
  last_transfer: bigint(({ counters }) => counters.lastTransfer),
  last_order: bigint(({ counters }) => counters.lastOrder),
  orders_on_hold: integer(({ counters }) => counters.ordersOnHold),
  last_instant: instant((book) => book.now),
})

/** Selects the new rows of the books that still have their version and are not locked. */
function lockedBooks(books: readonly Book[]): Statement<unknown> {
  return sql`
    select input.partner_id, next_version, last_id, last_transfer, last_order, orders_on_hold,
           last_instant
    from ${BOOKS.of(books)}
    cross join lateral (
      select from books
      where books.partner_id = input.partner_id and books.version = input.version
      for no key update skip locked
      offset 0) as unchanged_book`
}

type Transfers = Book['transfers']

/**
 * Returns the accounts to write. Leaves out accounts of the chart without a transfer: a refused
 * write may have opened them.
 */
export function changedAccounts({ opened, touched }: Book): Account[] {
  return [...new Set([...[...opened].filter((one) => one.kind === 'wallet'), ...touched])]
}

const OF_PARTNER = integer(({ partnerId }: Pick<Book, 'partnerId'>) => partnerId)

const TRANSFER_COLUMNS: ColumnsOf<TransfersRow, Transfers[number]> = {
  transfer_no: bigint((one) => one.number),
  debit_account: bigint((one) => one.debitAccount),
  credit_account: bigint((one) => one.creditAccount),
  amount: bigint((one) => one.amount),
  debit_available: bigint((one) => one.debitAvailable),
  credit_available: bigint((one) => one.creditAvailable),
  pending_no: bigint((one) => one.pendingNo ?? null),
  state: smallint((one) => TRANSFER_STATES[one.state]),
  code: smallint((one) => TRANSFER_CODES[one.code]),
  scope: smallint((one) => scopeOf(one)),
  reference: text((one) => one.key?.reference ?? null),
  memo: text((one) => one.memo ?? null),
}

function tableOfTransfers(columns: typeof TRANSFER_COLUMNS) {
  return table<TransfersRow, Transfers[number], Pick<Book, 'partnerId' | 'now'>>(
    'transfers',
    columns,
    { partner_id: OF_PARTNER, created_at: instant(({ now }) => now) },
  )
}

const TRANSFERS = tableOfTransfers(TRANSFER_COLUMNS)

/** The table for groups in which a transfer has metadata. */
const LABELLED_TRANSFERS = tableOfTransfers({
  ...TRANSFER_COLUMNS,
  metadata: jsonb(({ metadata }) => (metadata ? JSON.stringify(metadata) : null)),
})

function tableOf(transfers: Transfers) {
  const isLabelled = transfers.some(({ metadata }) => metadata !== undefined)
  return isLabelled ? LABELLED_TRANSFERS : TRANSFERS
}

/** Inserts the transfers of a book; there must be at least one. */
export function insertTransfers(book: Pick<Book, 'partnerId' | 'now' | 'transfers'>) {
  return tableOf(book.transfers).insert(book.transfers, book)
}

export const ACCOUNTS = table<AccountsRow, Account, Pick<Book, 'partnerId'>>(
  'accounts',
  {
    account_id: bigint((one) => one.id),
    kind: text((one) => one.kind),
    currency: text((one) => one.currency),
    debits_pending: bigint((one) => one.debitsPending),
    debits_posted: bigint((one) => one.debitsPosted),
    credits_pending: bigint((one) => one.creditsPending),
    credits_posted: bigint((one) => one.creditsPosted),
  },
  { partner_id: OF_PARTNER },
)

/**
 * Inserts new accounts and updates the balances of the others. Not an update that joins its values:
 * such a join would be planned while the table is small, and would then compare every account with
 * every value as long as the session lasts.
 */
export const ON_CONFLICT = sql<never>`
  on conflict (partner_id, account_id) do update
  set ${ACCOUNTS.excluded('debits_pending', 'debits_posted', 'credits_pending', 'credits_posted')}`

const DIVISION_BY_ZERO = '22012'
const UNIQUE_VIOLATION = '23505'

/**
 * True if `writeBook` failed because the book has another version, or because a removed transfer
 * had a key of the group.
 */
export function bookMoved(error: unknown): boolean {
  return codeOf(error) === DIVISION_BY_ZERO
}

/** True for the error of an idempotency key that was used before. */
export function keyUsed(error: unknown): boolean {
  return codeOf(error) === UNIQUE_VIOLATION
}
