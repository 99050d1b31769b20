import { minorUnits, type MinorUnits } from '../core/mod.ts'
import { sql, type Db, type Statement } from '../db/mod.ts'

/** The amount that a partner may spend in one currency, its credit limit included. */
export interface CurrencyFunds {
  readonly currency: string
  readonly fundsMinor: MinorUnits
}

/**
 * Returns the amounts that the partner may spend, one per currency, sorted by code: balance less
 * holds plus credit limit. An amount is below zero after a reversal, or after the limit was
 * lowered.
 */
export async function partnerFunds(db: Db, partnerId: number): Promise<CurrencyFunds[]> {
  const rows = await db.rows(fundsAccounts(partnerId))
  return rows.map((row) => ({ currency: row.currency, fundsMinor: minorUnits(row.available) }))
}

/** Returns the currencies in which any partner has, or had, funds. */
export async function fundedCurrencies(db: Db): Promise<string[]> {
  return (await db.rows(currenciesOfFunds())).map((row) => row.currency)
}

function currenciesOfFunds(): Statement<{ currency: string }> {
  return sql`select distinct currency from accounts where kind = 'funds'`
}

function fundsAccounts(partnerId: number): Statement<{ currency: string; available: bigint }> {
  return sql`
    select currency, credits_posted - debits_posted - debits_pending + credit_limit as available
    from accounts
    where partner_id = ${partnerId} and kind = 'funds'
    order by currency collate "C"`
}

/** The amount by which the funds of a partner in one currency may be below zero. */
export interface CreditLimit {
  readonly currency: string
  readonly limitMinor: MinorUnits
}

/** Returns the credit limits of a partner that are not 0, sorted by code. */
export async function listCreditLimits(db: Db, partnerId: number): Promise<CreditLimit[]> {
  const rows = await db.rows(creditLimits(partnerId))
  return rows.map((row) => ({ currency: row.currency, limitMinor: minorUnits(row.credit_limit) }))
}

function creditLimits(partnerId: number): Statement<{ currency: string; credit_limit: bigint }> {
  return sql`
    select currency, credit_limit from accounts
    where partner_id = ${partnerId} and kind = 'funds' and credit_limit > 0
    order by currency collate "C"`
}
