import type { Actor } from '../audit/mod.ts'
import { readLine, REASON_LENGTH_MAX, Refusal } from '../core/mod.ts'
import { available, type Book, type Ledger } from '../ledger/mod.ts'
import type { ConsumerState, WalletRecord } from './state.ts'
import { findWallet, isEmpty, needOf, walletIn, walletUnknown } from './wallet-in-group.ts'
import type { Wallet, WalletStatus } from './wallet.ts'
import { submitWrite } from './write.ts'

export interface WalletStatusChange {
  readonly status: WalletStatus
  readonly reason: string
  /** The operator who changes the status. */
  readonly actor: Actor
}

/**
 * Enables, freezes or closes a wallet, audited, and returns it. Changes and audits nothing if the
 * wallet has that status. `walletId` is the text of the path.
 *
 * Refuses, in this order:
 *   invalid_request    a reason that cannot be stored
 *   wallet_unknown     the partner has no such wallet
 *   state_conflict     the wallet is CLOSED, which is final
 *   wallet_not_empty   the wallet would be CLOSED with a balance
 */
export async function setWalletStatus(
  ledger: Ledger,
  partnerId: number,
  walletId: string,
  change: WalletStatusChange,
): Promise<Wallet> {
  const reason = readLine('reason', change.reason, REASON_LENGTH_MAX)
  return submitWrite(ledger, partnerId, {
    needs: { walletIds: needOf(walletId) },
    decide(book, state) {
      const wallet = findWallet(state, walletId)
      if (!wallet) throw walletUnknown()
      if (wallet.status !== change.status) decide(book, state, { ...change, wallet, reason })
      return walletIn(book, state, wallet)
    },
  })
}

function decide(
  book: Book,
  state: ConsumerState,
  { wallet, status, reason, actor }: WalletStatusChange & { wallet: WalletRecord },
): void {
  const before = wallet.status
  if (before === 'CLOSED') throw new Refusal('state_conflict', 'a CLOSED wallet stays closed')
  if (status === 'CLOSED' && !isEmpty(book.account(wallet.walletId))) {
    throw new Refusal('wallet_not_empty', 'a wallet is closed with a balance of zero only')
  }
  wallet.status = status
  book.walletStatuses.set(wallet.walletId, status)
  const amountMinor = available(book.account(wallet.walletId))
  const balance = { currency: wallet.currency, amountMinor }
  state.changedWallets.add(wallet)
  state.audits.push({
    partnerId: book.partnerId,
    actor,
    action: 'wallet.status',
    target: `wallet:${wallet.walletId}`,
    valueOut: status === 'ENABLED' ? { kind: 'limits', amounts: [balance] } : 'none',
    reason,
    before: { status: before },
    after: { status },
    at: book.now,
  })
}
