import { adoptStoredCurrencies, publishedCurrencies, type Currency } from '../core/mod.ts'
import { sql, type Db, type Statement } from '../db/mod.ts'

/**
 * Adds the currencies of this release to those of the database, and adopts the decimals that the
 * database has for each. Calls `warn` for each currency whose decimals differ.
 */
export async function storeCurrencies(db: Db, warn: (message: string) => void): Promise<void> {
  const published = publishedCurrencies()
  await db.rows(insertCurrencies(published))
  const currencies = new Map((await db.rows(selectCurrencies())).map((row) => [row.code, row]))
  adoptStoredCurrencies([...currencies.values()])
  for (const { code, exponent } of published) {
    const stored = currencies.get(code)?.exponent
    if (stored === exponent) continue
    warn(`${code} has ${exponent} decimals by the list, but amounts stored here keep ${stored}`)
  }
}

function insertCurrencies(currencies: readonly Currency[]): Statement<never> {
  return sql`
    insert into currencies (code, exponent)
    select * from unnest(
      ${currencies.map((one) => one.code)}::text[],
      ${currencies.map((one) => one.exponent)}::smallint[])
    on conflict do nothing`
}

function selectCurrencies(): Statement<Currency> {
  return sql`select code, exponent from currencies order by code`
}
