import { minorUnits, type MinorUnits } from '../core/mod.ts'
import type { CardAuthorizationsRow } from '../db/mod.ts'

export type AuthorizationStatus = 'AUTHORIZED' | 'CAPTURED' | 'VOIDED' | 'EXPIRED' | 'REVERSED'

/** An amount of a card that is set aside for a merchant, and its state. */
export interface Authorization {
  readonly authorizationId: string
  readonly merchantId: number
  readonly blind: string
  readonly authorizedMinor: MinorUnits
  readonly capturedMinor: MinorUnits
  readonly refundedMinor: MinorUnits
  readonly status: AuthorizationStatus
  readonly captureId: string | undefined
  readonly createdMs: number
  readonly expiresMs: number
}

export function toAuthorization(row: CardAuthorizationsRow): Authorization {
  return {
    authorizationId: row.authorization_id,
    merchantId: row.merchant_id,
    blind: row.blind,
    authorizedMinor: minorUnits(row.authorized_minor),
    capturedMinor: minorUnits(row.captured_minor),
    refundedMinor: minorUnits(row.refunded_minor),
    status: row.status as AuthorizationStatus,
    captureId: row.capture_id ?? undefined,
    createdMs: row.created_at.getTime(),
    expiresMs: row.expires_at.getTime(),
  }
}
