import { RECIPIENT_VALUE_LENGTH_MAX } from './recipient.ts'
import type { Product, RecipientField } from './product.ts'

/** The supplier that credits consumer wallets of the partner that orders. */
const WALLET_SUPPLIER = 'wallet'

/** What a recipient may name a wallet by; a consumer has one STANDARD wallet per currency. */
export const WALLET_NAME_FIELDS = ['walletId', 'consumerId', 'email'] as const
export type WalletNameField = (typeof WALLET_NAME_FIELDS)[number]

/** How a recipient names its wallet; those that are given must name the same one. */
export type WalletName = Readonly<Partial<Record<WalletNameField, string>>>

/** What a product that credits wallets asks for where the operator says nothing. */
export const WALLET_ID_FIELD: RecipientField = {
  name: 'walletId',
  label: 'Wallet ID',
  pattern: '[1-9][0-9]{0,15}',
  required: true,
}

/** Whether orders of the product credit a consumer wallet of the partner itself. */
export function creditsWallet({ supplier }: Pick<Product, 'supplier'>): boolean {
  return supplier === WALLET_SUPPLIER
}

/** What a recipient, checked or not, says of its wallet; what is no such text is left out. */
export function walletNameOf(recipient: unknown): WalletName {
  if (typeof recipient !== 'object' || recipient === null) return {}
  const named = WALLET_NAME_FIELDS.flatMap((field) => {
    const value: unknown = Object.hasOwn(recipient, field) && Reflect.get(recipient, field)
    const isName = typeof value === 'string' && value.length <= RECIPIENT_VALUE_LENGTH_MAX
    return isName ? [[field, value] as const] : []
  })
  return Object.fromEntries(named)
}
