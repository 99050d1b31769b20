import { valueOfRaise, recordAudits, type Actor, type AuditEntry } from '../audit/mod.ts'
import {
  checkLine,
  findStoredCurrency,
  formatAmount,
  invalidField,
  minorUnits,
  REASON_LENGTH_MAX,
  requireListed,
  storedCurrency,
  type Currency,
  type MinorUnits,
} from '../core/mod.ts'
import { writeCreditLimit, type Account, type Ledger, type WriteKind } from '../ledger/mod.ts'

export interface NewCreditLimit {
  readonly partnerId: number
  readonly currency: string
  /** 0: the partner pays before it buys. */
  readonly limitMinor: MinorUnits
  readonly actor: Actor
  readonly reason?: string | undefined
}

interface State {
  readonly changed: Set<Account>
  readonly audits: AuditEntry[]
}

/**
 * Sets how far below zero a partner may take its funds in a currency. Orders follow in the same
 * transaction: a higher limit resumes orders that wait for funds; a lower one suspends open orders
 * until the funds cover the others.
 *
 * Refuses, in this order:
 *   invalid_request   an unknown currency, a reason that cannot be stored
 *   not_found         no such partner
 *   overloaded        too many writes of this partner wait (or Outage: the database is away)
 */
export async function setCreditLimit(ledger: Ledger, input: NewCreditLimit): Promise<void> {
  if (!findStoredCurrency(input.currency)) {
    throw invalidField('currency', 'must be an ISO 4217 code')
  }
  if (input.reason !== undefined) checkLine('reason', input.reason, REASON_LENGTH_MAX)
  await ledger.submit(creditLimitKind, input.partnerId, input)
}

/**
 * The kind has no `invalidates`, so each write makes other processes read the accounts of the book
 * again.
 */
const creditLimitKind: WriteKind<NewCreditLimit, State, undefined> = {
  name: 'credit limit',
  load: () => Promise.resolve({ changed: new Set(), audits: [] }),
  decide(book, { changed, audits }, input) {
    const currency = storedCurrency(input.currency)
    requireListed('currency', currency)
    const before = book.chart('funds', currency.code).creditLimit
    changed.add(book.setCreditLimit(currency.code, input.limitMinor))
    audits.push(auditEntry({ currency, before, input }, book.now))
    return undefined
  },
  save(tx, book, { changed, audits }) {
    for (const account of changed) tx.write(writeCreditLimit(book, account))
    recordAudits(tx, audits)
  },
  entriesOf: () => [],
}

function auditEntry(
  { currency, before, input }: { currency: Currency; before: bigint; input: NewCreditLimit },
  at: number,
): AuditEntry {
  const { partnerId, actor, reason } = input
  const auditable = (limit: bigint) => ({
    currency: currency.code,
    creditLimit: formatAmount(minorUnits(limit), currency),
  })
  return {
    partnerId,
    actor,
    action: 'credit_limit.set',
    target: `partner:${partnerId}`,
    valueOut: valueOfRaise(currency, { before, after: input.limitMinor }),
    reason,
    before: auditable(before),
    after: auditable(input.limitMinor),
    at,
  }
}
