import { dateAt } from '../core/mod.ts'
import { sql, type LedgerOpeningsRow, type Statement, twinned } from '../db/mod.ts'
import { TRANSFER_CODES } from './chart.ts'
import { hashOf } from './references.ts'
import type { Opening } from './verify-options.ts'
import type { TransferRange } from './verify-rows.ts'

/** Returns the opening of a partner's book, if transfers may have been removed. */
export function openingOf(partnerId: number): Statement<LedgerOpeningsRow> {
  return sql`
    select partner_id, last_transfer, last_at, removed_transfer, removed_transfers, sealed
    from ledger_openings where partner_id = ${partnerId}`
}

/** Returns a row if the transfer with this number existed and was removed. */
export function removalOf(partnerId: number, number: number): Statement<{ is_removed: boolean }> {
  return sql`
    select exists (
         select 1 from ledger_openings
         where partner_id = ${partnerId} and removed_transfer >= ${number})
      and not exists (
        select 1 from transfers where partner_id = ${partnerId} and transfer_no = ${number})
      as is_removed`
}

export function allOpenings(): Statement<Pick<LedgerOpeningsRow, 'partner_id' | 'last_transfer'>> {
  return sql`select partner_id, last_transfer from ledger_openings order by partner_id`
}

/** Inserts an opening, or moves it forward; the count of removed transfers stays. */
export function saveOpening(
  partnerId: number,
  { lastTransfer, lastAtMs }: Pick<Opening, 'lastTransfer' | 'lastAtMs'>,
  sealed: Buffer,
): Statement<never> {
  return sql`
    insert into ledger_openings (partner_id, last_transfer, last_at, removed_transfer, sealed)
    values (${partnerId}, ${lastTransfer}, ${dateAt(lastAtMs)}, 0, ${sealed})
    on conflict (partner_id) do update
    set last_transfer = excluded.last_transfer, last_at = excluded.last_at,
        sealed = excluded.sealed`
}

/**
 * Draws a new version of a book with an empty lineage. So a process with an older cached book reads
 * the whole book, and not only the accounts that have changed since.
 */
export function endLineage(partnerId: number, version: number): Statement<never> {
  return sql`
    update books set version = ${version}, lineage = '{}' where partner_id = ${partnerId}`
}

/** The codes of removable transfers: no other row refers to these, and they never change. */
const REMOVABLE = [TRANSFER_CODES.wallet_credit, TRANSFER_CODES.wallet_debit]

/**
 * Removes the credits and debits of wallets with these numbers, adds their count to the opening,
 * and keeps the hashes of their keys. The last transfer of each account of funds stays, because it
 * has the amount that was available then. Returns no row, and must be rolled back, unless all
 * earlier transfers of this kind are removed.
 */
export const removeTransfers = twinned(
  'removeTransfers',
  (partnerId: number, range: TransferRange): Statement<{ removed: bigint }> => {
    const { first, last } = range
    return sql<{ removed: bigint }>`
    with removable as materialized (${removableTransfers(partnerId, range)}),
    deleted_transfers as (
      delete from transfers using removable
      where transfers.partner_id = ${partnerId} and transfers.transfer_no = removable.transfer_no
        and transfers.transfer_no between ${first} and ${last} and removable.place > 1
      returning transfers.transfer_no, transfers.scope, transfers.reference),
    keys as (
      insert into archived_keys (partner_id, key, transfer_no)
      select ${partnerId}::integer, ${hashOf(sql`deleted_transfers`)}, transfer_no
      from deleted_transfers where reference is not null)
    update ledger_openings
    set removed_transfer = ${last}, removed_transfers = removed_transfers + counted.removed
    from (select count(*) as removed from deleted_transfers) as counted
    where partner_id = ${partnerId} and removed_transfer = ${first - 1}
    returning counted.removed`
  },
)

/** Selects the removable transfers. `place` is 1 for the last one of each account of funds. */
export function removableTransfers(
  partnerId: number,
  { first, last }: TransferRange,
): Statement<unknown> {
  return sql`
    select partner_id, transfer_no, scope, reference,
           row_number() over (
             partition by case code when ${TRANSFER_CODES.wallet_credit}::smallint
                          then debit_account else credit_account end
             order by transfer_no desc) as place
    from transfers
    where partner_id = ${partnerId} and transfer_no between ${first} and ${last}
      and code = any(${REMOVABLE}::smallint[])`
}
