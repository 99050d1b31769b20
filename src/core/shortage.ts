import type { Currency } from './currency.ts'
import { formatAmount, wireAmount } from './money.ts'
import { Refusal, type FieldFault } from './refusal.ts'

/** An amount that is required, and the smaller one that is available. */
interface Lack {
  /** The field of the request that needs the money. */
  readonly field: string
  readonly availableMinor: bigint
  readonly requiredMinor: bigint
  readonly currency: Currency
  /** The message; by default it names the available and the required amount. */
  readonly message?: string
}

/** Returns the fault of a shortage of money, in words and in numbers of major units. */
export function shortageOf(lack: Lack): FieldFault {
  const { field, availableMinor, requiredMinor, currency } = lack
  const { message = inWords(lack) } = lack
  return {
    field,
    message,
    available: wireAmount(availableMinor, currency),
    required: wireAmount(requiredMinor, currency),
    missing: wireAmount(requiredMinor - availableMinor, currency),
    currency: currency.code,
  }
}

/** Refuses insufficient_funds unless the available amount covers the required one. */
export function requireCover(lack: Lack): void {
  if (lack.availableMinor < lack.requiredMinor) throw insufficientFunds(lack)
}

/** Returns the refusal of a shortage of funds. */
export function insufficientFunds(lack: Lack): Refusal {
  const fault = shortageOf(lack)
  return new Refusal('insufficient_funds', fault.message, { details: [fault] })
}

/** Returns the refusal of a debit above the balance of a wallet. */
export function insufficientWallet(lack: Lack): Refusal {
  const fault = shortageOf(lack)
  return new Refusal('wallet_insufficient', fault.message, { details: [fault] })
}

function inWords({ availableMinor, requiredMinor, currency }: Lack): string {
  const [has, needs] = [availableMinor, requiredMinor].map(
    (minor) => `${formatAmount(minor, currency)} ${currency.code}`,
  )
  return `available ${has}, required ${needs}`
}
