import { parseNumericId, Refusal } from '../core/mod.ts'
import { available, type Account, type Book } from '../ledger/mod.ts'
import type { ConsumerState, WalletRecord } from './state.ts'
import type { Wallet } from './wallet.ts'

/** Returns the id of the wallet that a path names, in an array; empty if the text is not an id. */
export function needOf(walletId: string): number[] {
  const id = parseNumericId(walletId)
  return id === undefined ? [] : [id]
}

/** Returns the wallet that a path names; undefined if the partner has no such wallet. */
export function findWallet(state: ConsumerState, walletId: string): WalletRecord | undefined {
  const id = parseNumericId(walletId)
  return id === undefined ? undefined : state.wallets.get(id)
}

/** Returns the wallet with its balance in the group. */
export function walletIn(book: Book, state: ConsumerState, wallet: WalletRecord): Wallet {
  const campaign = state.campaignOf(wallet)
  return {
    walletId: String(wallet.walletId),
    currency: wallet.currency,
    balanceMinor: available(book.account(wallet.walletId)),
    walletType: campaign ? 'CAMPAIGN' : 'STANDARD',
    ...(campaign && { campaignId: String(campaign.campaignId), campaignName: campaign.name }),
    status: wallet.status,
  }
}

/** True if the account has no balance and no pending transfer. */
export function isEmpty(account: Account): boolean {
  return available(account) === 0n && account.debitsPending === 0n && account.creditsPending === 0n
}

export function walletUnknown(): Refusal {
  return new Refusal('wallet_unknown', 'no such wallet')
}
