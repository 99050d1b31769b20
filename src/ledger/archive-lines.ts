import { isoTime } from '../core/mod.ts'
import { sql, type Db, type Statement, type TransfersRow } from '../db/mod.ts'
import { REFERENCE_SCOPES, TRANSFER_CODES, TRANSFER_STATES } from './chart.ts'
import { nameOf } from './read-transfers.ts'
import type { TransferRange } from './verify-rows.ts'

/** Returns the ids of the partners whose book has a transfer. */
export async function partnersWithTransfers(db: Db): Promise<number[]> {
  const rows = await db.rows(booksWithTransfers())
  return rows.map(({ partner_id: partnerId }) => partnerId)
}

function booksWithTransfers(): Statement<{ partner_id: number }> {
  return sql`select partner_id from books where last_transfer > 0 order by partner_id`
}

/** Returns the instants of these transfers, in ISO 8601; leaves out those that do not exist. */
export async function instantsOf(
  db: Db,
  partnerId: number,
  numbers: readonly number[],
): Promise<string[]> {
  const rows = await db.rows(createdAt(partnerId, numbers))
  return rows.map(({ created_at: at }) => isoTime(at.getTime()))
}

function createdAt(partnerId: number, numbers: readonly number[]): Statement<{ created_at: Date }> {
  return sql`
    select created_at
    from unnest(${numbers}::bigint[]) with ordinality as input (transfer_no, place)
    join transfers using (transfer_no)
    where partner_id = ${partnerId} order by place`
}

/**
 * Returns the transfers with these numbers, each as the line of an archive: JSON, amounts in minor
 * units as text, in the order of their numbers. Leaves out those that do not exist.
 *
 * A line has no memo and no metadata: these must be erased with their consumer, but an archive
 * cannot be changed.
 */
export async function archiveLines(
  db: Db,
  partnerId: number,
  range: TransferRange,
): Promise<string[]> {
  return (await db.rows(archivedTransfers(partnerId, range))).map(lineOf)
}

type ArchivedRow = Omit<TransfersRow, 'partner_id' | 'memo' | 'metadata'> & {
  currency: string | null
}

/** A transfer whose account is gone becomes a line without a currency; it is not left out. */
function archivedTransfers(
  partnerId: number,
  { first, last }: TransferRange,
): Statement<ArchivedRow> {
  return sql`
    select t.transfer_no, t.created_at, t.code, t.state, t.debit_account, t.credit_account,
           t.amount, t.pending_no, t.debit_available, t.credit_available, t.scope, t.reference,
           a.currency
    from transfers t
    left join accounts a on a.partner_id = ${partnerId} and a.account_id = t.debit_account
    where t.partner_id = ${partnerId} and t.transfer_no between ${first} and ${last}
    order by t.transfer_no`
}

function lineOf(row: ArchivedRow): string {
  return JSON.stringify({
    no: Number(row.transfer_no),
    at: isoTime(row.created_at.getTime()),
    code: nameOf(TRANSFER_CODES, row.code),
    state: nameOf(TRANSFER_STATES, row.state),
    debitAccount: Number(row.debit_account),
    creditAccount: Number(row.credit_account),
    currency: row.currency,
    amountMinor: String(row.amount),
    holdNo: row.pending_no === null ? undefined : Number(row.pending_no),
    debitAvailableMinor: String(row.debit_available),
    creditAvailableMinor: String(row.credit_available),
    scope: row.scope === null ? undefined : nameOf(REFERENCE_SCOPES, row.scope),
    reference: row.reference ?? undefined,
  })
}

/** A transfer as a line of an archive. If it has no key, the texts of the key are empty. */
export interface ArchivedLine {
  readonly no: number
  readonly scope: string
  readonly reference: string
}

/** Parses a line of `archiveLines`. */
export function archivedLineOf(line: string): ArchivedLine {
  return { scope: '', reference: '', ...(JSON.parse(line) as { no: number }) }
}
