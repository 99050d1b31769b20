import type { PartnerLegal } from './partner-legal.ts'

export const PARTNER_STATUSES = ['ACTIVE', 'SUSPENDED'] as const
export type PartnerStatus = (typeof PARTNER_STATUSES)[number]

export interface Partner {
  readonly partnerId: number
  readonly name: string
  readonly status: PartnerStatus
  /** Requests per second and credential. Null means the default, 0 means no limit. */
  readonly rateLimit: number | null
  /** The language that its consumers are written to: a tag such as `de` or `pt-BR`. */
  readonly mailLanguage: string
  /** True if owners of its STANDARD wallets may spend them: the operator's switch. */
  readonly walletSpending: boolean
  /** True if an owner of the partner has turned such spending off. */
  readonly walletSpendingStopped: boolean
  /** True if its people sign in to their wallets by a code that is mailed. */
  readonly walletSignIn: boolean
  /** True if an owner of the partner requires a second factor of all its users. */
  readonly secondFactorRequired: boolean
  /** Its legal identity, as far as the operator has stated it. */
  readonly legal: PartnerLegal | undefined
  /** The partner whose test credentials this one has; undefined for every other partner. */
  readonly testOf: number | undefined
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly createdAt: number
}
