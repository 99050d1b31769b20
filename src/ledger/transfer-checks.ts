import assert from 'node:assert/strict'
import {
  AMOUNT_MINOR_MAX,
  insufficientFunds,
  Refusal,
  storedCurrency,
  type MinorUnits,
} from '../core/mod.ts'
import { spendable, type Account } from './accounts.ts'

/** Two accounts, and the amount moved from the first to the second. */
interface Movement {
  readonly debit: Account
  readonly credit: Account
  readonly amount: MinorUnits
}

/** Far above any real total, and inside a PostgreSQL bigint. */
const TOTAL_MINOR_MAX = 2n ** 62n

/** Asserts the preconditions of a transfer. */
export function checkAccounts({ debit, credit, amount }: Movement): void {
  assert(amount > 0n, 'a transfer moves something')
  assert(debit !== credit, 'a transfer is between two accounts')
  assert.equal(debit.currency, credit.currency, 'a transfer is of one currency')
}

/** Refuses insufficient_funds if funds, a wallet or promises have less than `amount` to spend. */
export function requireAvailable(account: Account, amount: MinorUnits): void {
  const { kind } = account
  if (kind !== 'funds' && kind !== 'wallet' && kind !== 'promised') return
  const availableMinor = spendable(account)
  if (availableMinor >= amount) return
  const currency = storedCurrency(account.currency)
  throw insufficientFunds({ field: 'amount', availableMinor, requiredMinor: amount, currency })
}

/** True if funds or a wallet have room for a credit. Held amounts count until they are posted. */
export function hasRoom({ creditsPosted, debitsPosted }: Account, amount: bigint): boolean {
  return creditsPosted - debitsPosted + amount <= AMOUNT_MINOR_MAX
}

/** Refuses balance_limit if a balance or a total would become too large. */
export function requireRoom({ debit, credit, amount }: Movement): void {
  const isBounded = credit.kind === 'funds' || credit.kind === 'wallet'
  if (isBounded && !hasRoom(credit, amount)) throw limitPassed()
  if (debit.debitsPosted + amount > TOTAL_MINOR_MAX) throw limitPassed()
  if (credit.creditsPosted + amount > TOTAL_MINOR_MAX) throw limitPassed()
}

export function limitPassed(): Refusal {
  return new Refusal('balance_limit', 'the balance would pass the largest that can be kept', {
    details: [{ field: 'amount', message: 'would take the balance over its limit' }],
  })
}
