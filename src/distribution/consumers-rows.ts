import { eraseTexts, insertErasure, isOfWallets } from '../consumers/erasure-rows.ts'
import {
  deleteOldMails,
  FINAL_STATES,
  isWanted,
  newestOfStates,
  ORDER,
  statesOf,
} from '../consumers/mail-rows.ts'
import { dateAt } from '../core/mod.ts'
import { insertOf, insertOutcome } from '../credit-imports/credit-import-rows.ts'
import { FREE_IMPORT, LEASED, leaseFor, leaseImport } from '../credit-imports/import-lease-rows.ts'
import { addTwin, sql } from '../db/mod.ts'

// First counts the rows that the next statements erase. Nothing changes in between: the book is
// locked.
addTwin(eraseTexts, (book, erasure) => {
  const { partnerId } = book
  const mails = sql`
    notifications where partner_id = ${partnerId} and consumer_id = ${erasure.consumerId}`
  const descriptions = sql`
    transfers where ${isOfWallets(book, erasure)} and (memo is not null or metadata is not null)`
  return [
    insertErasure(book, erasure, {
      descriptions: sql`(select count(*) from ${descriptions})`,
      mails: sql`(select count(*) from ${mails})`,
    }),
    sql`delete from ${mails}`,
    sql`
      update transfers set memo = null, metadata = null
      where partner_id = ${partnerId} and code in (6, 7, 8, 9)
        and (memo is not null or metadata is not null)
        and case when code = 7 then debit_account else credit_account end
            = any(${erasure.walletIds}::bigint[])`,
    sql`
      delete from mail_suppressions
      where partner_id = ${partnerId} and consumer_id = ${erasure.consumerId}`,
  ]
})

addTwin(
  newestOfStates,
  (filter, limit) => sql`
    select * from notifications
    where status = any(${statesOf(filter)}::text[]) ${isWanted(filter)}
    order by ${ORDER} limit ${limit}`,
)

addTwin(
  deleteOldMails,
  (before, limit) => sql`
    delete from notifications
    where status = any(${FINAL_STATES}::text[]) and (partner_id, transfer_no) in (
      select partner_id, transfer_no from notifications
      where status = any(${FINAL_STATES}::text[]) and created_at < ${dateAt(before)}
      order by created_at limit ${limit})
    returning transfer_no`,
)

// A process that has waited for the lock of a row finds the row leased.
addTwin(
  leaseImport,
  (owner, leaseSeconds) => sql`
    ${leaseFor(owner, leaseSeconds)} where i.state = 'RUNNING' and i.lease_until <= now()
      and (i.partner_id, i.import_id) in (${FREE_IMPORT})
    returning ${LEASED}`,
)

// Citus can plan the insert if its partner comes from a row that the statement reads: here the row
// of the file, which is not deleted while the file is credited.
addTwin(
  insertOutcome,
  (key, outcome) => sql`
    ${insertOf(sql`file.partner_id, file.import_id`, outcome)},
      nullif(file.state = 'RUNNING' and partners.status = 'ACTIVE', false)
    from credit_imports as file join partners on partners.partner_id = file.partner_id
    where file.partner_id = ${key.partnerId} and file.import_id = ${key.importId}::uuid
    for share`,
)
