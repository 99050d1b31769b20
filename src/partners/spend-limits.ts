import { valueOfRaise, recordAudits, type Actor, type AuditEntry } from '../audit/mod.ts'
import {
  checkLine,
  formatAmount,
  invalidField,
  isUuid,
  REASON_LENGTH_MAX,
  requireListed,
  type Currency,
} from '../core/mod.ts'
import { maybeRow, type Db } from '../db/mod.ts'
import type { Ledger, PeriodLimit, SpendLimit, SpendLimitChange, WriteKind } from '../ledger/mod.ts'
import { credentialOfPartner } from './credential-rows.ts'
import { credentialTarget } from './credentials.ts'
import { getPartner } from './partners.ts'

export interface NewSpendLimit extends Omit<SpendLimitChange, 'currency'> {
  readonly partnerId: number
  readonly currency: Currency
  readonly actor: Actor
  readonly reason?: string | undefined
}

/**
 * Sets the amounts that a partner, or one of its credentials, may spend in a currency per UTC day
 * and month. Applies to everything that is accepted afterwards, in every process. The sums that
 * were spent before still count.
 *
 * Refuses, in this order:
 *   invalid_request   a reason that cannot be stored
 *   not_found         no such partner
 *   invalid_request   a client id of no credential of the partner; a currency that is not listed
 *   overloaded        too many writes of this partner wait (or Outage: the database is away)
 */
export async function setSpendLimit(
  { db, ledger }: { db: Db; ledger: Ledger },
  input: NewSpendLimit,
): Promise<SpendLimit> {
  const { partnerId, clientId, reason } = input
  if (reason !== undefined) checkLine('reason', reason, REASON_LENGTH_MAX)
  await getPartner(db, partnerId)
  const credential = clientId === undefined ? undefined : await clientOf(db, partnerId, clientId)
  return await ledger.submit(spendLimitKind, partnerId, { ...input, clientId: credential })
}

/** Returns the client id as it is stored. It stays valid, because credentials are never deleted. */
async function clientOf(db: Db, partnerId: number, clientId: string): Promise<string> {
  const row = isUuid(clientId)
    ? await maybeRow(db, credentialOfPartner(partnerId, clientId))
    : undefined
  if (!row) throw invalidField('clientId', 'names no credential of this partner')
  return row.client_id
}

const spendLimitKind: WriteKind<NewSpendLimit, AuditEntry[], SpendLimit> = {
  name: 'spend limit',
  load: () => Promise.resolve([]),
  decide(book, audits, input) {
    const { currency, ...change } = input
    if (change.perDayMinor !== null || change.perMonthMinor !== null) {
      requireListed('currency', currency)
    }
    const limits = book.spendLimits.change({ ...change, currency: currency.code }, book.now)
    audits.push({ ...entryOf(input, limits), at: book.now })
    return limits.after
  },
  save: (tx, _book, audits) => recordAudits(tx, audits),
}

function entryOf(
  { partnerId, clientId, currency, actor, reason }: NewSpendLimit,
  { before, after }: Record<'before' | 'after', SpendLimit>,
): Omit<AuditEntry, 'at'> {
  const amountOf = (limit: PeriodLimit | undefined) =>
    limit === undefined ? null : formatAmount(limit.limitMinor, currency)
  const auditable = ({ day, month }: SpendLimit) => ({
    currency: currency.code,
    perDay: amountOf(day),
    perMonth: amountOf(month),
  })
  const target = clientId === undefined ? `partner:${partnerId}` : credentialTarget(clientId)
  return {
    partnerId,
    actor,
    action: 'spend_limit.set',
    target,
    valueOut: valueOfRaise(
      currency,
      { before: minorOf(before.day), after: minorOf(after.day) },
      { before: minorOf(before.month), after: minorOf(after.month) },
    ),
    reason,
    before: auditable(before),
    after: auditable(after),
  }
}

function minorOf(limit: PeriodLimit | undefined): bigint | null {
  return limit?.limitMinor ?? null
}
