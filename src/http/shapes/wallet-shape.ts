import { Type } from 'typebox'
import type { Wallet } from '../../consumers/mod.ts'
import { wireAmount } from '../../core/mod.ts'
import { Decimal, Text } from './field.ts'
import { fields } from './fields.ts'
import { WALLET_STATUS, WALLET_TYPE } from './meanings.ts'
import { oneOf } from './one-of.ts'

/** A consumer's wallet as partners and operators see it. */
export const WalletShape = Type.Object(
  {
    walletId: fields.walletId,
    currency: fields.currency,
    balance: Decimal('What can be debited, in major units of `currency`'),
    walletType: oneOf('The type of the wallet', WALLET_TYPE),
    campaignId: Type.Optional(fields.campaignId),
    campaignName: Type.Optional(Text('The name of the campaign')),
    status: oneOf('The status of the wallet', WALLET_STATUS),
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
