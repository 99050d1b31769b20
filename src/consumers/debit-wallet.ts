import type { Actor } from '../audit/mod.ts'
import { readLine, REASON_LENGTH_MAX } from '../core/mod.ts'
import type { Ledger } from '../ledger/mod.ts'
import {
  walletTransactionWrite,
  type NewWalletTransaction,
  type WalletTransaction,
} from './transact-wallet.ts'
import { submitWrite } from './write.ts'

export interface WalletDebit extends Pick<
  NewWalletTransaction,
  'walletId' | 'amount' | 'referenceId'
> {
  /** Also the description of the transaction, which the partner reads. */
  readonly reason: string
  readonly actor: Actor
}

/**
 * Debits a wallet into the funds of its partner, as an act of the operator. The act is audited. It
 * needs an approval if the amount reaches the threshold of `credits`. Idempotent by the
 * referenceId. Refuses invalid_request for a reason that cannot be stored, and then what
 * `transactWallet` refuses.
 */
export async function debitWallet(
  ledger: Ledger,
  partnerId: number,
  debit: WalletDebit,
): Promise<WalletTransaction> {
  const reason = readLine('reason', debit.reason, REASON_LENGTH_MAX)
  const write = walletTransactionWrite({
    ...debit,
    transactionType: 'DEBIT',
    description: reason,
    reason,
  })
  return submitWrite(ledger, partnerId, write)
}
