import * as list from 'dinero.js/currencies'

/**
 * One ISO 4217 currency: its code and how many decimals its minor unit has (JPY 0, USD 2, KWD 3).
 */
export interface Currency {
  readonly code: string
  readonly exponent: number
}

/** Withdrawn since the published list was made: Bulgaria pays in euro since 2026-01-01. */
const WITHDRAWN = new Set(['BGN'])

/**
 * The list's only non-decimal entries (MGA, MRU: five khoums to the ouguiya) carry two decimals in
 * ISO 4217, which is what the wire follows.
 */
const NON_DECIMAL_EXPONENT = 2

const published = new Map<string, Currency>(
  Object.values(list).map((entry) => [
    entry.code,
    { code: entry.code, exponent: entry.base === 10 ? entry.exponent : NON_DECIMAL_EXPONENT },
  ]),
)

/** What the database of this process keeps; it may know currencies that the list has lost. */
const stored = new Map<string, Currency>()

/** The active currency of this upper-case code, or undefined: of whatever is new. */
export function findCurrency(code: string): Currency | undefined {
  return isListed(code) ? findStoredCurrency(code) : undefined
}

/** As `findCurrency`, also one that is no longer listed: of whatever names what is stored. */
export function findStoredCurrency(code: string): Currency | undefined {
  return stored.get(code) ?? published.get(code)
}

/** The currency of a code that this service itself stored; an unknown one is our bug. */
export function storedCurrency(code: string): Currency {
  const currency = findStoredCurrency(code)
  if (!currency) throw new Error(`stored currency ${code} is not among the currencies kept`)
  return currency
}

/** Whether amounts of this currency may come into being; those that are there stay readable. */
export function isListed(code: string): boolean {
  return published.has(code) && !WITHDRAWN.has(code)
}

/** Every currency of the published list, the withdrawn ones too. */
export function publishedCurrencies(): Currency[] {
  return [...published.values()]
}

export function currencyCodes(): string[] {
  return [...published.keys()].filter(isListed)
}

/**
 * From now on these have the decimals that the database has kept, whatever the list says: amounts
 * are stored in minor units.
 */
export function adoptStoredCurrencies(kept: readonly Currency[]): void {
  for (const { code, exponent } of kept) stored.set(code, { code, exponent })
}
