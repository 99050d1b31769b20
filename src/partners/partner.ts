export const PARTNER_STATUSES = ['ACTIVE', 'SUSPENDED'] as const
export type PartnerStatus = (typeof PARTNER_STATUSES)[number]

export interface Partner {
  readonly partnerId: number
  readonly name: string
  readonly status: PartnerStatus
  /** Requests per second and credential. Null means the default, 0 means no limit. */
  readonly rateLimit: number | null
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly createdAt: number
}

/** Identifies a repeated request to create a partner. */
export interface PartnerCreation {
  /** The Idempotency-Key: a UUID. */
  readonly key: string
  /** Equal for equal bodies. */
  readonly fingerprint: Buffer
}
