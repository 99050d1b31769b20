import type { Currency, MinorUnits } from '../core/mod.ts'
import type { ItemStatus } from './compare.ts'

export const RECONCILIATION_KINDS = ['deposits', 'purchases'] as const
export type ReconciliationKind = (typeof RECONCILIATION_KINDS)[number]

/** A comparison of a file with deposits or purchases. */
export interface NewReconciliation {
  readonly kind: ReconciliationKind
  readonly partnerId: number | undefined
  /** Our account at a supplier. */
  readonly accountId: number | undefined
  readonly currency: Currency
  readonly fromMs: number
  readonly beforeMs: number
  readonly fileName: string | undefined
  readonly fileSha256: Buffer
  readonly fileLines: number
  /** Number of lines without an amount. */
  readonly skippedLines: number
  readonly counts: Readonly<Record<ItemStatus, number>>
  readonly fileMinor: MinorUnits
  readonly bookedMinor: MinorUnits
  readonly madeAt: number
  readonly madeBy: string
}

export interface Reconciliation extends NewReconciliation {
  readonly reconciliationId: number
  /** The name of our account at the supplier, such as `tessera:acme`. */
  readonly supplier: string | undefined
}
