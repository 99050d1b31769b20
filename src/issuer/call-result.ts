import { minorUnits, storedCurrency, type Currency, type MinorUnits } from '../core/mod.ts'
import type { Authorization } from './authorization.ts'
import type { Card } from './card.ts'

/** An authorization and the balance of its card, as they are after a call. */
export interface CallResult extends Pick<
  Authorization,
  | 'authorizationId'
  | 'status'
  | 'authorizedMinor'
  | 'capturedMinor'
  | 'refundedMinor'
  | 'captureId'
  | 'expiresMs'
> {
  readonly currency: Currency
  readonly balanceMinor: MinorUnits
}

export function resultOf(card: Card, authorization: Authorization): CallResult {
  const { currency, balanceMinor } = card
  return { ...authorization, currency, balanceMinor }
}

/** Returns a result as it is stored: with neither the code nor its hash. */
export function writeResult(result: CallResult): string {
  return JSON.stringify({
    authorizationId: result.authorizationId,
    status: result.status,
    authorized: String(result.authorizedMinor),
    captured: String(result.capturedMinor),
    refunded: String(result.refundedMinor),
    captureId: result.captureId,
    expiresMs: result.expiresMs,
    currency: result.currency.code,
    balance: String(result.balanceMinor),
  })
}

type StoredResult = Pick<CallResult, 'authorizationId' | 'status' | 'expiresMs'> & {
  readonly captureId?: string
  readonly currency: string
} & Readonly<Record<'authorized' | 'captured' | 'refunded' | 'balance', string>>

export function readResult(text: string): CallResult {
  const stored = JSON.parse(text) as StoredResult
  return {
    authorizationId: stored.authorizationId,
    status: stored.status,
    authorizedMinor: minorUnits(BigInt(stored.authorized)),
    capturedMinor: minorUnits(BigInt(stored.captured)),
    refundedMinor: minorUnits(BigInt(stored.refunded)),
    captureId: stored.captureId,
    expiresMs: stored.expiresMs,
    currency: storedCurrency(stored.currency),
    balanceMinor: minorUnits(BigInt(stored.balance)),
  }
}
