import { raiseAlert, resolveAlert } from '../alerts/mod.ts'
import { findStoredCurrency, formatAmount, errorMessage } from '../core/mod.ts'
import { maybeRow, transact, type Database, type Tx } from '../db/mod.ts'
import {
  type Account,
  accountText,
  markAnswered,
  markFault,
  type PotRow,
  selectPots,
  upsertPots,
} from './account-rows.ts'
import type { Pot } from './adapter.ts'
import type { Connection } from './connections.ts'
import { scaledOf } from './decimal-text.ts'
import { cutText, oneLine } from './one-line.ts'

export interface FloatContext {
  readonly db: Database
  readonly now: number
  /** The time without a response after which a supplier counts as silent. */
  readonly silentAfterMs: number
}

/**
 * Reads our funds at an account, stores them, and raises or resolves the alerts that depend on
 * them. Returns true if an amount has grown, or was read for the first time.
 */
export async function pollFloat(context: FloatContext, connection: Connection): Promise<boolean> {
  const { account, adapter, exchange } = connection
  const response = await exchange
    .send(adapter.balance(exchange.account()))
    .catch((error: unknown) => oneLine(errorMessage(error, 'no answer')))
  const pots = typeof response === 'string' ? undefined : adapter.readBalance(response)
  if (pots) {
    const storable = storablePots(pots)
    return transact(context.db, (tx) => storePots(tx, context, { account, pots: storable }))
  }
  const fault = typeof response === 'string' ? response : `it answered ${response.status}`
  await transact(context.db, (tx) => storeFault(tx, context, { account, fault }))
  return false
}

const POTS_MAX = 100
const POT_LENGTH_MAX = 100

/** Returns pots as they are stored. If a pot comes twice, the last one counts. */
function storablePots(pots: readonly Pot[]): Pot[] {
  const named = pots.map((pot) => ({ ...pot, name: cutText(oneLine(pot.name), POT_LENGTH_MAX) }))
  const last = new Map(named.map((pot) => [`${pot.currency} ${pot.name}`, pot]))
  return [...last.values()].slice(0, POTS_MAX)
}

async function storePots(
  tx: Tx,
  { now }: FloatContext,
  { account, pots }: { readonly account: Account; readonly pots: readonly Pot[] },
): Promise<boolean> {
  const { accountId } = account
  // If the account was switched off meanwhile, nothing would resolve its alerts.
  if (!(await maybeRow(tx, markAnswered(accountId, now)))) return false
  const rows = (await tx.rows(selectPots())).filter((row) => row.account_id === accountId)
  tx.write(upsertPots(accountId, pots, now))
  const subject = subjectOf(account)
  resolveAlert(tx, { kind: 'upstream_silent', subject, at: now })
  alertLowFloat(tx, { account, pots, now })
  return pots.some((pot) => hasGrown(pot, rows))
}

function hasGrown({ name, currency, amount }: Pot, rows: readonly PotRow[]): boolean {
  const before = rows.find((row) => row.pot === name && row.currency === currency)
  return before === undefined || scaledOf(amount) > scaledOf(before.funds)
}

function alertLowFloat(
  tx: Tx,
  { account, pots, now }: { account: Account; pots: readonly Pot[]; now: number },
): void {
  const { lowFloat } = account
  const subject = subjectOf(account)
  const kind = 'upstream_low_float'
  const currency = lowFloat && findStoredCurrency(lowFloat.currency)
  const own = pots.find((pot) => pot.name === '' && pot.currency === lowFloat?.currency)
  const least = currency && formatAmount(lowFloat.minor, currency)
  if (!currency || !least || (own && scaledOf(own.amount) >= scaledOf(least))) {
    resolveAlert(tx, { kind, subject, at: now })
    return
  }
  const amount = own?.amount ?? '0'
  const supplier = accountText(account)
  const message = `the float at ${supplier} is ${amount} ${currency.code}, below ${least}`
  const details = { supplier, left: amount, least, currency: currency.code }
  raiseAlert(tx, { kind, subject, severity: 'warning', message, details, at: now })
}

async function storeFault(
  tx: Tx,
  { now, silentAfterMs }: FloatContext,
  { account, fault }: { readonly account: Account; readonly fault: string },
): Promise<void> {
  if (!(await maybeRow(tx, markFault(account.accountId, fault, now)))) return
  const lastHeard = account.answeredAt ?? account.createdAt
  // A first fault after a time without requests, such as a restart of ours, is not silence.
  const isFirstFault = account.faultedAt === undefined || account.faultedAt < lastHeard
  if (isFirstFault || now - lastHeard <= silentAfterMs) return
  const supplier = accountText(account)
  const alert = {
    kind: 'upstream_silent',
    severity: 'critical',
    subject: subjectOf(account),
  } as const
  const message = `the supplier ${supplier} does not respond: ${fault}`
  raiseAlert(tx, { ...alert, message, details: { supplier, fault }, at: now })
}

export function subjectOf(account: Pick<Account, 'adapter' | 'name'>): string {
  return `supplier:${accountText(account)}`
}
