import { minorUnits, storedCurrency, type Currency, type MinorUnits } from '../core/mod.ts'
import { sql, type Db, type Statement } from '../db/mod.ts'

/** A partner's funds in one currency, right now. */
export interface FundsState {
  readonly currency: Currency
  /** The sum of deposits, less charges. */
  readonly postedMinor: MinorUnits
  /** The amount that orders hold. */
  readonly heldMinor: MinorUnits
  readonly creditLimitMinor: MinorUnits
  /** The amount that may be spent: balance less holds plus credit limit. */
  readonly availableMinor: MinorUnits
}

/** Returns the funds of a partner, one entry per currency, sorted by code. */
export async function readFunds(db: Db, partnerId: number): Promise<FundsState[]> {
  const rows = await db.rows(fundsOf(partnerId))
  return rows.map((row) => ({
    currency: storedCurrency(row.currency),
    postedMinor: minorUnits(row.posted),
    heldMinor: minorUnits(row.held),
    creditLimitMinor: minorUnits(row.credit_limit),
    availableMinor: minorUnits(row.posted - row.held + row.credit_limit),
  }))
}

interface FundsRow {
  currency: string
  posted: bigint
  held: bigint
  credit_limit: bigint
}

function fundsOf(partnerId: number): Statement<FundsRow> {
  return sql`
    select currency, credits_posted - debits_posted as posted, debits_pending as held, credit_limit
    from accounts
    where partner_id = ${partnerId} and kind = 'funds'
    order by currency collate "C"`
}
