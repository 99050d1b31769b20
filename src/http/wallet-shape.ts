import { Type } from 'typebox'
import type { Wallet } from '../consumers/mod.ts'
import { wireAmount } from '../core/mod.ts'

/** A consumer's wallet as partners and operators see it. */
export const WalletShape = Type.Object(
  {
    walletId: Type.String(),
    currency: Type.String(),
    balance: Type.Number(),
    walletType: Type.String(),
    campaignId: Type.Optional(Type.String()),
    campaignName: Type.Optional(Type.String()),
    status: Type.String(),
  },
  { title: 'Wallet' },
)

export function walletOf(wallet: Wallet) {
  const { walletId, currency, balanceMinor, walletType, campaignId, campaignName, status } = wallet
  const balance = wireAmount(balanceMinor, currency)
  return {
    walletId,
    currency: currency.code,
    balance,
    walletType,
    campaignId,
    campaignName,
    status,
  }
}
