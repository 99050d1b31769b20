import { formatAmount, invalidField, minorUnits, Refusal, storedCurrency } from '../core/mod.ts'
import type { MinorUnits } from '../core/mod.ts'
import { sql, type Db, type Statement } from '../db/mod.ts'

/** A deposit that reversals of the group name. */
export interface NamedDeposit {
  readonly currency: string
  readonly amountMinor: MinorUnits
  /** The sum of earlier reversals that name the deposit. */
  reversedMinor: MinorUnits
}

/** A reversal and its deposit, by the numbers of their transfers. */
export interface DepositReversal {
  readonly transferNo: number
  readonly depositNo: number
}

/** Returns the partner's deposits with these numbers, by number; ignores other transfers. */
export async function loadNamedDeposits(
  db: Db,
  partnerId: number,
  depositNos: readonly number[],
): Promise<Map<number, NamedDeposit>> {
  if (depositNos.length === 0) return new Map()
  const rows = await db.rows(namedDeposits(partnerId, depositNos))
  return new Map(
    rows.map((row) => [
      Number(row.transfer_no),
      {
        currency: row.currency,
        amountMinor: minorUnits(row.amount),
        reversedMinor: minorUnits(row.reversed),
      },
    ]),
  )
}

/** Returns the deposits that these reversals name, by the number of the reversal. */
export async function depositsOfReversals(
  db: Db,
  partnerId: number,
  transferNos: readonly number[],
): Promise<Map<number, number>> {
  if (transferNos.length === 0) return new Map()
  const rows = await db.rows(reversalsWithDeposit(partnerId, transferNos))
  return new Map(rows.map((row) => [Number(row.transfer_no), Number(row.deposit_no)]))
}

/**
 * Checks that a reversal may take `amountMinor` of the deposit back.
 *
 * Refuses, in this order:
 *   invalid_request   the partner has no such deposit, or not in this currency
 *   state_conflict    the amount exceeds what remains of the deposit
 */
export function requireReversible(
  deposit: NamedDeposit | undefined,
  { currency, amountMinor }: { readonly currency: string; readonly amountMinor: MinorUnits },
): void {
  if (!deposit) throw invalidField('depositId', 'is not a deposit of this partner')
  if (deposit.currency !== currency) {
    throw invalidField('depositId', `is a deposit in ${deposit.currency}, not in ${currency}`)
  }
  const remaining = minorUnits(deposit.amountMinor - deposit.reversedMinor)
  if (amountMinor <= remaining) return
  const amount = formatAmount(remaining, storedCurrency(currency))
  const message = `has ${amount} ${currency} left to reverse`
  throw new Refusal('state_conflict', `the deposit ${message}`, {
    details: [{ field: 'depositId', message }],
  })
}

export function insertDepositReversals(
  partnerId: number,
  reversals: readonly DepositReversal[],
): Statement<unknown> {
  return sql`
    insert into deposit_reversals (partner_id, transfer_no, deposit_no)
    select ${partnerId}, * from unnest(
      ${reversals.map(({ transferNo }) => transferNo)}::bigint[],
      ${reversals.map(({ depositNo }) => depositNo)}::bigint[])`
}

interface NamedDepositRow {
  transfer_no: bigint
  currency: string
  amount: bigint
  reversed: bigint
}

function namedDeposits(
  partnerId: number,
  depositNos: readonly number[],
): Statement<NamedDepositRow> {
  return sql`
    select deposit.transfer_no, deposit.amount, a.currency, (
        select coalesce(sum(t.amount), 0)::bigint from deposit_reversals r
        join transfers t on t.partner_id = ${partnerId} and t.transfer_no = r.transfer_no
        where r.partner_id = ${partnerId} and r.deposit_no = deposit.transfer_no) as reversed
    from transfers deposit
    join accounts a on a.partner_id = ${partnerId} and a.account_id = deposit.credit_account
    where deposit.partner_id = ${partnerId} and deposit.transfer_no = any (${depositNos}::bigint[])
      and deposit.code = 1`
}

function reversalsWithDeposit(
  partnerId: number,
  transferNos: readonly number[],
): Statement<{ transfer_no: bigint; deposit_no: bigint }> {
  return sql`
    select transfer_no, deposit_no from deposit_reversals
    where partner_id = ${partnerId} and transfer_no = any (${transferNos}::bigint[])`
}
