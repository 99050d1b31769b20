import { Type } from 'typebox'
import type { Wallet } from '../../consumers/mod.ts'
import { Decimal, Text } from './field.ts'
import { amountOf, codeOf } from './read-member.ts'
import { view } from './view.ts'
import { fields } from './fields.ts'
import { WALLET_STATUS, WALLET_TYPE } from './meanings.ts'
import { oneOf } from './one-of.ts'

/** A consumer's wallet as partners and operators see it. */
export const WalletView = view<Wallet>()(
  {
    walletId: fields.walletId,
    currency: [fields.currency, codeOf],
    balance: [
      Decimal('Amount that can be debited, in major units of `currency`'),
      amountOf('balanceMinor'),
    ],
    walletType: oneOf('The type of the wallet', WALLET_TYPE),
    campaignId: Type.Optional(fields.campaignId),
    campaignName: Type.Optional(Text('The name of the campaign')),
    status: oneOf('The status of the wallet', WALLET_STATUS),
  },
  { title: 'Wallet' },
)
