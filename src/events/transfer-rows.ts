import { bigint, integer, relation, sql, type Statement, twinned } from '../db/mod.ts'

/** The transfers of one book from `first` to `last`, both included. */
export interface TransferRange {
  readonly partnerId: number
  readonly first: bigint
  readonly last: bigint
}

export interface TransferRow {
  partner_id: number
  transfer_no: bigint
  code: number
  amount: bigint
  /** The available balance, after the transfer, of the account that the event is about. */
  available: bigint
  reference: string | null
  created_at: Date
  currency: string
  account_id: bigint
  /** Null if the account is not a wallet. */
  consumer_id: bigint | null
}

const RANGES = relation<TransferRange>('new', {
  partner_id: integer((one) => one.partnerId),
  first: bigint((one) => one.first),
  last: bigint((one) => one.last),
})

/** Which transfers are events, and which of them are about the account that they debit. */
export interface TransferKinds {
  readonly codes: readonly number[]
  readonly debitCode: number
}

/**
 * Reads the posted transfers with these codes, in the order of their numbers. Each row is about the
 * account that the transfer credits or, for `debitCode`, debits.
 */
export const transfersIn = twinned(
  'transfersIn',
  (ranges: readonly TransferRange[], kinds: TransferKinds): Statement<TransferRow> =>
    transfersWithin(RANGES.of(ranges), sql`new.partner_id`, kinds),
)

/** `ranges` are rows named `new` with `first` and `last`. */
export function transfersWithin(
  ranges: Statement<never>,
  partnerId: Statement<never>,
  { codes, debitCode }: TransferKinds,
): Statement<TransferRow> {
  return sql`
    select t.partner_id, t.transfer_no, t.code, t.amount, t.reference, t.created_at, a.currency,
      a.account_id, w.consumer_id,
      case t.code when ${debitCode} then t.debit_available else t.credit_available end as available
    from ${ranges}
    cross join lateral (
      select * from transfers
      where partner_id = ${partnerId} and transfer_no between new.first and new.last
        and code = any(${codes}::smallint[]) and state = 0 and amount > 0
      offset 0) as t
    cross join lateral (
      select account_id, currency from accounts
      where partner_id = t.partner_id and account_id = case t.code
        when ${debitCode} then t.debit_account else t.credit_account end
      offset 0) as a
    left join lateral (
      select consumer_id from wallets
      where partner_id = t.partner_id and wallet_id = a.account_id
      offset 0) as w on true
    order by t.partner_id, t.transfer_no`
}
