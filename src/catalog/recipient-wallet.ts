import { RECIPIENT_VALUE_LENGTH_MAX } from './recipient.ts'
import type { Product, RecipientField } from './product.ts'

/** The supplier that credits wallets of the ordering partner's consumers. */
const WALLET_SUPPLIER = 'wallet'

/** The fields that can name a wallet. A consumer has one STANDARD wallet per currency. */
export const WALLET_NAME_FIELDS = ['walletId', 'consumerId', 'email'] as const
export type WalletNameField = (typeof WALLET_NAME_FIELDS)[number]

/** The fields by which a recipient names its wallet. All of them must name the same wallet. */
export type WalletName = Readonly<Partial<Record<WalletNameField, string>>>

/** The recipient field of a product that credits wallets, if the operator sets none. */
export const WALLET_ID_FIELD: RecipientField = {
  name: 'walletId',
  label: 'Wallet ID',
  pattern: '[1-9][0-9]{0,15}',
  required: true,
}

/** True if orders of the product credit a wallet of the ordering partner. */
export function creditsWallet({ supplier }: Pick<Product, 'supplier'>): boolean {
  return supplier === WALLET_SUPPLIER
}

/** Returns the fields of an unchecked recipient that name its wallet. Other values are left out. */
export function walletNameOf(recipient: unknown): WalletName {
  if (typeof recipient !== 'object' || recipient === null) return {}
  const named = WALLET_NAME_FIELDS.flatMap((field) => {
    const value: unknown = Object.hasOwn(recipient, field) && Reflect.get(recipient, field)
    const isName = typeof value === 'string' && value.length <= RECIPIENT_VALUE_LENGTH_MAX
    return isName ? [[field, value] as const] : []
  })
  return Object.fromEntries(named)
}
