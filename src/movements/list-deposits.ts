import { minorUnits, storedCurrency, type Currency, type MinorUnits } from '../core/mod.ts'
import { between, sql, where, type Db, type Statement, type TimeRange } from '../db/mod.ts'
import { formatTransferId } from '../ledger/mod.ts'

/** A deposit, and the sum of the reversals that name it. */
export interface ListedDeposit {
  readonly number: number
  readonly depositId: string
  readonly currency: Currency
  readonly amountMinor: MinorUnits
  readonly reversedMinor: MinorUnits
  readonly reference: string
  readonly atMs: number
}

interface DepositFilter extends TimeRange {
  readonly afterNo?: number | undefined
  readonly limit: number
}

/** Returns deposits of a partner before `afterNo`, newest first. */
export async function listDeposits(
  db: Db,
  partnerId: number,
  filter: DepositFilter,
): Promise<ListedDeposit[]> {
  const rows = await db.rows(depositsBefore(partnerId, filter))
  return rows.map((row) => ({
    number: Number(row.transfer_no),
    depositId: formatTransferId(partnerId, row.transfer_no),
    currency: storedCurrency(row.currency),
    amountMinor: minorUnits(row.amount),
    reversedMinor: minorUnits(row.reversed),
    reference: row.reference,
    atMs: row.created_at.getTime(),
  }))
}

interface DepositRow {
  transfer_no: bigint
  currency: string
  amount: bigint
  reversed: bigint
  reference: string
  created_at: Date
}

export function depositsBefore(
  partnerId: number,
  { afterNo = Number.MAX_SAFE_INTEGER, limit, ...range }: DepositFilter,
): Statement<DepositRow> {
  return sql`
    select transfer.transfer_no, transfer.amount, transfer.reference, transfer.created_at, (
        select currency from accounts
        where partner_id = ${partnerId} and account_id = transfer.credit_account) as currency, (
        select coalesce(sum(back.amount), 0)::bigint from deposit_reversals r
        join transfers back on back.partner_id = ${partnerId} and back.transfer_no = r.transfer_no
        where r.partner_id = ${partnerId} and r.deposit_no = transfer.transfer_no) as reversed
    from (
      select transfer_no, amount, reference, created_at, credit_account from transfers
      ${where(
        sql`partner_id = ${partnerId} and code in (1, 2, 13) and code = 1`,
        sql`transfer_no < ${afterNo}`,
        ...between('created_at', range),
      )}
      order by transfer_no desc limit ${limit}) as transfer
    order by transfer.transfer_no desc`
}
