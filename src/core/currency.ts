import * as list from 'dinero.js/currencies'

/** An ISO 4217 currency and the decimals of its minor unit: JPY 0, USD 2, KWD 3. */
export interface Currency {
  readonly code: string
  readonly exponent: number
}

/** Withdrawn since the list was published: Bulgaria has used the euro since 2026-01-01. */
const WITHDRAWN = new Set(['BGN'])

/**
 * MGA and MRU, the only non-decimal entries (five khoums to the ouguiya), have two decimals in ISO
 * 4217, which the wire follows.
 */
const NON_DECIMAL_EXPONENT = 2

const published = new Map<string, Currency>(
  Object.values(list).map((entry) => [
    entry.code,
    { code: entry.code, exponent: entry.base === 10 ? entry.exponent : NON_DECIMAL_EXPONENT },
  ]),
)

/** The currencies in this process's database, some of which may no longer be listed. */
const stored = new Map<string, Currency>()

/** Returns an active currency by its upper-case code. For new amounts. */
export function findCurrency(code: string): Currency | undefined {
  return isListed(code) ? findStoredCurrency(code) : undefined
}

/** Returns the currency of a stored amount, which may no longer be listed. */
export function findStoredCurrency(code: string): Currency | undefined {
  return stored.get(code) ?? published.get(code)
}

/** Returns a currency that this service has stored. Throws if it is unknown, which is a bug. */
export function storedCurrency(code: string): Currency {
  const currency = findStoredCurrency(code)
  if (!currency) throw new Error(`stored currency ${code} is not among the currencies kept`)
  return currency
}

/** True if new amounts may have this currency. Stored ones stay readable. */
export function isListed(code: string): boolean {
  return published.has(code) && !WITHDRAWN.has(code)
}

/** Returns every currency of the published list, withdrawn ones included. */
export function publishedCurrencies(): Currency[] {
  return [...published.values()]
}

export function currencyCodes(): string[] {
  return [...published.keys()].filter(isListed)
}

/**
 * Makes the stored decimals of currencies override those of the list, because amounts are stored in
 * minor units.
 */
export function adoptStoredCurrencies(currencies: readonly Currency[]): void {
  for (const { code, exponent } of currencies) stored.set(code, { code, exponent })
}
