import type { Supplier } from '../supply/mod.ts'
import type { LeasedBatch } from './batch.ts'

export type Suppliers = Readonly<Record<string, Supplier>>

/** An account of ours at a supplier; without a name where the supplier knows one only. */
export interface SupplierAccount {
  readonly supplier: string
  readonly account: string
}

export function accountOf(suppliers: Suppliers, batch: LeasedBatch): SupplierAccount {
  const { supplier, request } = batch
  return { supplier, account: suppliers[supplier]?.accountOf?.(request.settings) ?? '' }
}

/** As an alert names it. */
export function subjectOf({ supplier, account }: SupplierAccount): string {
  return account === '' ? `supplier:${supplier}` : `supplier:${supplier}/${account}`
}
