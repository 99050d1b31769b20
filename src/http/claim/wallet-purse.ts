import { chargeOf } from '../../catalog/mod.ts'
import type { Wallet } from '../../consumers/mod.ts'
import { isSpendableAt, type SpendableWallet } from '../../orders/mod.ts'
import type { WalletSession } from '../../wallet-sessions/mod.ts'
import type { Purse } from './view.ts'

/** A wallet as its owner sees it. */
export interface OwnWallet {
  readonly session: WalletSession
  readonly wallet: Wallet
  readonly rules: SpendableWallet
}

/** Returns a purse that pays for cards from a wallet, at the prices of the partner. */
export function purseOfWallet(
  { session, wallet, rules }: OwnWallet,
  { nowMs, claims }: { readonly nowMs: number; readonly claims: number },
): Purse {
  const { partnerId, key } = session
  const { currency, balanceMinor } = wallet
  const { walletId, products } = rules
  return {
    partnerId,
    currency,
    leftMinor: isSpendableAt(rules, nowMs) ? balanceMinor : 0n,
    products,
    claims,
    nonceName: `wallet-nonce:${key}:${walletId}`,
    keyName: `wallet-claim:${walletId}`,
    reference: `wlt_${walletId}`,
    costOf: (snapshot, offer, faceMinor) =>
      chargeOf(snapshot, offer, { partnerId, currency, faceMinor }),
    payBy: (priceMinorMax) => ({ spend: { walletId, priceMinorMax } }),
  }
}
