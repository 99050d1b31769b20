import { dateAt } from '../core/mod.ts'
import { addTwin, sql } from '../db/mod.ts'
import { unlessArchived } from '../ledger/archived-keys.ts'
import {
  ACCOUNTS,
  changedAccounts,
  insertTransfers,
  LINEAGE,
  ON_CONFLICT,
  writeBook,
  writtenBy,
} from '../ledger/book-rows.ts'
import { removableTransfers, removeTransfers } from '../ledger/opening-rows.ts'
import { hashOf } from '../ledger/references.ts'
import { booksWithoutDifference } from '../ledger/screen-rows.ts'

// Citus sends each statement of the round trip to the partner's node by itself. If the book has
// another version, or a removed key is used again, the update of the book fails with the same error
// as the plain form.
addTwin(writeBook, (book, { isInvalidating, writer }) => {
  const { partnerId, now, counters, version, transfers } = book
  const accounts = changedAccounts(book)
  const statements = [
    sql<never>`
      update books
      set last_id = ${counters.lastId}, last_transfer = ${counters.lastTransfer},
          last_order = ${counters.lastOrder}, orders_on_hold = ${counters.ordersOnHold},
          last_instant = ${dateAt(now)},
          version = ${book.nextVersion}::bigint / (
            books.version = ${version}::bigint ${unlessArchived(book)})::integer,
          lineage = ${book.nextVersion}::bigint || ${isInvalidating ? sql`'{}'::bigint[]` : LINEAGE}
          ${writer === undefined ? sql`` : writtenBy(writer, book)}
      where partner_id = ${partnerId}`,
  ]
  if (transfers.length > 0) statements.push(insertTransfers(book))
  if (accounts.length > 0) statements.push(sql`${ACCOUNTS.insert(accounts, book)} ${ON_CONFLICT}`)
  return statements
})

// Each of the statements chooses the same transfers again.
addTwin(removeTransfers, (partnerId, range) => {
  const { first, last } = range
  const removable = sql`(${removableTransfers(partnerId, range)}) as removable`
  return [
    sql`
      update ledger_openings
      set removed_transfer = ${last}, removed_transfers = removed_transfers + counted.removed
      from (select count(*) as removed from ${removable} where place > 1) as counted
      where partner_id = ${partnerId} and removed_transfer = ${first - 1}
      returning counted.removed`,
    sql`
      insert into archived_keys (partner_id, key, transfer_no)
      select partner_id, ${hashOf(sql`removable`)}, transfer_no
      from ${removable} where place > 1 and reference is not null`,
    sql`
      delete from transfers
      where partner_id = ${partnerId} and transfer_no between ${first} and ${last}
        and transfer_no in (select transfer_no from ${removable} where place > 1)`,
  ]
})

// Each book is verified by itself instead.
addTwin(booksWithoutDifference, () => sql`select null::integer as partner_id where false`)
