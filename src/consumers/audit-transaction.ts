import type { Actor, AuditEntry } from '../audit/mod.ts'
import { formatAmount, type MinorUnits } from '../core/mod.ts'
import type { Book } from '../ledger/mod.ts'
import type { DraftAct } from '../orders/mod.ts'
import { countCredit, isByOperator } from './credit-approval.ts'
import type { ConsumerState, WalletRecord } from './state.ts'

interface AuditedTransaction {
  readonly wallet: WalletRecord
  readonly amount: MinorUnits
  readonly input: {
    readonly actor?: Actor | undefined
    readonly approvedBy?: Actor | undefined
    readonly transactionType: string
    readonly referenceId: string
    readonly reason?: string | undefined
    readonly draft?: DraftAct | undefined
  }
}

/** Records who moves the money of a wallet, unless a program of the partner does. */
export function auditTransaction(
  book: Book,
  state: ConsumerState,
  { wallet, amount, input }: AuditedTransaction,
): void {
  const { actor, approvedBy, transactionType, referenceId, reason, draft } = input
  if (!actor) return
  const { walletId, currency } = wallet
  const isCredit = transactionType === 'CREDIT'
  const { partnerId, now: at } = book
  if (isCredit) countCredit(state, { actor, approvedBy, amount, currency, draft }, at)
  const act: Omit<AuditEntry, 'actor' | 'action'> = {
    partnerId,
    target: `wallet:${walletId}`,
    // A partner moves its own money. Only an operator gives away the money of somebody else.
    valueOut: isByOperator(actor)
      ? { kind: 'credits', amounts: [{ currency, amountMinor: amount }] }
      : 'none',
    ...(reason !== undefined && { reason }),
    at,
  }
  if (approvedBy) state.audits.push({ ...act, actor: approvedBy, action: 'credit.approve' })
  state.audits.push({
    ...act,
    actor,
    action: isCredit ? 'wallet.credit' : 'wallet.debit',
    after: { amount: `${formatAmount(amount, currency)} ${currency.code}`, referenceId },
  })
}
