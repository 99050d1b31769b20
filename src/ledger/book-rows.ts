import { dateAt } from '../core/mod.ts'
import { codeOf, Columns, sql, type Statement } from '../db/mod.ts'
import type { Account } from './accounts.ts'
import type { Book } from './book.ts'
import { REFERENCE_SCOPES, TRANSFER_CODES, TRANSFER_STATES } from './chart.ts'
import { hashOf } from './references.ts'

/** Sixteen with the next: a process that has not been here for so long reads its wallets again. */
const LINEAGE = sql`
  case when books.lineage[1] = books.version then books.lineage[:15] else '{}' end`

export function insertBook(partnerId: number, at: number): Statement<never> {
  return sql`
    insert into books (partner_id, last_instant) values (${partnerId}, ${dateAt(at)})`
}

/**
 * Writes what a group made of a book, counters, transfers and balances. `outdates` where it also
 * changed what other processes may remember of other rows.
 *
 * Fails where the book no longer has the version that the group was decided on, and the transaction
 * with it: nothing can be written over what another group made. That comes first: the rest of a
 * statement that its end does not ask for runs after it.
 */
export function writeBook(book: Book, { outdates }: { outdates: boolean }): Statement<never> {
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
    ${
      transfers.length > 0
        ? sql`, made as (${insertTransfers(sql`
            select ${partnerId}, made.*, ${dateAt(now)}::timestamptz
            from ${TRANSFERS.rows(transfers)} as made`)})`
        : sql``
    }
    ${
      accounts.length > 0
        ? sql`, saved as (${upsertAccounts(sql`
            select ${partnerId}, made.* from ${ACCOUNTS.rows(accounts)} as made`)})`
        : sql``
    }
    select 1 / count(*) as moved from moved`
}

/**
 * The outcome of writing a book that was decided from the cache. It is not written if another
 * process has `moved` or locked it, or if a key was `used` before. `unknown`: COMMIT got no
 * response.
 */
export type Written = 'written' | 'moved' | 'used' | 'unknown'

export interface BookWritten {
  readonly partner_id: number
  /** Otherwise it was not, as a key of its transfers had been used before. */
  readonly is_written: boolean
}

/**
 * Writes what groups of several partners made of their books, as `writeBook` does. Leaves out, and
 * does not answer, the books that no longer have their version, and those that another transaction
 * holds: no partner waits for another one's lock. The key of a transfer is looked up before, so
 * that one that was used fails nobody else's group: as of the statement's beginning, which does,
 * for whoever used it since has moved the book.
 */
export function writeBooks(books: readonly Book[]): Statement<BookWritten> {
  const transfers = books.flatMap((book) => book.transfers)
  const owners = books.flatMap((book) => book.transfers.map(() => book.partnerId))
  const instants = books.flatMap((book) => book.transfers.map(() => dateAt(book.now)))
  const changed = books.map((book) => ({ book, accounts: changedAccounts(book) }))
  const accounts = changed.flatMap((one) => one.accounts)
  const holders = changed.flatMap((one) => one.accounts.map(() => one.book.partnerId))
  return sql`
    with used as (${ownersOfUsed(transfers, owners)}),
    moved as (
      insert into books (
        partner_id, version, last_id, last_transfer, last_order, orders_on_hold, last_instant)
      ${lockedBooks(books)}
      where asked.partner_id <> all(array(select partner_id from used))
      on conflict (partner_id) do update
      set version = excluded.version, last_id = excluded.last_id,
          last_transfer = excluded.last_transfer, last_order = excluded.last_order,
          orders_on_hold = excluded.orders_on_hold, last_instant = excluded.last_instant,
          lineage = excluded.version || ${LINEAGE}
      returning partner_id),
    made as (${insertTransfers(sql`
      select made.*
      from unnest(
        ${owners}::integer[], ${TRANSFERS.arrays(transfers)}, ${instants}::timestamptz[]
      ) as made (partner_id)
      where made.partner_id = any(array(select partner_id from moved))`)}),
    saved as (${upsertAccounts(sql`
      select made.*
      from unnest(${holders}::integer[], ${ACCOUNTS.arrays(accounts)}) as made (partner_id)
      where made.partner_id = any(array(select partner_id from moved))`)})
    select partner_id, true as is_written from moved
    union all
    select partner_id, false from used`
}

/** What `writeBooks` answers, of the book of each partner that it was asked to write. */
export function whatBecame(rows: readonly BookWritten[]): (partnerId: number) => Written {
  const became = new Map(rows.map((row) => [row.partner_id, row.is_written] as const))
  return (partnerId) => {
    const isWritten = became.get(partnerId)
    return isWritten === undefined ? 'moved' : isWritten ? 'written' : 'used'
  }
}

/** Partners of whose transfers a key was used before, or another of its hash: it would fail all. */
function ownersOfUsed(transfers: Transfers, owners: readonly number[]): Statement<unknown> {
  return sql`
    select distinct asked.partner_id
    from unnest(
      ${owners}::integer[], ${scopesOf(transfers)}::smallint[], ${referencesOf(transfers)}::text[]
    ) as asked (partner_id, scope, reference)
    cross join lateral (
      select from transfers
      where transfers.partner_id = asked.partner_id
        and ${hashOf(sql`transfers`)} = ${hashOf(sql`asked`)} and transfers.reference is not null
      offset 0) as earlier`
}

/** Those that have their version and are locked by nobody, as they are to be. */
function lockedBooks(books: readonly Book[]): Statement<unknown> {
  const column = <T>(of: (book: Book) => T): T[] => books.map(of)
  return sql`
    select asked.partner_id, next_version, last_id, last_transfer, last_order, orders_on_hold,
           last_instant
    from unnest(
      ${column((book) => book.partnerId)}::integer[],
      ${column((book) => book.version)}::bigint[],
      ${column((book) => book.nextVersion)}::bigint[],
      ${column(({ counters }) => counters.lastId)}::bigint[],
      ${column(({ counters }) => counters.lastTransfer)}::bigint[],
      ${column(({ counters }) => counters.lastOrder)}::bigint[],
      ${column(({ counters }) => counters.ordersOnHold)}::integer[],
      ${column((book) => dateAt(book.now))}::timestamptz[]
    ) as asked (
      partner_id, version, next_version, last_id, last_transfer, last_order, orders_on_hold,
      last_instant)
    cross join lateral (
      select from books
      where books.partner_id = asked.partner_id and books.version = asked.version
      for no key update skip locked
      offset 0) as same`
}

type Transfers = Book['transfers']

/** An account of the chart that was opened for a write that was then refused leaves no trace. */
function changedAccounts({ opened, touched }: Book): Account[] {
  return [...new Set([...[...opened].filter((one) => one.kind === 'wallet'), ...touched])]
}

function insertTransfers(made: Statement<unknown>): Statement<never> {
  return sql`
    insert into transfers (
      partner_id, transfer_no, debit_account, credit_account, amount,
      debit_available, credit_available, pending_no, state, code, scope, reference, memo,
      created_at)
    ${made}`
}

const TRANSFERS = new Columns<Transfers[number]>([
  ['bigint', (one) => one.no],
  ['bigint', (one) => one.debitAccount],
  ['bigint', (one) => one.creditAccount],
  ['bigint', (one) => one.amount],
  ['bigint', (one) => one.debitAvailable],
  ['bigint', (one) => one.creditAvailable],
  ['bigint', (one) => one.pendingNo ?? null],
  ['smallint', (one) => TRANSFER_STATES[one.state]],
  ['smallint', (one) => TRANSFER_CODES[one.code]],
  ['smallint', (one) => scopeOf(one)],
  ['text', (one) => one.key?.reference ?? null],
  ['text', (one) => one.memo ?? null],
])

function scopesOf(transfers: Transfers): (number | null)[] {
  return transfers.map((one) => scopeOf(one))
}

function scopeOf({ key }: Transfers[number]): number | null {
  return key ? REFERENCE_SCOPES[key.scope] : null
}

function referencesOf(transfers: Transfers): (string | null)[] {
  return transfers.map(({ key }) => key?.reference ?? null)
}

/**
 * New accounts, and new balances of those that are there. An update that joins its values would be
 * planned while the table is young, and then compare every account with every value.
 */
function upsertAccounts(made: Statement<unknown>): Statement<never> {
  return sql`
    insert into accounts (
      partner_id, account_id, kind, currency, debits_pending, debits_posted, credits_pending,
      credits_posted)
    ${made}
    on conflict (partner_id, account_id) do update
    set debits_pending = excluded.debits_pending, debits_posted = excluded.debits_posted,
        credits_pending = excluded.credits_pending, credits_posted = excluded.credits_posted`
}

const ACCOUNTS = new Columns<Account>([
  ['bigint', (one) => one.id],
  ['text', (one) => one.kind],
  ['text', (one) => one.currency],
  ['bigint', (one) => one.debitsPending],
  ['bigint', (one) => one.debitsPosted],
  ['bigint', (one) => one.creditsPending],
  ['bigint', (one) => one.creditsPosted],
])

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
