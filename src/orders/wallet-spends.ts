import { Refusal, requireCover, notFound } from '../core/mod.ts'
import { spendable, type Book } from '../ledger/mod.ts'
import type { ClaimCost } from '../links/mod.ts'
import type { OrderState } from './order-state.ts'
import { isSpendableAt, type WalletSpend } from './spendable-wallets.ts'

/** A request that a wallet pays for an order. */
interface Spending {
  readonly spend: WalletSpend
  readonly cost: ClaimCost
}

/**
 * Returns the id of the wallet that will pay for an order, before anything changes. The order holds
 * its price on the wallet, and posts or voids it as an order of the funds does.
 *
 * Refuses, in this order:
 *   not_found            no such wallet of this partner
 *   state_conflict       its owner cannot spend it, its campaign has ended or is not for a product,
 *                        or the price has risen since its owner agreed
 *   insufficient_funds   the wallet has less than the price
 */
export function requireWallet(
  book: Book,
  { spendableWallets }: OrderState,
  { spend, cost }: Spending,
): number {
  const wallet = spendableWallets.get(spend.walletId)
  if (!wallet) throw notFound('wallet')
  // An earlier write of the group may have changed the status.
  const status = book.walletStatuses.get(wallet.walletId) ?? wallet.status
  if (!isSpendableAt({ ...wallet, status }, book.now)) {
    throw new Refusal('state_conflict', 'the wallet cannot be spent by its owner')
  }
  if (cost.productIds.some((id) => wallet.products?.includes(id) === false)) {
    throw new Refusal('state_conflict', 'the wallet is not for this product')
  }
  if (cost.priceMinor > spend.priceMinorMax) {
    throw new Refusal('state_conflict', 'the price has risen')
  }
  const { walletId, currency } = wallet
  const availableMinor = spendable(book.account(walletId))
  requireCover({ field: 'amount', availableMinor, requiredMinor: cost.priceMinor, currency })
  return walletId
}
