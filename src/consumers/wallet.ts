import type { Currency, MinorUnits } from '../core/mod.ts'

/** CLOSED is final. Only ENABLED wallets take credits and debits. */
export type WalletStatus = 'ENABLED' | 'FROZEN' | 'CLOSED'

/** A consumer has one STANDARD wallet per currency, and one CAMPAIGN wallet per campaign. */
export type WalletType = 'STANDARD' | 'CAMPAIGN'

/** A consumer's wallet; ids are decimal text, as lists print them. */
export interface Wallet {
  readonly walletId: string
  readonly currency: Currency
  readonly balanceMinor: MinorUnits
  readonly walletType: WalletType
  /** Present for CAMPAIGN wallets. */
  readonly campaignId?: string | undefined
  readonly campaignName?: string | undefined
  readonly status: WalletStatus
}
