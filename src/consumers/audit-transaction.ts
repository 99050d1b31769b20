import type { Actor, AuditEntry } from '../audit/mod.ts'
import { formatAmount, type Currency, type MinorUnits } from '../core/mod.ts'
import type { Book } from '../ledger/mod.ts'
import { countCredit } from './credit-approval.ts'
import type { ConsumerState, WalletRecord } from './state.ts'

interface Audited {
  readonly wallet: WalletRecord
  readonly amount: MinorUnits
  readonly input: {
    readonly actor?: Actor | undefined
    readonly approvedBy?: Actor | undefined
    readonly transactionType: string
    readonly referenceId: string
    readonly reason?: string | undefined
  }
}

/** Records who moves the money of a wallet, unless a program of the partner does. */
export function auditTransaction(
  book: Book,
  state: ConsumerState,
  { wallet, amount, input }: Audited,
): void {
  const { actor, approvedBy, transactionType, referenceId, reason } = input
  if (!actor) return
  const { walletId, currency } = wallet
  const isCredit = transactionType === 'CREDIT'
  if (isCredit) countCredit(state, { actor, approvedBy, amount, currency })
  const { partnerId, now: at } = book
  const act = {
    partnerId,
    target: `wallet:${walletId}`,
    valueOut: valueOf({ amount, currency, reason }),
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

/** What a partner moves stays with it; the operator takes it from a consumer. */
function valueOf({ amount: amountMinor, currency, reason }: Valued): AuditEntry['valueOut'] {
  if (reason === undefined) return 'none'
  return { kind: 'credits', amounts: [{ currency, amountMinor }] }
}

interface Valued extends Pick<Audited['input'], 'reason'> {
  readonly amount: MinorUnits
  readonly currency: Currency
}
