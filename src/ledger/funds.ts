import { minorUnits, type MinorUnits } from '../core/mod.ts'
import { sql, type Db, type Statement } from '../db/mod.ts'

/** What a partner may spend in one currency; below zero after a reversal only. */
export interface CurrencyFunds {
  readonly currency: string
  readonly fundsMinor: MinorUnits
}

/** Returns the partner's available funds, less holds: one entry per currency, sorted by code. */
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
    select currency, credits_posted - debits_posted - debits_pending as available
    from accounts
    where partner_id = ${partnerId} and kind = 'funds'
    order by currency collate "C"`
}
