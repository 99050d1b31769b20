import { findCurrency, type Currency } from './currency.ts'
import { isFault, parseAmount, type MinorUnits } from './money.ts'
import { invalidField } from './refusal.ts'

/** Returns the currency of a field. Refuses invalid_request for one that is not listed. */
export function readCurrency(field: string, code: string): Currency {
  const currency = findCurrency(code)
  if (!currency) throw invalidField(field, 'must be an active ISO 4217 code')
  return currency
}

/** Returns the amount of a field. Refuses invalid_request for one that the currency cannot have. */
export function readAmount(
  field: string,
  amount: number,
  { currency, zero = 'refused' }: { currency: Currency; zero?: 'allowed' | 'refused' },
): MinorUnits {
  const parsed = parseAmount(amount, currency, zero)
  if (isFault(parsed)) throw invalidField(field, parsed.fault)
  return parsed
}
