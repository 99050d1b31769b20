import * as published from 'dinero.js/currencies'

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

const currencies = new Map<string, Currency>(
  Object.values(published)
    .filter((entry) => !WITHDRAWN.has(entry.code))
    .map((entry) => [
      entry.code,
      { code: entry.code, exponent: entry.base === 10 ? entry.exponent : NON_DECIMAL_EXPONENT },
    ]),
)

/** The active currency of this upper-case code, or undefined. */
export function findCurrency(code: string): Currency | undefined {
  return currencies.get(code)
}

/** The currency of a code that this service itself stored; an unknown one is our bug. */
export function storedCurrency(code: string): Currency {
  const currency = currencies.get(code)
  if (!currency) throw new Error(`stored currency ${code} is not in the ISO 4217 list`)
  return currency
}

export function currencyCodes(): string[] {
  return [...currencies.keys()]
}
