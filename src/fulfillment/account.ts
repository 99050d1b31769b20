import type { SupplierRoute } from '../catalog/mod.ts'
import type { Supplier } from '../supply/mod.ts'
import type { LeasedBatch } from './batch.ts'

export type Suppliers = Readonly<Record<string, Supplier>>

/** An account of ours at a supplier; its name is empty if we have only one there. */
export interface SupplierAccount {
  readonly supplier: string
  readonly account: string
}

/** A product at an account of a supplier. */
export interface ProductAccount extends SupplierAccount {
  readonly productId: number
}

export function accountOf(suppliers: Suppliers, batch: LeasedBatch): SupplierAccount {
  const { supplier, request } = batch
  return accountAt(suppliers, { supplier, settings: request.settings })
}

function accountAt(suppliers: Suppliers, { supplier, settings }: SupplierRoute): SupplierAccount {
  return { supplier, account: suppliers[supplier]?.accountOf?.(settings) ?? '' }
}

/** True if one of these routes uses the account. */
export function leadsTo(
  suppliers: Suppliers,
  routes: readonly SupplierRoute[],
  { supplier, account }: SupplierAccount,
): boolean {
  const accounts = routes.map((route) => accountAt(suppliers, route))
  return accounts.some((one) => one.supplier === supplier && one.account === account)
}

/** The limit for a stored fault, and for the message of an alert. */
export const FAULT_LENGTH_MAX = 500

/** Returns a name for people: `tillo:main`, as the connectors write it. */
export function accountName({ supplier, account }: SupplierAccount): string {
  return account === '' ? supplier : `${supplier}:${account}`
}

/** Returns the subject of an account's alerts. */
export function subjectOf(account: SupplierAccount): string {
  return `supplier:${accountName(account)}`
}
